// Every pass, in order.
#pragma once

#include "driver/Options.h"
#include "driver/SetAside.h"
#include "ir/Program.h"
#include "support/Diagnostics.h"
#include "support/Progress.h"

namespace costate::driver {

/// Reads the files and makes them one canonical program; false where the input was refused. Where `strange` is
/// given, procedures that cannot be understood are set aside, with a warning for each error in them; where there are
/// heads, those that they do not reach.
bool readProgram(ir::Program &, const Options &, Diagnostics &, Progress &,
                 std::vector<StrangeLoop> *strange = nullptr);

/// Turns the canonical program into the derivative program of the heads; false where it was refused.
bool differentiate(ir::Program &, const Options &, Diagnostics &, Progress &);

} // namespace costate::driver
