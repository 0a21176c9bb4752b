// The adjoint data-flow analyses of seed 002 (Hascoet and Araya-Polo): which statements the forward
// sweep runs, and what they keep for the backward sweep.
//
// Definitions by their numbers in the paper, on the structured program, sets being sets of cells:
//   use, out, kill (1.2-1.5)   Accesses, and must-writes of whole scalars
//   live(I-bar; D-bar) (1.10)  adjoint liveness, one fold backwards: what the adjoint of a statement
//                              reads is live before it; a statement that writes nothing live is not
//                              run, and what it reads is not live because of it
//   use(I'; U-back) (1.8, 1.9) to be recorded, one fold forwards: what the backward sweep of all that
//                              was upstream still needs; a statement that runs and overwrites some of
//                              it (or of what its own adjoint needs) keeps the old value
// Lemma 1 then holds for what is generated: the adjoint of the rest leaves everything that the backward
// sweep of the upstream code uses as it was. Loops take the sets around until they stay the same.
// Both grow with what they are given, so taking more as live or used than is, is always sound.
//
// Beyond the paper: control. Whether a branch or loop has anything to do backwards is not known before
// it is known what is recorded inside it; such statements get their condition, and everything is
// done again until none is left. Calls are split: what the callee's backward sweep needs at its start
// is used by the caller's, and what is live or required at any call is so in the callee (one answer for
// each variant).
#pragma once

#include "analysis/Recomputation.h"
#include "analysis/Varied.h"

namespace costate::analysis {

class Recording {
public:
  struct Options {
    bool liveness = true; ///< off: every statement runs (--no-liveness)
    bool tbr = true;      ///< off: everything overwritten is kept (--no-tbr)
    bool fusion = true;   ///< off: nothing is computed again (--no-fusion)
  };

  /// `variants`: those with an adjoint, heads first; `needed`: those through which derivatives go.
  Recording(const Varied &, Memory &, EffectSummaries &, const std::vector<const Variant *> &variants,
            const std::set<const Variant *> &needed, Options);

  /// Whether the forward sweep runs a statement. (Branches and loops run where something in them does.)
  bool runs(const Variant &, const ir::Stmt &) const;
  /// Whether the old value of what the statement overwrites is kept; of a counted loop, its variable.
  bool keeps(const Variant &, const ir::Stmt &) const;
  /// Whether a branch or loop has something to do in the backward sweep.
  bool isReversed(const Variant &, const ir::Stmt &) const;
  /// What the backward piece of a block begins with: assignments of the block, run again.
  std::vector<const ir::Assign *> recomputes(const Variant &, const ir::Block &) const;
  /// Variables that a counted loop computes again and whose old value is needed after its backward piece.
  std::vector<const ir::Symbol *> keepsBefore(const Variant &, const ir::For &) const;
  /// Whether a loop runs as often in every iteration of one around it.
  bool isFixed(const Variant &, const ir::For &, const ir::For &outer) const;
  /// Whether the value that a counted loop leaves in its variable is wanted by the forward sweep.
  bool leaves(const Variant &, const ir::For &) const;
  /// Whether the backward procedure of a pair needs the value a variable has at the end of the forward one.
  bool carries(const Variant &, const ir::Symbol *) const;

  /// Whether a statement may write memory of a place.
  bool mayWrite(const ir::Procedure *, const ir::Stmt &, const ir::Expr *place) const;

private:
  friend class RecordingFold;
  struct Statement {
    bool runs = false, keeps = false, reversed = false;
    bool recomputed = false; ///< an assignment that the backward sweep runs again
    bool leaves = false; ///< of a counted loop: its variable is live after it
  };
  struct Summary {
    bool acts = false;            ///< its forward sweep does something
    CellBits liveExit, liveEntry; ///< of the forward sweep
    CellBits usedEntry;           ///< by the backward sweeps of what was upstream of its calls
    CellBits usedExit;            ///< by its own backward sweep, and by those
    llvm::DenseMap<const ir::Stmt *, Statement> statements;
    std::map<const ir::For *, std::set<const ir::Symbol *>> keptBefore;
  };

  const Statement *at(const Variant &, const ir::Stmt &) const;
  bool hasOutsideEffect(const ir::Procedure *);

  const Varied &varied;
  Memory &memory;
  EffectSummaries &effects;
  mutable Accesses accesses; ///< the memory model remembers what it was asked
  const std::set<const Variant *> &needed;
  Options options;
  std::map<const Variant *, Summary> summaries;
  llvm::DenseMap<const ir::Procedure *, bool> outside;
  std::map<const ir::Procedure *, Recomputation> recomputation;
};

} // namespace costate::analysis
