// IR from expressions that exist only in Flang's folded form: constants, and bounds of entities
// whose source is not given.
#pragma once

#include "frontend/fortran/Translation.h"

namespace costate::frontend::fortran {

/// A bound or length: an integer constant, or Flang's text of it.
const ir::Expr *foldedBound(Translation &, const evaluate::Expr<evaluate::SubscriptInteger> &,
                            Location);

/// A constant of intrinsic type, scalar or array; null where the expression is nothing of that.
const ir::Expr *foldedConstant(Translation &, const SomeExpr &, Location);

/// The initial value in a declaration, from the source where it is given; null where there is none.
const ir::Expr *declaredInitial(Translation &, const SemSymbol &,
                                const semantics::ObjectEntityDetails &, const ir::Type *,
                                Owner);

} // namespace costate::frontend::fortran
