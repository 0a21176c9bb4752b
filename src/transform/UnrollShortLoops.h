// Loops of two to four iterations over small local arrays, written out.
//
// `for (int i = 0; i < 3; i++) axis[i] = v[i] / length;` with a local `axis[3]` becomes three assignments. With subscripts that
// are numbers, compilers keep the elements of such arrays and of their adjoints in registers, and the passes over straight-line
// code (ElementSums, Preaccumulation) see all iterations at once.
//
// That is the same program: bounds and step are numbers, the body is a few assignments of numbers without a branch or
// call, and the counter is a variable of the procedure that has no second name. Where the counter is named outside of
// loops over it, it gets the value that the loop leaves.
#pragma once

#include "ir/Program.h"

namespace costate::transform {

/// In a procedure; whether there were any. Loops with comments that speak to compilers or tools stay.
bool unrollShortLoops(ir::Program &, ir::Procedure &);

} // namespace costate::transform
