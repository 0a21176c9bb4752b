// Removes Label, Goto and MultiwayGoto: afterwards control flow is loops, blocks that run once, and
// Exit, Cycle and Return.
#pragma once

#include "ir/Program.h"
#include "support/Diagnostics.h"

namespace costate::structure {

void removeGotos(ir::Program &, ir::Procedure &, Diagnostics &);

} // namespace costate::structure
