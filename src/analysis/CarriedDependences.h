// What an iteration of a loop gets from earlier ones, and how it computes with that (paper, 2.1 and 2.2).
//
// A carried dependence <v, w> is one of a statement in the loop that writes v and reads a value of w which an
// earlier iteration may have written. Its class is that of these reads alone: of c(i) = b(i-1) + b(i)*x(i), only
// the first read of b is carried (Fig. 10). Conditions and bounds of loops that read carried values make what they
// decide depend on them, nonlinearly. Compiler-made temporaries are seen through.
//
// Reads of scalars are carried where no write of the same iteration surely comes before; of arrays, CarriedReads
// says.
#pragma once

#include "analysis/CarriedReads.h"
#include "analysis/Linearity.h"
#include "analysis/VaryingUses.h"

namespace costate::analysis {

class CarriedDependences : public ExpressionDeps {
public:
  CarriedDependences(Memory &, EffectSummaries &, CarriedReads &, LinearityFold &, const ir::Procedure *,
                     const VaryingUses &, const ir::Stmt &loop);

  LoopLinearity run();

private:
  DepsRef contents(const ir::Expr *place) override;
  DepsRef status(const ir::Expr *) override { return nullptr; }
  DepsRef leaf(CellId, bool carried);

  void walk(const ir::Block &, CellBits &must, DepsRef control);
  void statement(const ir::Stmt &, CellBits &must, const DepsRef &control);
  void call(const ir::Call &, CellBits &must, const DepsRef &control);
  void write(const ir::Expr *place, const DepsRef &, bool whole, CellBits &must);
  void note(CellId, const DepsRef &);
  void walkLoop();

  Memory &memory;
  EffectSummaries &effects;
  CarriedReads &reads;
  LinearityFold &fold;
  const ir::Procedure *p;
  const VaryingUses &varying;
  const ir::Stmt &loop;
  CellBits written;
  const ir::Stmt *at = nullptr;  ///< the statement at hand
  const CellBits *before = nullptr; ///< what the iteration has surely written there
  bool transitive = false; ///< following values through the iteration
  bool changed = false;
  std::map<CellId, DepsRef> temporaries, through;
  std::map<std::pair<CellId, CellId>, std::pair<Shape, Location>> found;
  std::set<CellId> needed;
};

} // namespace costate::analysis
