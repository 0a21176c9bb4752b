// How much of an array a loop changes whose extent no declaration tells: what a C pointer leads to, Fortran's `a(*)`.
//
// The sections of its accesses say so (analysis/Sections), over what variables hold where the loop begins. An interval
// is read for a snapshot before the accesses of the step run, so it must lie in the array whenever a step runs at all.
// It does where every way through a step makes an access whose interval holds it.
#pragma once

#include "analysis/Recording.h"
#include "analysis/Sections.h"
#include "ir/Builder.h"

namespace costate::transform {

class StateExtents {
public:
  StateExtents(ir::Program &, const analysis::Recording &);

  /// Elements `first` to `last`, counted from where the base leads, or as Fortran counts.
  struct Extent {
    const ir::Expr *base; ///< a pointer, or an array of Fortran
    const ir::Expr *first, *last;
  };
  /// Extents that hold all that the loop writes of the cell; none where that is not known.
  std::vector<Extent> of(const ir::Stmt &loop, analysis::CellId);

private:
  using Loop = analysis::Loop;
  struct Interval {
    symbolic::Form first, last;
    const ir::Expr *array; ///< of Fortran
  };
  std::optional<std::vector<Interval>> intervals(const Loop &, analysis::CellId);
  std::optional<Interval> interval(const analysis::Access &, const Loop &);
  std::vector<analysis::Access> accesses(const Loop &);
  analysis::Access moved(const ir::Call &);
  bool isWithin(const Interval &, const Interval &);
  using Made = std::map<const ir::Stmt *, std::vector<Interval>>; ///< accesses that statements make for sure
  bool isMade(const ir::Block &, const Interval &, const Made &);
  std::optional<Extent> written(const Interval &, const Loop &);

  ir::Program &program;
  analysis::Memory &memory;
  analysis::EffectSummaries &effects;
  analysis::LoopNests nests;
  analysis::Overlaps overlaps;
  analysis::Sections sections;
};

} // namespace costate::transform
