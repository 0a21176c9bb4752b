// Derivative programs whose loops run in parallel (--openmp).
//
// A derivative program is a program like any other: what the dependence tests prove of its loops, they prove of the
// loops that will run, whatever they were derived from (Parallelize.h). Backward loops of adjoints may have a proof from
// the loops they were made from, too (ParallelIterations.h).
#pragma once

#include "ir/Program.h"

#include <set>

namespace costate::transform {

/// The user's own OpenMP and OpenACC directives speak of the original's variables alone: a derivative that kept
/// them would share its own among threads. (What they promise is noted before: analysis/ParallelPromises.h.)
void dropDirectives(ir::Program &);

/// `t = y[k]; y[k] = 0; ...; y[k] = y[k] + t`, with sums of other things in between, leaves y[k] as it was: the adjoint of
/// what a statement only adds to is not written.
void dropZeroedAndRestored(ir::Block &, const std::set<const ir::Symbol *> &addressTaken);

/// Adds directives to the derivative program: where they pay, or wherever they can be (for tests).
void addThreads(ir::Program &, bool everywhere);

} // namespace costate::transform
