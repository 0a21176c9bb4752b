// Functions that generated code calls and neither language has: their source comes along.
#pragma once

#include "rules/Rules.h"

namespace costate::emit {

/// Adds the helpers that a procedure's own statements call, each once, in the order of their use.
void collectHelpers(const ir::Procedure &, std::vector<rules::Helper> &);

} // namespace costate::emit
