// ADOL-C's forward mode on a kernel in C, by both of its ways.
#pragma once

#include "../kernels/problems.h"

/// Traceless: values and derivatives are computed together.
void adolcTraceless(const problem &, const double *xd, double *y, double *yd);

/// Traced: the operations are recorded once; then each call runs over the record.
void adolcTrace(const problem &);
void adolcTraced(const problem &, const double *xd, double *y, double *yd);
