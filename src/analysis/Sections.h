// Which parts of memory a loop, a procedure or a call reads and writes: intervals of forms.
//
// The section of an access is its path (addresses and subscripts) with the counters of loops bounded
// away: a form that does not fall along a counter is least where the counter is 0 and greatest where it
// is last (paper, L and U). May-sections hold every element that may be touched. A must-section is
// written element by element whenever the loop or procedure runs: an unconditional assignment in counted
// loops, each of which moves one subscript by one; where it runs no iteration that interval is empty. A loop
// that moves no subscript must be seen to run.
//
// A procedure's sections are over what its variables hold on entry. At a call they are over what the
// caller's variables hold there: `f(&x[i*d])` where f reads p[0..n-1] reads x[i*d .. i*d+n-1]. Where
// the dummies of Fortran are in the caller's arrays, ArgumentArrays says.
#pragma once

#include "analysis/Overlap.h"

namespace costate::analysis {

struct Section {
  CellId cell;
  const ir::Expr *place;   ///< one access it stands for
  bool writes, must;
  /// Bounds, where known; none: all of the object.
  std::vector<Known> path;
  bool exposed = true; ///< of a read: perhaps of a value from before the procedure or loop
  bool linear = false; ///< the path is one position (ArgumentArrays)
};

class Sections {
public:
  Sections(LoopNests &nests, Memory &memory, EffectSummaries &effects, Overlaps &overlaps)
      : nests(nests), memory(memory), effects(effects), overlaps(overlaps) {}

  /// Of what callers can see.
  const std::vector<Section> &of(const ir::Procedure *);
  /// Over what holds where the loop begins, and counters of loops around it.
  std::vector<Section> of(const Loop &);
  /// Of a call, as accesses of the caller; scalars that only their names lead to are left out.
  std::vector<Access> at(const ir::Call &);
  /// A form over what the target's variables hold on entry, at a call of it; nothing where that cannot be said.
  std::optional<Form> atCall(const Form &, const ir::Call &, const ir::Procedure *target);

  /// The same accesses, where those that calls make on positions of an array (ArgumentArrays) can be
  /// compared with all others of that array.
  std::vector<Access> linearised(const ir::Procedure *, llvm::ArrayRef<const Access *>);
  /// The access by the address of its number (ElementAddresses).
  std::optional<Access> addressed(const ir::Procedure *, const Access &);
  /// What an access's loops let a part of its path be; with `within`, only those inside that one.
  Known bounded(const Known &, const Access &, const Loop *within);

private:
  void add(std::vector<Section> &, const ir::Procedure *, const Access &, const Loop *within,
           bool exposed = true);
  bool isMust(const Access &, const ir::Procedure *, const Loop *within);
  bool isExposed(const Access &, const ir::Procedure *);
  LoopValues &valuesOf(const ir::Procedure *);
  void locate(Access &, const Section &, const ir::Call &, const ir::Procedure *target);
  std::optional<Form> inCaller(const Form &, const ir::Call &, const ir::Procedure *target,
                               LoopValues &);

  LoopNests &nests;
  Memory &memory;
  EffectSummaries &effects;
  Overlaps &overlaps;
  std::map<const ir::Procedure *, std::vector<Section>> ofProcedures;
  std::map<const ir::Procedure *, std::unique_ptr<LoopValues>> values;
};

} // namespace costate::analysis
