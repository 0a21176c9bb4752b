// Scalars that live in one run of a block: an iteration of a loop, a way of a branch.
//
// (I1) Nothing outside of the block names the variable, and no pointer leads to it.
// (I2) In the block, one assignment gives it a value, among the statements of the block itself, and nothing before names it.
// So a run neither sees what the one before left in it, nor leaves anything to others: what it holds in a run is what
// that assignment has put there.
#pragma once

#include "ir/Program.h"

#include <map>

namespace costate::transform {

class BlockLocals {
public:
  explicit BlockLocals(const ir::Procedure &procedure) : procedure(procedure) {}

  /// Whether (I1) and (I2) hold of what a statement of the block assigns, but for other writers, which are for
  /// analyses to tell.
  bool isSetBy(const ir::Assign &, const ir::Block &);

private:
  using Mentions = std::map<const ir::Symbol *, unsigned>;
  static void count(const ir::Stmt &, Mentions &);
  const Mentions &all();
  const Mentions &in(const ir::Block &);

  const ir::Procedure &procedure;
  Mentions everywhere;
  bool isCounted = false;
  std::map<const ir::Block *, Mentions> inside;
  std::map<const ir::Block *, std::map<const ir::Symbol *, const ir::Stmt *>> first; ///< of a block's statements that names it
};

} // namespace costate::transform
