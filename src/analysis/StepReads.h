// What one step of a loop reads from before it, and which of its statements matter to what is wanted after it.
//
// A backward fold, as every liveness: a statement runs where it may write something wanted; then it takes away what it
// writes for sure and adds what it reads. (Recording's own liveness knows of adjoints; here the original runs.)
#pragma once

#include "analysis/AdjointUse.h"

namespace costate::analysis {

class StepReads {
public:
  /// `running`: gets the statements that run; `all`: every statement does.
  StepReads(const ir::Procedure *p, Memory &memory, EffectSummaries &effects, Accesses &accesses, AdjointUse &use,
            std::set<const ir::Stmt *> &running, bool all)
      : p(p), memory(memory), effects(effects), accesses(accesses), use(use), running(running), all(all) {}

  CellBits block(const ir::Block &, CellBits live);

private:
  CellBits before(const ir::Stmt &, CellBits live);
  CellBits loop(const ir::For &, CellBits live);
  CellBits loop(const ir::While &, CellBits live);
  void assign(const ir::Assign &, CellBits &live);
  void call(const ir::Call &, CellBits &live);
  void kill(const ir::Expr *place, CellBits &live);
  bool anyRuns(const ir::Block &) const;
  CellBits reads(const ir::Expr *e) { return e ? accesses.reads(p, e) : CellBits(); }

  const ir::Procedure *p;
  Memory &memory;
  EffectSummaries &effects;
  Accesses &accesses;
  AdjointUse &use;
  std::set<const ir::Stmt *> &running;
  bool all;
};

} // namespace costate::analysis
