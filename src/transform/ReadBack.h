// Values that leave the program and come back: written to a file or a string, and read again.
#pragma once

#include "analysis/Varied.h"
#include "support/Diagnostics.h"

namespace costate::transform {

/// Warns where real numbers are read by a program that writes numbers with derivatives to anything
/// but the terminal: if they are the same numbers, their derivative is lost.
void warnOfReadBack(const analysis::Varied &, Diagnostics &);

/// The warning itself.
void warnOfInput(Location, Diagnostics &);

} // namespace costate::transform
