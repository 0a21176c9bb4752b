// Derivative programs whose loops run in parallel (--openmp).
//
// A derivative program is a program like any other: what the dependence tests prove of its loops, they prove of the
// loops that will run, whatever they were derived from (Parallelize.h). Backward loops of adjoints may have a proof from
// the loops they were made from, too (ParallelIterations.h).
#pragma once

#include "ir/Program.h"

namespace costate::transform {

/// The user's own OpenMP and OpenACC directives speak of the original's variables alone: a derivative that kept
/// them would share its own among threads.
void dropDirectives(ir::Program &);

/// Adds directives to the derivative program: where they pay, or wherever they can be (for tests).
void addThreads(ir::Program &, bool everywhere);

} // namespace costate::transform
