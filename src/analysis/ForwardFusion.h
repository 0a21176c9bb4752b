// A loop at the end of a head, both sweeps of which are one pass forwards: seed 000 (Strout and Hovland), Fig. 4.
//
// It serves heads whose original results are wanted, too: a function value and its gradient in one pass. Let L be the
// last loop of the head's body, U what stands before it and D what stands after it. In place of
//   U-> L-> D-> D<- L<- U<-    the adjoint runs    U-> D<- (for each iteration, the first first: -> and <-) D-> U<-
// and keeps nothing from one iteration to another. Each of these reads what it always has if
// (L1) D<- uses nothing that L or D writes, and D keeps nothing that it overwrites;
// (L2) U<- uses nothing that L or D writes;
// (L3) what backward pieces of iterations put back is private to an iteration, so that later iterations and D find all
//      as L-> alone would have left it;
// (L4) the backward pieces of two iterations may change places. They touch the adjoints of what L reads or writes. The
//      adjoint of what L only reads is only added to. What L writes is
//      - private: no iteration reads what it has not written itself, D does not read it, and it is the procedure's own.
//        Then its adjoint is zero whenever the backward piece of an iteration begins, and is used up when it ends; or
//      - a sum: a number that L only adds to. Its adjoint is read, and stays as it is; or
//      - an array of which no two iterations touch the same element, if one of them writes it; or
//      - not of a type that has an adjoint.
//
// The paper asks for less: that all that L carries is linear and scalar. That is not enough. Its own Fig. 1 has
// `a = a + x(i)**2; f = f + sin(a)`, and there the adjoint of a iteration is the sum of what all later ones add to it,
// which Fig. 4 leaves out; by (L4), `a` is read, so it is not a sum.
#pragma once

#include "analysis/Recording.h"

namespace costate::analysis {

class ForwardFusion {
public:
  ForwardFusion(Recording &all, const Variant &v);

  /// The last loop of the procedure's body, if what follows it are assignments and branches and (L4) holds; or null.
  const ir::For *candidate();
  /// (L1) to (L3), by what the analyses have found.
  bool holds(const ir::For &);

  /// A number that the loop only adds to.
  bool isSum(const ir::For &, CellId);
  /// What a statement may read, but for what is inside it.
  CellBits reads(const ir::Stmt &);

private:
  bool commutes(const ir::For &);
  bool isPrivate(const ir::For &, CellId);
  bool isApart(const ir::For &, CellId);
  CellBits exposed(const ir::Block &, CellBits &written);
  CellBits exposed(const ir::Stmt &, CellBits &written);
  CellBits usedBackwards(const ir::Stmt &);
  CellBits putBack(const ir::Block &);

  Recording &all;
  const Variant &v;
  const ir::Procedure *p;
  AdjointUse use;
  std::vector<const ir::Stmt *> after; ///< D
  CellBits readAfter;
};

} // namespace costate::analysis
