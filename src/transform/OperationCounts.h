// What derivatives cost, by operations of real numbers in the program's text.
#pragma once

#include "analysis/Varied.h"

namespace costate::transform {

/// Every statement counts once, however often it runs: good for comparing modes, not for seconds.
struct OperationCounts {
  unsigned function = 0;  ///< operators and functions
  unsigned partials = 0;  ///< derivatives of operations that are not linear
  unsigned direction = 0; ///< products and sums that move one direction

  unsigned tangent(unsigned directions) const { return function + partials + directions * direction; }
  /// One reverse sweep with its forward sweep; what is recorded is not counted.
  unsigned adjoint() const { return function + partials + direction; }
};

OperationCounts countOperations(const analysis::Varied &, const std::vector<const analysis::Variant *> &);

} // namespace costate::transform
