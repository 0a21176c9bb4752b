// Every expression a statement holds, replaced in place.
#pragma once

#include "ir/Program.h"

#include <functional>

namespace costate::ir {

/// Of the statement itself, not of those below it. `map` gets null for what is not there.
void mapExpressions(Stmt &, const std::function<const Expr *(const Expr *)> &map);

} // namespace costate::ir
