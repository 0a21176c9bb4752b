// Functions that take longer than to keep their value and to read it again: exponentials, sines, powers.
#pragma once

#include "ir/Expr.h"

namespace costate::analysis {

bool isSlowFunction(const ir::Expr *);

} // namespace costate::analysis
