// Which statements matter to what is wanted in the end: a backward slice, over procedures.
//
// A statement runs where it may write something live: something that is wanted at the end of a root, or that a
// statement that runs (or decides whether one runs) may read later. What can be seen from outside runs in any case:
// input and output, procedures without source, allocation and deallocation. Loops take the sets around, and
// procedures those of all their calls, until they stay the same; both only grow, so that taking more as live than
// is, is always sound. What is not live is read by no statement that runs: leaving out its writers changes no value
// that any of those computes.
//
// Only some procedures are sliced; others run as they are, and read what they read.
#pragma once

#include "analysis/Accesses.h"

#include "llvm/ADT/DenseSet.h"

namespace costate::analysis {

class Liveness {
public:
  using Procedures = std::set<const ir::Procedure *>;
  /// `wanted`: by procedure that is called from outside, what is wanted at its end. What such a procedure leaves in
  /// memory that outlives it is wanted, too, where its next call may read it.
  Liveness(Memory &, EffectSummaries &, Procedures sliced, std::map<const ir::Procedure *, CellBits> wanted);

  bool runs(const ir::Stmt &s) const { return running.count(&s); }
  /// Whether a procedure's name is used as a value: then all that it does is wanted.
  bool isCallback(const ir::Procedure *p) const { return callbacks.count(p); }

private:
  friend class LivenessFold;
  struct Summary {
    CellBits exit, entry;
  };

  void addCallbacks();
  bool hasOutsideEffect(const ir::Procedure *);

  Memory &memory;
  EffectSummaries &effects;
  Accesses accesses;
  Procedures sliced, callbacks;
  CellBits shared; ///< that callbacks may read
  std::map<const ir::Procedure *, CellBits> roots;
  std::map<const ir::Procedure *, Summary> summaries;
  std::map<const ir::Procedure *, bool> outside;
  llvm::DenseSet<const ir::Stmt *> running;
};

} // namespace costate::analysis
