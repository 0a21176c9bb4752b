// What procedures keep between calls, as variables that others can name: C's static variables as those
// of their file, Fortran's SAVEd ones as those of a new module.
//
// The two procedures that a called procedure becomes have to share them.
#pragma once

#include "analysis/Head.h"

#include <vector>

namespace costate::transform {

/// For all procedures that something calls; returns the variables.
std::vector<const ir::Symbol *> liftStatics(ir::Program &, const std::vector<analysis::Head> &);

/// Variables of Fortran modules become those of new modules, one for each; those of C stay where they are.
void moveToOwnModules(ir::Program &, const std::vector<const ir::Symbol *> &);

} // namespace costate::transform
