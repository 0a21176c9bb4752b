// `costate check`: builds the original and its derivative program, runs both and compares.
#pragma once

#include "check/Options.h"
#include "check/Trace.h"
#include "support/Progress.h"
#include "transform/Adjoint.h"

namespace costate::check {

/// Checks the tangents and adjoints of the heads of the user's program. One report for each head; none
/// where the input was refused, with the reason in the diagnostics. Where only one of the two
/// derivatives is refused, the other is checked.
std::vector<Report> checkDerivatives(const ReadAgain &read, const std::vector<std::string> &heads,
                                     const transform::TangentOptions &,
                                     const transform::AdjointOptions &, const Options &,
                                     Diagnostics &, Progress &);

} // namespace costate::check
