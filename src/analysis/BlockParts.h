// Arrays that a procedure cuts from one block of memory:
//
//   double *work = malloc(3 * n * sizeof(double)), *a = work + n, *b = work + 2 * n;
//
// Points-to sets know one object here, so that all that is said of `a` is said of `b`, too: to write the one is to
// overwrite what an adjoint needs of the other, and where both are passed to a procedure its two dummies are aliases.
// Where every access through `work`, `a` and `b` is proven to stay in its own part, each part is an object of its own
// (a cell, see Memory), and the assignments that cut the block are like allocations.
//
// What is proven. Parts begin at forms 0, s1, s2, ... over values that are fixed when the block is cut. Memory is
// solved as if they were objects; then every access of the procedure, and every section of a call (Sections), that may
// touch one of them must lie between the beginning of that part and that of the next, and beginnings must be in order,
// where the access takes place. Every access that points-to sets without parts would find in the block is found in some
// part with them, since the parts only take the block's place in them, so none is forgotten. Forms are over integers
// and pointers, which such a block of reals does not hold, so they do not depend on what is being proven.
//
// What may be assumed: a program reads and writes inside the block, or it is not C. Where a statement runs for sure
// whenever an access does, as one of a block of statements around it, its own addresses tell of sizes: `b[2]` of the
// block above says that 3*n > 2*n + 2. (Nothing in the procedure or below stops the program: no input, output or
// procedures without source.) So no access before the first part or after the last needs a proof.
#pragma once

#include "analysis/CallGraph.h"

#include <map>

namespace costate::analysis {

/// Assignments of pointers that begin a part each, and what allocates the memory.
using BlockParts = std::map<const ir::Assign *, const ir::Allocate *>;

BlockParts findBlockParts(ir::Program &, const CallGraph &, const std::vector<ir::Procedure *> &heads);

} // namespace costate::analysis
