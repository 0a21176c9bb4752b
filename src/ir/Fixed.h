// Expressions that a loop leaves as they are.
#pragma once

#include "ir/Stmt.h"

namespace costate::ir {

/// Whether an expression of Fortran keeps its value while `body` runs again and again and
/// `variable` counts: constants, and scalars by name that nothing in the loop may change.
/// "No" is always a safe answer.
bool isFixed(const Expr *, const Symbol *variable, const Block &body);

} // namespace costate::ir
