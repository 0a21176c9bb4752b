// Additions to memory that several threads add to, made atomic (`#pragma omp atomic`, `!$omp atomic`).
//
// What iterations only add to, they may add to at the same time if every single addition is atomic: sums do not depend on the
// order of their terms, but for rounding. So all that a loop does with such memory, through the variables that lead there,
// the pointers that are made from these, and the parameters of procedures that they are passed for, must be statements
// `place = place + e`, with e that does not read it. Otherwise nothing is made atomic, and the loop stays serial.
//
// An atomic addition takes about ten nanoseconds, as long as some twenty-five plain operations. On two threads, a loop is
// faster than a serial one only if it has more than that to do besides: `leastOther` operations for each, as LoopWork.h
// counts them.
#pragma once

#include "analysis/CallGraph.h"

#include <map>
#include <set>

namespace costate::transform {

class AtomicUpdates {
public:
  explicit AtomicUpdates(const analysis::CallGraph &calls) : calls(calls) {}

  static constexpr double leastOther = 24;

  /// Whether all that the body does with what these variables lead to is to add to it.
  bool find(const ir::Procedure &, const ir::Block &body, std::set<const ir::Symbol *> variables);
  /// Of the body last looked at, per iteration: about how many additions, and how much there is to do in all.
  double additions() const { return ofAdditions; }
  double operations() const { return ofAll; }
  /// Statements of the body last looked at, and of what it calls.
  const std::set<const ir::Stmt *> &statements() const { return found; }

private:
  using Tracked = std::set<const ir::Symbol *>;
  bool look(const ir::Procedure &, const ir::Block &, Tracked);
  bool understand(const ir::Procedure &, const ir::Block &, const Tracked &, double times);
  bool understandAssign(const ir::Procedure &, const ir::Assign &, const Tracked &, double times);
  bool understandCall(const ir::Call &, const Tracked &, double times);

  const analysis::CallGraph &calls;
  std::set<const ir::Stmt *> found;
  std::map<const ir::Procedure *, Tracked> inside; ///< parameters looked at, or being looked at
  double ofAdditions = 0, ofAll = 0, around = 1;
};

} // namespace costate::transform
