// Where the elements of a Fortran dummy argument are in the caller's array.
//
// (A1) A scalar dummy is the actual argument.
// (A2) An assumed-shape dummy is the actual argument dimension by dimension: x(k) of x(l:) is element
//      number k - l of the whole array or of the range at that subscript.
// (A3) Any other dummy array begins at the actual argument's element and goes on in array element order
//      (sequence association), past the end of a column where it is longer. What the callee touches is an
//      interval of positions in that order, counted from the first element of the caller's array: the
//      access is `linear`. The caller's own accesses of that array are brought to the same terms
//      (`linearised`) where both are compared.
// (A4) Where a copy may be passed and written back whole (a section, an assumed-shape array or a pointer
//      for a dummy of (A3)), all of the actual argument is touched.
//
// Positions: the sum of (subscript - lower bound) * stride, the stride of a dimension being the product
// of the extents before it. An element that is touched exists, so no extent is less than one and no
// stride either: bounds of subscripts give bounds of positions.
#pragma once

#include "analysis/LoopNest.h"

namespace costate::analysis {

class ArgumentArrays {
public:
  /// Maps what the callee knows on entry to the caller's terms; nothing where it cannot be said.
  using ToCaller = std::function<std::optional<Form>(const Form &)>;

  struct Part {
    const ir::Expr *place = nullptr; ///< of the caller; null: nothing is known
    std::vector<Known> path;
    bool linear = false;
    bool exact = false; ///< every element of the callee's path is one of this path, and the reverse
  };
  /// What an access of the target's dummy, on `path` of it, is in the caller.
  static Part part(const ir::Symbol *dummy, const std::vector<Known> &path, bool linear,
                   LoopValues &target, const ToCaller &, const ir::Expr *actual, LoopValues &caller,
                   const LoopState &);

  /// The access on positions of its array, where it is one of a whole variable's elements.
  static std::optional<Access> linearised(const Access &, LoopValues &);

private:
  static std::optional<Known> position(const ir::Symbol *array, const std::vector<Known> &path,
                                       LoopValues &);
};

/// The subscript at position 0 of an array of one dimension, where that is a constant.
std::optional<int64_t> firstSubscript(const ir::Symbol *);

} // namespace costate::analysis
