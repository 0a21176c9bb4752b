// Static variables of C functions, as variables of their file.
//
// The two procedures that a called function becomes have to share what it keeps between calls.
#pragma once

#include "analysis/Head.h"

#include <vector>

namespace costate::transform {

/// For all procedures that something calls; returns the variables.
std::vector<const ir::Symbol *> liftStatics(ir::Program &, const std::vector<analysis::Head> &);

} // namespace costate::transform
