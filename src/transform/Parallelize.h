// OpenMP directives on the loops that are proven independent (analysis/Dependence.h).
//
// The outermost loop of a nest that can run in parallel gets the directive, with `private`,
// `lastprivate` and `reduction` clauses as it needs them. Where the proof has a condition, an `if`
// clause tests it at run time: the loop then runs on one thread where the condition does not hold. A
// loop whose condition or clauses cannot be written down there stays as it is, and so does one with
// induction variables that only their closed forms would make independent.
#pragma once

#include "analysis/Dependence.h"

namespace costate::transform {

/// Adds the directives; returns how many.
unsigned parallelize(ir::Program &);

} // namespace costate::transform
