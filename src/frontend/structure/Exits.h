// Removes Exit, Cycle, Return and Loop: afterwards the procedure is If, For and While.
#pragma once

#include "ir/Program.h"

namespace costate::structure {

void removeExits(ir::Program &, ir::Procedure &);

} // namespace costate::structure
