// Places that hold what a loop changes, for copies of it between its steps.
//
// Each cell is named from the procedure that has the loop, by a place whose extent is known there: a variable, the
// components of one, what a pointer leads to that nothing in the procedure moves.
#pragma once

#include "analysis/Recording.h"
#include "ir/Builder.h"

namespace costate::transform {

class StatePlaces {
public:
  StatePlaces(ir::Program &program, const ir::Procedure *p, const analysis::Recording &recording)
      : b(program), p(p), recording(recording), memory(recording.cells()) {}

  struct Found {
    std::vector<const ir::Expr *> places; ///< in the terms of the procedure
    std::vector<analysis::CellId> left;   ///< cells that none of them holds
  };
  Found of(const analysis::CellBits &);

private:
  void add(analysis::CellId, Found &);
  bool addVariable(analysis::CellId root, analysis::CellId leaf, Found &);
  const ir::Expr *place(analysis::CellId);
  const ir::Expr *variable(analysis::CellId);
  const ir::Expr *allocated(const analysis::Cell &);
  bool isFixed(analysis::CellId pointer);
  static const ir::Expr *elements(const ir::Expr *, ir::ExprArena &);

  ir::Builder b;
  const ir::Procedure *p;
  const analysis::Recording &recording;
  analysis::Memory &memory;
};

/// Whether a statement of the block stands in a loop.
bool isInLoop(const ir::Block &, const ir::Stmt &, bool around = false);

} // namespace costate::transform
