// product, maxval and minval as loops.
//
// The derivative of a product by one factor is the product of the others, which dividing does not
// give where a factor is 0; the derivative of an extreme value is that of the first element that has
// it. Loops say both, and their operations have derivatives. Calls that carry none stay as they are.
#pragma once

#include "analysis/Varied.h"
#include "support/Diagnostics.h"

namespace costate::transform {

/// Whether the program calls such a function with real or complex arguments at all.
bool hasReductions(ir::Program &);

/// Expands those whose array varies in some variant.
void expandReductions(ir::Program &, const analysis::Varied &, Diagnostics &);

} // namespace costate::transform
