// ADOL-C on a kernel in C: forward mode by both of its ways, and reverse mode.
#pragma once

#include "../kernels/problems.h"

/// Traceless: values and derivatives are computed together.
void adolcTraceless(const problem &, const double *xd, double *y, double *yd);

/// Traced: the operations are recorded once; then each call runs over the record.
void adolcTrace(const problem &);
void adolcTraced(const problem &, const double *xd, double *y, double *yd);

/// Reverse: runs forward over the record of adolcTrace, then back.
void adolcReverse(const problem &, const double *yb, double *xb);
