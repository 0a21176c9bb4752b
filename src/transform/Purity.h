// PURE and ELEMENTAL of derivative procedures.
//
// The tangent of a function gives its value through an argument, which a pure function may not. So
// it is not pure, nor is a pure procedure that calls it, nor may a DO CONCURRENT contain the call.
#pragma once

#include "ir/Program.h"

namespace costate::transform {

/// Takes PURE from derivatives that are not, ELEMENTAL ones become IMPURE ELEMENTAL, and makes
/// ordinary loops of DO CONCURRENT around calls of such.
void adjustPurity(const std::vector<ir::Procedure *> &derivatives);

} // namespace costate::transform
