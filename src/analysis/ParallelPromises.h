// What the user's own `parallel for` and `parallel do` promise of a loop.
//
// An OpenMP program without data races, whose loop has no synchronisation in it, has iterations of which none touches what
// another one writes, in all memory that threads share: any two of them may run at the same time. Where the dependence
// tests prove nothing, that is believed of
// (P1) what is global, or comes in through parameters, unless a clause names it; and
// (P2) arrays that the procedure declares before the loop and what it has allocated there, unless a clause names them.
// It says nothing of what threads have for themselves: variables of `private` and the like, which may keep values from one
// iteration of a thread to its next, and what is declared in the loop or in a parallel region around it. Nor of sums: what a
// `reduction` names all iterations write. These are left to proofs, and so are all scalars.
//
// The directive is not believed, and a warning says why, where
//   - iterations are synchronised (critical, atomic, ordered, tasks, ...), there or in a procedure they call;
//   - the program is another one with OpenMP than without (`omp_get_thread_num`, `#ifdef _OPENMP`, `!$`), since it is read
//     without;
//   - there are threadprivate variables: these are globals that threads do not share;
//   - the region that the loop belongs to is not in sight, or a clause is not understood.
//
// The promise stays with the loop as a mark among its comments, through all transforms. Symbols and allocations are known by
// their places in the source, which derivatives have from their originals.
#pragma once

#include "analysis/Memory.h"
#include "support/Diagnostics.h"

namespace costate::analysis {

struct ParallelPromise {
  Location loop;
  uint32_t first = 0;                                ///< line of the procedure
  bool locals = true;                                ///< (P2)
  std::vector<std::pair<uint32_t, uint32_t>> listed; ///< lines and columns of variables that a clause names

  static std::optional<ParallelPromise> of(const ir::Stmt &);
  std::string mark() const;
  /// Whether the promise speaks of this memory.
  bool covers(const Memory &, CellId) const;
};

bool isParallelPromise(const std::string &comment);

/// Marks the loops, and warns of what is not used. Refuses variables that are private in a loop and read after it: with
/// OpenMP they keep the value they had before it, without, they have the last iteration's.
void notePromises(ir::Program &, Diagnostics &);

} // namespace costate::analysis
