// Functions whose result holds pointers or allocatables, as procedures that put it where an argument says.
//
// A pointer's shadow goes where the pointer goes, and an allocatable's has its shape. A function has only one result:
// with the result as an argument, its shadow is the argument after it.
//   double *row(double *a, int i)       void row(double *a, int i, double **result)
//   function row(a, i) result(p)        subroutine row(a, i, p)
// In Fortran: single records and pointers.
#pragma once

#include "analysis/Head.h"

namespace costate::transform {

/// For functions that are called by their names only.
void passResultsByReference(ir::Program &, const std::vector<analysis::Head> &, Diagnostics &);

} // namespace costate::transform
