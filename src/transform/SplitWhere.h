// WHERE constructs with one assignment in each branch, again.
//
// The tangent of such a construct has two, the derivative and the value. Compilers turn a construct
// with single assignments into one loop, but keep masks and copies for one with several; so the
// tangent is written as two constructs under the same mask where the order does not matter.
#pragma once

#include "ir/Program.h"

namespace costate::transform {

/// Whether block[at] gives a mask its value, for one assignment and at most one more where it does
/// not apply; then the number of those assignments, else 0.
size_t singleWhere(const ir::Block &, size_t at);

/// The same statements in the tangent, from `first` on: the mask, then derivative and value under
/// it, and derivative and value under its negation. Leaves them as they are where one of them might
/// see the difference.
void splitWhere(ir::Block &, size_t first, ir::Procedure &, ir::Program &);

} // namespace costate::transform
