// Preaccumulation: local Jacobians of straight-line code, in place of the derivatives of its statements (seed 003).
//
// A pass before differentiation. In a run of assignments whose Jacobian is worth it, every statement keeps its place and
// its value, and is told its derivative: that of a dependent is a linear form in what the run reads,
//     y = carry(value, p1*x1 + p2*x2)
// with entries p of the Jacobian, which are computed ahead and passive; others have none. Both modes then move
// derivatives by the entries alone: a vector tangent once for each direction, an adjoint by as many records as there are
// entries.
#pragma once

#include "analysis/Recording.h"
#include "analysis/Varied.h"

namespace costate::transform {

/// Which graphs are accumulated.
struct PreaccumulationWish {
  bool everything = false;            ///< all that can be: for tests
  std::optional<unsigned> directions; ///< of a vector tangent, 0: not known; nothing: an adjoint
  /// Of an adjoint without local Jacobians: whether a statement's old value goes into a record.
  std::function<bool(const ir::Stmt &)> keeps;
  /// Likewise, whether both its sweeps run in one place: entries then go from one to the other in variables.
  std::function<bool(const ir::Stmt &)> isShared;
  /// Likewise, whether its value is computed at all.
  std::function<bool(const ir::Stmt &)> runs;
  std::vector<const ir::Symbol *> statics; ///< what procedures keep between calls
};

/// Whether anything was accumulated.
bool preaccumulate(ir::Program &, const analysis::Varied &, const std::set<const analysis::Variant *> &needed,
                   analysis::Memory &, analysis::EffectSummaries &, const PreaccumulationWish &);

} // namespace costate::transform
