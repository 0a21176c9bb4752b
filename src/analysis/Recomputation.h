// Values that the backward sweep computes again instead of keeping them.
//
// In a block that runs many times (the body of a counted loop, a branch inside one) an assignment
// `v = e` can be run again at the start of the block's backward piece where
//   - v is a scalar of the procedure that nothing points to, and this is its only assignment in the
//     block; nothing in the block reads it before (so no iteration sees another's value);
//   - the block writes nothing that e reads, but for variables that are computed again before it.
// Then e gives the same value as in the forward sweep: what it reads is as it was at the end of the
// block, because whatever changed it later has been put back (Recording counts it as used). No
// iteration leaves anything behind for v; where nothing else needs the forward loop, it goes altogether,
// and both sweeps run in one loop.
//
// Of a branch, v must not be mentioned outside it: its value there would be another.
#pragma once

#include "analysis/Accesses.h"

namespace costate::analysis {

struct Recomputed {
  std::vector<const ir::Assign *> statements; ///< in order
  llvm::DenseSet<const ir::Stmt *> members;   ///< the same
  CellBits cells;                             ///< what they write
  CellBits inputs;                            ///< what they read of others
};

/// By block, for those that have any.
using Recomputation = llvm::DenseMap<const ir::Block *, Recomputed>;

/// Not worth keeping: a value of a few operations on scalars.
bool isCheap(const ir::Expr *);

Recomputation findRecomputation(const ir::Procedure &, Memory &, Accesses &);

} // namespace costate::analysis
