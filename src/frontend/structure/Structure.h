// Makes raw procedures canonical: every Label, Goto, MultiwayGoto, Exit, Cycle, Return and Loop
// becomes If, For and While.
#pragma once

#include "ir/Program.h"
#include "support/Diagnostics.h"

namespace costate::structure {

/// Structures every procedure of the program that has a body.
void structure(ir::Program &, Diagnostics &);

} // namespace costate::structure
