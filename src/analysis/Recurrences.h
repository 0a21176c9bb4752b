// The recurrences of one loop, solved (paper, Figures 4 and 5).
//
// Given are, of every variable the loop's body assigns, its value before the loop and its value at the
// end of an iteration as a form over unknowns, one for each variable's value when the iteration began.
// A solution replaces the unknown: a closed form where one exists. Where none does, the variable is a
// Sequence: a function of the iteration numbers of which bounds, and bounds of its steps, may be known.
#pragma once

#include "analysis/LoopNest.h"

namespace costate::analysis {

class Recurrences {
public:
  using Unknowns = llvm::MapVector<const ir::Symbol *, symbolic::AtomId>;
  Recurrences(symbolic::AtomTable &table, Loop &loop, Unknowns unknowns)
      : table(table), loop(loop), unknowns(std::move(unknowns)) {}

  /// Solves for all unknowns; fills the loop's inductions.
  void solve(const std::map<const ir::Symbol *, std::pair<Known, Known>> &beforeAndEnd);

  /// A form or bounds with the unknowns replaced; nothing where that cannot be said.
  Known substituted(const Known &) const;
  Form substituted(const Form &) const;
  /// What is known when an iteration begins: bounds rather than a sequence.
  const Known &start(const ir::Symbol *) const;
  symbolic::AtomId unknown(const ir::Symbol *v) const { return unknowns.find(v)->second; }
  const Unknowns &all() const { return unknowns; }

private:
  Known boundsOnly(const Known &) const;
  bool mentionsOpen(const Known &, const ir::Symbol *self,
                    const std::set<const ir::Symbol *> &open) const;
  Known settledStart(symbolic::AtomId self, const Known &first, const Known &end) const;
  std::optional<Form> solution(symbolic::AtomId self, const Form &first, const Form &end) const;
  std::optional<Form> wrapAround(const Form &first, const Form &value) const;
  std::optional<Form> bound(symbolic::AtomId self, const Form &first, const Form &end) const;
  std::optional<Form> step(symbolic::AtomId self, const std::optional<Form> &end) const;
  bool isFragile(const Form &) const;
  bool containsInside(const Form &, symbolic::AtomId) const;
  std::optional<Form> exactForm(const Form &) const;
  std::optional<Form> boundOf(const Form &, bool upper) const;
  std::optional<Form> boundOf(symbolic::AtomId, bool upper) const;
  Form sequence(const ir::Symbol *, const Known &bounds, const Known &end);

  symbolic::AtomTable &table;
  Loop &loop;
  Unknowns unknowns;
  std::map<symbolic::AtomId, Known> bounds;  ///< or exact values
  std::map<symbolic::AtomId, Form> replaced; ///< what stands for the unknown afterwards
};

/// The counters of a loop and those around it, outermost first.
std::vector<Form> countersAround(symbolic::AtomTable &, const Loop *);

} // namespace costate::analysis
