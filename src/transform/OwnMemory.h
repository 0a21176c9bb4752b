// Work arrays of which each iteration of a derivative's loop can have its own.
//
// A procedure declares them, or allocates them before the loop and frees them after it, and does nothing with them besides
// but in the loop; there,
// every iteration reads only what it has written itself, or what nobody has (analysis/LoopReplay.h). No clause of OpenMP
// gives threads copies of what a C pointer leads to: the iteration allocates one, of the same size and by the same
// function, so that what nobody has written is as it was. Small arrays and those of Fortran become private, or firstprivate.
#pragma once

#include "analysis/LoopReplay.h"

#include <map>

namespace costate::transform {

class OwnMemory {
public:
  OwnMemory(ir::Program &program, analysis::Memory &memory, analysis::EffectSummaries &effects)
      : program(program), memory(memory), effects(effects) {}

  /// Whether iterations can have it for themselves.
  bool isOwn(const analysis::Loop &, analysis::CellId);
  /// Of what is: whether they find nothing of value there.
  bool isCovered(const analysis::Loop &, analysis::CellId);
  /// The variable by which the procedure knows it.
  const ir::Symbol *variableOf(const ir::Procedure &, analysis::CellId) const;

  /// What C needs: variables for the sizes, assigned where the arrays are allocated (`beforeAllocation`), and statements
  /// around the body of the loop.
  void prepare(ir::Procedure &, const ir::Symbol *pointer);
  void surround(ir::For &, const std::vector<const ir::Symbol *> &pointers);
  ir::Block beforeAllocation(const ir::Stmt &);
  ir::Symbol *copyOf(const ir::Symbol *pointer) const { return copies.at(pointer); }

private:
  bool isNamedInLoopAlone(const ir::Procedure &, const ir::For &, const ir::Symbol *);
  const ir::Allocate *allocationBefore(const ir::Procedure &, const ir::For &, const ir::Symbol *) const;

  struct Sizes {
    const ir::Allocate *allocation;
    ir::Symbol *size, *count; ///< null: none, or a number
  };
  ir::Program &program;
  analysis::Memory &memory;
  analysis::EffectSummaries &effects;
  std::unique_ptr<analysis::LoopReplay> replay;
  std::map<const ir::Symbol *, Sizes> sizes;
  std::map<const ir::Symbol *, ir::Symbol *> copies;
};

} // namespace costate::transform
