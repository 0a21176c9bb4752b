// Loops with a known number of iterations, written out.
//
// Integers and pointers whose values are known are followed from statement to statement: counters of unrolled loops,
// subscripts computed from them, pointers to elements of arrays. Branches that they decide are taken. Variables that are
// followed are the procedure's own, with no address and no second name; where a branch or a loop that stays may assign
// one, nothing is known of it there and afterwards.
#pragma once

#include "ir/Program.h"

#include <optional>

namespace costate::transform {

/// How often a loop with these bounds and this step runs; nothing where its direction says that it would not end.
std::optional<int64_t> constantTrips(const ir::For &, int64_t lower, int64_t bound, int64_t step);

/// Loops stay as they are beyond so many statements in all.
void unrollLoops(ir::Program &, ir::Procedure &, size_t limit = 5000);

} // namespace costate::transform
