// Actual arguments of the rank their dummy arguments have.
//
// Separately compiled Fortran 77 programs pass an array where a scalar is expected (its first
// element is meant), and a scalar or constant where an array is (an array of one element). In one
// generated file compilers see both sides of such a call and refuse it. A dummy argument that is declared as a scalar
// and passed on as an array is memory of the caller, who has an array there: it becomes an array of assumed size.
#pragma once

#include "ir/Program.h"

namespace costate::transform {

void conformArguments(ir::Program &);

} // namespace costate::transform
