// Local variables that pointers remember (C).
//
// A called procedure has two frames, one in each sweep. A pointer to one of its local variables that
// the forward sweep keeps, in a variable or on the tape, would point into the frame that is gone. So
// such variables become heap memory, from the start of the body to its end: the adjoint keeps that
// until its backward sweep has passed.
//   double tmp[9], *row = tmp + 3;      double (*tmp)[9] = malloc(sizeof *tmp), *row = *tmp + 3;
#pragma once

#include "analysis/CallGraph.h"
#include "analysis/Head.h"

namespace costate::transform {

/// For all procedures that something calls.
void moveLocalsToHeap(ir::Program &, const std::vector<analysis::Head> &, Diagnostics &);

} // namespace costate::transform
