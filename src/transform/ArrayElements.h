// Arrays in Fortran, element by element: where components of records are allocated, each has a shape of its own.
#pragma once

#include "transform/ArrayTemporaries.h"

#include <functional>

namespace costate::transform {

class ArrayElements {
public:
  ArrayElements(ir::Program &program, ir::Procedure &procedure)
      : b(program), procedure(procedure), lists(program, procedure) {}

  using Body = std::function<void(const std::vector<const ir::Expr *> &elements, ir::Block &out)>;

  /// Appends loops over the elements of arrays of one shape; `backwards`: the last element first.
  void forEach(const std::vector<const ir::Expr *> &arrays, ir::Block &out, const Body &,
               bool backwards = false);

private:
  const ir::Expr *element(const ir::Expr *array, const std::vector<const ir::Expr *> &position, ir::Block &before);
  const ir::Expr *inquiry(const char *name, const ir::Expr *array, unsigned dimension);
  const ir::Expr *counted(const ir::Expr *first, const ir::Expr *position, const ir::Expr *stride);

  ir::Builder b;
  ir::Procedure &procedure;
  ArrayTemporaries lists; ///< of subscripts that are values, so that their elements can be named
};

/// Whether a value of this type has allocatable components, at any depth.
bool holdsAllocatable(const ir::Type *);

/// Whether a record has components of its own type, at any depth: how deep a value goes is only known when
/// the program runs.
bool holdsItself(const ir::Type *);

} // namespace costate::transform
