// Fused loops of an adjoint whose iterations may run at the same time.
//
// In an iteration of a fused loop (Recording.h) both sweeps of the original's iteration run. They touch
//   - of the original's values what the original's iteration touches: its forward piece runs statements of it, its
//     backward piece puts back what these have overwritten;
//   - of the adjoints those of what the iteration reads, which are added to, and of what it writes, which are read and
//     set to zero.
// So iterations do not disturb each other, each with scalars of its own, if all that the original's iterations write is
// (I1) own memory: no one else sees it, every iteration reads only what it has written there itself, and nothing outside
//      of the loop reads it. Its adjoint is zero whenever an iteration begins, and when it ends: each thread can have both
//      for itself; or
// (I2) an array of which no two iterations touch the same element, by proof or by the source's promise: their adjoints'
//      elements are not the same, either; or
// (I3) a sum: what the loop only adds to. Its adjoint is read by all iterations, and stays as it is.
// What iterations only read, they may read together. The adjoints of what several of them read (I4) are only added to:
// each thread adds to its own, and these are added up at the end. Where no two iterations read the same element they are
// apart as they are.
//
// Of a loop that is not fused, and in which nothing is called, the same holds for its backward sweep alone: it touches no
// more. But it begins where the forward sweep ended, and own memory has another iteration's values then: none of them may
// be needed (ParallelIterations.h looks).
//
// Scalars by name are looked at in the derivative program, where there are more of them (Parallelize.h).
#pragma once

#include "analysis/Recording.h"

namespace costate::analysis {

struct IndependentLoop {
  CellBits own;   ///< (I1), arrays and what pointers lead to
  CellBits apart; ///< (I2), and what is read by one iteration at most
  CellBits sums;  ///< (I3)
  CellBits added; ///< (I4)
};

class IndependentLoops {
public:
  IndependentLoops(Recording &all, const Variant &v);

  /// Nothing where it is not proven.
  std::optional<IndependentLoop> of(const ir::For &);

private:
  bool sortWritten(const ir::For &, CellId, IndependentLoop &);
  bool isOwn(const ir::For &, CellId);
  bool isAddedTo(const ir::For &, CellId);
  bool touches(const ir::Expr *, const ir::Expr *place, CellId);
  bool isAlone(const ir::For &);

  Recording &all;
  const Variant &v;
  const ir::Procedure *p;
};

} // namespace costate::analysis
