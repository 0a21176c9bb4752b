// What INTENT(OUT) does to an argument when its procedure begins, as statements.
//
// An allocatable is deallocated, and so are allocatable components; components with default values get them: writes
// that no analysis would see. A CLASS argument may be of a type that extends the declared one: what its further components
// would get is refused.
#pragma once

#include "analysis/Head.h"
#include "support/Diagnostics.h"

namespace costate::transform {

/// For tangents, which leave the intents as they are: only the default values.
void expandDefaults(ir::Program &, const std::vector<analysis::Head> &, Diagnostics &);

/// For adjoints: their sweeps take over arguments as they are (INTENT(INOUT)), keep what this overwrites and put it
/// back. Arguments of heads that are allocatable stay as they are.
void expandIntents(ir::Program &, const std::vector<analysis::Head> &, Diagnostics &);

/// The same for one argument, which begins as if it were INTENT(OUT).
void beginArgument(ir::Program &, ir::Procedure &, ir::Symbol *, Diagnostics &);

} // namespace costate::transform
