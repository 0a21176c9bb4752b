// Procedures that remember something from call to call.
#pragma once

#include "ir/Program.h"

namespace costate::analysis {

/// Whether the procedure may change a SAVE or static variable of its own. Two copies of such a
/// procedure remember different things, so in one program there can only be one.
bool keepsState(const ir::Procedure &);

} // namespace costate::analysis
