// The straight-line runs of procedures, and what is known of the memory that they read and write.
#pragma once

#include "analysis/Flattening.h"
#include "analysis/LoopNest.h"
#include "analysis/Overlap.h"

namespace costate::analysis {

/// Neighbouring assignments of one block. Those of integers and pointers are among them.
struct Run {
  const ir::Procedure *procedure = nullptr;
  const ir::Block *block = nullptr;
  size_t first = 0; ///< of the statements in the block
  std::vector<const ir::Assign *> statements;
};

class StraightLine {
public:
  StraightLine(ir::Program &, Memory &, EffectSummaries &);

  /// The longest runs, in the order of the source; those of one statement too.
  std::vector<Run> runs(const ir::Procedure &, const std::function<bool(const ir::Expr *)> &isActive);

  /// What flattening asks about a run.
  RunContext context(const Run &, std::function<bool(const ir::Expr *)> isActive);
};

} // namespace costate::analysis
