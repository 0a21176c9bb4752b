// Flags whose value is known where they are read, and flags nobody reads.
//
// A condition that reads a flag which can only have one value there (FlagValues.h) is folded. A flag
// without a reader is not set any more. Both leave every other value as it was, whatever jumps the
// program has.
#pragma once

#include "emit/exits/Flags.h"

namespace costate::emit::exits {

/// Folds and removes; returns whether anything changed.
bool foldKnownFlags(ir::Program &, ir::Procedure &, const Flags &);

} // namespace costate::emit::exits
