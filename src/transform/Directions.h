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

  bool several() const { return count != nullptr; }
};

} // namespace costate::transform
