// The directions of a vector tangent.
//
// With several directions every shadow has one more dimension, over the directions: the innermost in
// memory (first in Fortran, last in C), so that a loop over the directions vectorises. A derivative
// statement becomes such a loop (DirectionLoops); ShadowTypes says what the shadows look like.
#pragma once

#include "ir/Builder.h"

namespace costate::transform {

/// The directions as one derivative procedure knows them.
struct Directions {
  const ir::Expr *count = nullptr; ///< null: one direction, and shadows look like their originals
  ir::Symbol *index = nullptr;     ///< counts them in loops
  bool sets = false; ///< no direction at all: shadows are handles of index sets (SparsityRules)

  bool several() const { return count != nullptr; }
  /// Whether shadows have other types than their originals.
  bool haveTypes() const { return several() || sets; }
};

} // namespace costate::transform
