// FINAL procedures (Fortran) run where no statement shows it: when a variable ceases to exist, is deallocated, is
// assigned as a whole, or begins as INTENT(OUT). No analysis sees what they do, and in a derivative they run for
// shadows, too. So they may only
//   - set and nullify components of their object, and local variables;
//   - deallocate components of their object in a tangent: a shadow releases its own. The backward sweep may still need
//     that memory when the procedure of the forward sweep ends;
//   - print, where the type has no derivatives.
// All else is refused where it may run in what the heads reach.
#pragma once

#include "analysis/Head.h"
#include "support/Diagnostics.h"

namespace costate::transform {

void refuseFinalisers(ir::Program &, const std::vector<analysis::Head> &, bool isAdjoint, Diagnostics &);

} // namespace costate::transform
