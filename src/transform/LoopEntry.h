// Forms over values at the procedure's entry, in terms of what variables hold where a loop begins.
#pragma once

#include "analysis/LoopNest.h"
#include "ir/Builder.h"

namespace costate::transform {

class LoopEntry {
public:
  LoopEntry(ir::Program &program, analysis::LoopNests &nests, const analysis::Loop &loop)
      : build(program), nests(nests), table(nests.atoms()), loop(loop) {}

  /// With atoms that have a spelling where the loop begins, as far as that can be done.
  symbolic::Form here(symbolic::Form);
  /// The variable or place with the atom's value where the loop begins; null: none.
  const ir::Expr *spelling(symbolic::AtomId);

private:
  symbolic::Form withOuterVariables(symbolic::Form);
  std::optional<symbolic::Form> solved(symbolic::AtomId);
  symbolic::Form now(const ir::Symbol *);
  const ir::Expr *firstNumber(ir::Symbol *);
  ir::Symbol *symbolOf(const void *key) const;

  ir::Builder build;
  analysis::LoopNests &nests;
  symbolic::AtomTable &table;
  const analysis::Loop &loop;
  std::map<symbolic::AtomId, const ir::Expr *> variables; ///< atoms of `now`
};

} // namespace costate::transform
