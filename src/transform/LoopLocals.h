// Scalars that live in one iteration of a loop.
//
// (I1) Nothing outside of the loop's body names the variable, and no pointer leads to it.
// (I2) In the body, one assignment gives it a value, among the statements of the body itself, and nothing before names it.
// So an iteration neither sees what the one before left in it, nor leaves anything to others: what it holds in an
// iteration is what that assignment has put there.
#pragma once

#include "ir/Program.h"

#include <map>

namespace costate::transform {

class LoopLocals {
public:
  explicit LoopLocals(const ir::Procedure &procedure) : procedure(procedure) {}

  /// Whether (I1) and (I2) hold of what a statement of the loop's body assigns, but for other writers, which are for
  /// analyses to tell.
  bool isSetBy(const ir::Assign &, const ir::For &);

private:
  using Mentions = std::map<const ir::Symbol *, unsigned>;
  static void count(const ir::Stmt &, Mentions &);
  const Mentions &all();
  const Mentions &in(const ir::For &);

  const ir::Procedure &procedure;
  Mentions everywhere;
  bool isCounted = false;
  std::map<const ir::For *, Mentions> inside;
  std::map<const ir::For *, std::map<const ir::Symbol *, const ir::Stmt *>> first; ///< of a body's statements that names it
};

} // namespace costate::transform
