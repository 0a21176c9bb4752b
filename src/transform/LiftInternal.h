// Internal procedures without host association: what they use of their host becomes arguments.
//
// Afterwards an internal procedure depends on nothing but its arguments, modules and COMMON, so its
// derivatives can stand anywhere and different derivatives of its host can share them.
#pragma once

#include "ir/Program.h"
#include "support/Diagnostics.h"

namespace costate::transform {

void liftInternalProcedures(ir::Program &, Diagnostics &);

} // namespace costate::transform
