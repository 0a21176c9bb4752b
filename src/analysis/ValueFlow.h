// How statements move numbers between cells: what both graphs are made from.
#pragma once

#include "analysis/DependenceGraph.h"

namespace costate::analysis {

class ValueFlow {
public:
  ValueFlow(Memory &memory, EffectSummaries &effects, bool everyArgument)
      : memory(memory), effects(effects), everyArgument(everyArgument) {}

  /// Differentiable leaves of a place, in order.
  CellSet leaves(const ir::Procedure *, const ir::Expr *place);

  /// The memory an ALLOCATE makes for a place: an allocatable's own, or what the pointer then
  /// points to.
  CellSet allocated(const ir::Procedure *, const ir::Expr *place);

  /// The leaves whose values an expression's derivative depends on.
  CellSet sources(const ir::Procedure *, const ir::Expr *value);

  /// A copy of whole records goes component by component: visits (source leaf, target leaf).
  /// False where the assignment is no such copy.
  bool copiesRecords(const ir::Procedure *, const ir::Expr *place, const ir::Expr *value,
                     const std::function<void(CellId from, CellId to)> &visit);

  /// What goes into a target at a call: visits (caller's leaf, the target's leaf).
  void forEachInput(const ir::Procedure *caller, const ir::Call &, const ir::Procedure *target,
                    const std::function<void(CellId from, CellId to)> &visit);
  /// What comes out: visits (the target's leaf, caller's leaf). Shared cells are left out of both.
  void forEachOutput(const ir::Procedure *caller, const ir::Call &, const ir::Procedure *target,
                     const std::function<void(CellId from, CellId to)> &visit);

  /// What a call without source may do: every input of a transfer may flow into every output. All
  /// inputs are read before any output is written.
  struct Transfer {
    CellSet inputs, outputs;
  };
  std::vector<Transfer> outside(const ir::Procedure *caller, const ir::Call &);

  /// Numbers calls by target, for the labels of Call and Return edges.
  uint32_t site(const ir::Call &, const ir::Procedure *target);

  Memory &memory;
  EffectSummaries &effects;
  const bool everyArgument;

private:
  Transfer anything(const ir::Procedure *caller, const ir::Call &);
  CellSet numbers(const ir::Procedure *caller, const ir::Expr *argument);
  CellBits touched(const ir::Procedure *target) const;
  void pair(CellId from, CellId to, const std::function<void(CellId, CellId)> &visit);

  llvm::DenseMap<std::pair<const ir::Call *, const ir::Procedure *>, uint32_t> sites;
};

} // namespace costate::analysis
