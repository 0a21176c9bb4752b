// Square roots that cannot be 0.
//
// The derivative of sqrt at 0 is infinite, and asking whether the direction is 0 (so that nothing infinite comes of it) costs
// a comparison and a division in every direction. Neither is needed where
//   - the program divides by the root, in the same expression and whenever that is evaluated: at 0 the value itself is not
//     finite, and no derivative is;
//   - the argument is positive by its form: a positive constant and squares, added.
// Such roots are marked (rules/Marks); nothing else changes.
#pragma once

#include "ir/Program.h"

namespace costate::transform {

void markNonzeroRoots(ir::Program &);

} // namespace costate::transform
