// Expressions as people write them, for reports: names, subscripts, operators. Conversions are left out.
#pragma once

#include "ir/Program.h"

namespace costate::driver {

std::string expressionText(const ir::Expr *, ir::Language);

/// What an operation is called by itself: `*`, `sin`.
std::string operationName(const ir::Expr *, ir::Language);

} // namespace costate::driver
