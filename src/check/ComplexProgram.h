// The program once more, over complex numbers.
//
// For a function f that is analytic near x, f(x + ihv) = f(x) + ih f'(x)v + O(h^2): with h so small
// that its square vanishes the imaginary part is the derivative, without a difference and its
// cancellation. So the program with complex numbers for its reals computes derivatives to the last
// digits, by a way that has nothing in common with the derivative table.
//
// All that decides looks at real parts: comparisons, conversions to integers, ABS and MAX, which choose
// between analytic branches. What is not analytic on either side of a decision (ERF has no complex
// version here), and memory that is looked at in two ways, does not go.
#pragma once

#include "ir/Program.h"

namespace costate::check {

/// Rewrites the program in place; returns why that cannot be done, and nothing where it was.
std::string makeComplex(ir::Program &);

} // namespace costate::check
