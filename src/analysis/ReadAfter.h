// What may be read after a statement before something certainly overwrites it, in the memory of its procedure.
//
// A fold backwards over the procedure, with a fixed point at loops: what an iteration reads first is read after the one
// before. Nothing is read after the procedure here: who asks looks at what callers see himself. Taking more as read than
// is, is always sound. Elements of arrays are read together, and one write does not overwrite them all.
#pragma once

#include "analysis/Accesses.h"

namespace costate::analysis {

class ReadAfter {
public:
  ReadAfter(Memory &memory, EffectSummaries &effects) : memory(memory), effects(effects), accesses(memory, effects) {}

  /// Looks at these statements of the procedure at once.
  void find(const ir::Procedure *, const std::set<const ir::Stmt *> &);
  /// The cells that may be read after one of them.
  const CellBits &after(const ir::Procedure *, const ir::Stmt *);

  /// What a procedure may read before it has certainly overwritten it, through what it calls, too.
  const CellBits &readFirst(const ir::Procedure *);

private:
  friend class ReadAfterFold;
  const CellBits &readsOf(const ir::Procedure *) const;

  Memory &memory;
  EffectSummaries &effects;
  Accesses accesses;
  std::map<const ir::Stmt *, CellBits> found;
  std::map<const ir::Procedure *, CellBits> first; ///< of all procedures, where it was asked for
};

} // namespace costate::analysis
