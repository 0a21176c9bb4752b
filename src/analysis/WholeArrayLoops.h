// Arrays that a loop overwrites from end to end without looking at them: nothing of what they held is left.
//
// By the text alone: in the loop, or in loops directly inside it, stands an assignment to an element whose subscripts
// are the loops' variables, each once; each loop runs from the first to the last subscript of the array's declaration
// by ones; the variables in these bounds are never written in the procedure. Where such a loop runs no iteration, the
// array has no elements. Nothing else in the loop reads the array.
#pragma once

#include "analysis/Accesses.h"

namespace costate::analysis {

class WholeArrayLoops {
public:
  WholeArrayLoops(Memory &memory, EffectSummaries &effects, const ir::Procedure *p)
      : memory(memory), accesses(memory, effects), p(p) {}

  /// The cells of such arrays.
  CellSet of(const ir::For &);

private:
  void find(const ir::Block &, std::vector<const ir::For *> &around, CellSet &out);
  bool isWhole(const ir::Assign &, const std::vector<const ir::For *> &around);
  bool goesThrough(const ir::For &, const ir::Dimension &, bool rowMajor);
  bool isSame(const ir::Expr *, const ir::Expr *);
  bool isFixed(const ir::Expr *);
  bool isRead(const ir::For &, CellId);

  Memory &memory;
  Accesses accesses;
  const ir::Procedure *p;
  std::optional<CellBits> written; ///< in the procedure
};

} // namespace costate::analysis
