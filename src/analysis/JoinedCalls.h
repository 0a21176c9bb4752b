// Which calls are joined: run in their original form by the forward sweep and once more, with both sweeps,
// by the backward sweep.
//
// A split call keeps what its backward sweep needs until that comes; a joined one keeps a snapshot, and
// runs the callee once more (not even that where nothing downstream needs what it computes: then its
// forward sweep is the only run). Both are counted, in operations, over loops of ten iterations:
// a value kept and taken back costs as much as four operations.
#pragma once

#include "analysis/Recording.h"

namespace costate::analysis {

/// The local variable of its procedure that an expression of Fortran takes the address of, if one. A pair of
/// procedures has two of it, so a pointer to it is kept only where both sweeps are in one procedure.
const ir::Symbol *addressedLocal(const ir::Expr *);

/// What a procedure overwrites of what its declarations read on entry: the extent of a dummy array, say. The backward
/// procedure of a pair is called with what is there at the end, so it would be declared differently.
CellBits changedShapes(const ir::Procedure &, const Varied &, Memory &, EffectSummaries &);

/// What the original must not do where it is run once more: to the world outside (files, what procedures without
/// source do), and to the life of memory (memory that outlives it, or that is not its own to free). Of a statement of a
/// procedure, and of a procedure with all it calls; empty: nothing.
std::string obstacleAt(const ir::Procedure &, const ir::Stmt &, Memory &);
std::string obstacleInside(const ir::Procedure &, Memory &);

struct JoinRequests {
  std::set<std::string> join, split; ///< procedures, by name
};

class JoinedCalls {
public:
  JoinedCalls(const Varied &varied, Memory &memory, EffectSummaries &effects,
              const std::vector<const Variant *> &variants, const std::set<const Variant *> &needed);

  /// With all of one kind analysed, the cheaper kind for each variant; those that point to their own variables
  /// or change their extents are joined, where that is possible.
  std::set<const Variant *> choose(LoopReplay *, const RecordingOptions &, const JoinRequests &);

  /// Whether calls of it can be joined at all.
  bool mayJoin(const Variant &) const;

private:
  bool obstructs(const ir::Procedure &, const ir::Stmt &) const;
  double recordCost(const Recording &, const Variant &);
  double runCost(const Recording &, const Variant &);
  double snapshotCost(const Recording &, const Variant &);
  template <typename Cost> double sum(const ir::Block &, Cost cost);

  const Varied &varied;
  Memory &memory;
  EffectSummaries &effects;
  const std::vector<const Variant *> &variants;
  const std::set<const Variant *> &needed;
  struct Site {
    const Variant *caller;
    const ir::Call *call;
  };
  llvm::DenseMap<const Variant *, std::vector<Site>> sites; ///< calls of a variant
  ProcedureSet obstructed; ///< by a statement of theirs, or of what they may run
  std::set<const ir::Procedure *> open;             ///< whose cost is being found
  bool isCut = false;                               ///< one of them was met again
  llvm::DenseMap<const Variant *, double> runCosts; ///< where none was
};

} // namespace costate::analysis
