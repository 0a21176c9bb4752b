// DEPS of expressions (Fig. 7), given how the places in them depend.
//
// (E1) Operations are asked of the derivative table (Deps.h).
// (E2) What selects memory decides which value is read: subscripts, bounds of sections, pointers. A place
//      depends nonlinearly on what these depend on. So does an address.
//      So does what a condition chooses, on what the condition depends on.
// (E3) The shape of an array depends on what it was allocated with, and under which conditions; not on what the
//      array holds.
// (E4) Of what is not understood: nonlinearly on all that it reads.
#pragma once

#include "analysis/Deps.h"

namespace costate::analysis {

class ExpressionDeps {
public:
  virtual ~ExpressionDeps() = default;

  DepsRef deps(const ir::Expr *);
  /// (E2) of a place: on what depends where it is.
  DepsRef address(const ir::Expr *place);

protected:
  explicit ExpressionDeps(ir::Language language) : language(language) {}

  /// The memory of a place, wherever it is.
  virtual DepsRef contents(const ir::Expr *place) = 0;
  /// (E3) Of an allocatable or pointer.
  virtual DepsRef status(const ir::Expr *place) = 0;

private:
  DepsRef operation(const ir::Expr *);
  DepsRef inquiry(const ir::Intrinsic *);
  DepsRef anyOf(llvm::ArrayRef<const ir::Expr *>);

  ir::Language language;
};

} // namespace costate::analysis
