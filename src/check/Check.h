// `costate check`: builds the original and its derivative program, runs both and compares.
#pragma once

#include "check/Options.h"
#include "check/Trace.h"
#include "transform/Tangent.h"
#include "support/Progress.h"

namespace costate::check {

/// Checks the tangents of the heads of the user's program. One report for each head; none where the
/// input was refused, with the reason in the diagnostics.
std::vector<Report> checkTangents(const ReadAgain &read, const std::vector<std::string> &heads,
                                  const transform::TangentOptions &, const Options &, Diagnostics &,
                                  Progress &);

} // namespace costate::check
