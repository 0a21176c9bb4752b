// Partial separability (Strout and Hovland, section 3): dependents that are sums of terms, f(x) = c + sum of T_k(x),
// and which elements of the independents each term takes.
//
// (S1) What a variable A holds at a point of a block is followed backwards: over statements that do not touch it,
//      over updates `A = A + t`, `A = A - t`, alone or in loops and branches in which A is touched by updates alone,
//      to where it gets its value, `A = e`. In between nothing reads A but its updates. So at the point A is the value
//      of e plus the sum of what the updates added, one term for each time that one runs.
// (S2) e itself may be a sum of parts. A part that is another such variable, perhaps times a factor that does not
//      vary, is followed in turn from there (`f = 0.5*s`); all other parts together are one more term.
// (S3) A is touched where a statement may read or write its memory under any name: aliases, pointers and calls
//      count. A sum that a callee continues is not recognised, nor one of an array's elements, nor SUM of an array
//      expression, which is one term.
// (S4) Where the value comes from either of two branches, each gives it on its own; the terms are those of both.
// (S5) Sums of floating-point numbers are taken for sums of numbers: in what order they are added is not preserved.
//
// A dependent without such a sum is not listed. Every listed sum is one in all runs that return; that a term is
// said to take elements of x means that in each of its evaluations it depends on no others (TermElements.h).
#pragma once

#include "analysis/TermElements.h"

namespace costate::analysis {

/// A variable that collects terms.
struct Accumulator {
  const ir::Expr *place = nullptr;
  std::string name; ///< as HEAD would write it
  /// What the dependent is given of it: times this (null: 1), which does not vary; less it where negative.
  const ir::Expr *scale = nullptr;
  bool negative = false;
  unsigned into = 0; ///< the accumulator, or the dependent, that it is given to
  /// Where it is given over to the dependent, or to another accumulator: there `scale` is to be evaluated. Null: it
  /// is the dependent itself.
  const ir::Assign *taken = nullptr;
};

struct SeparableTerm {
  const ir::Assign *statement = nullptr;
  unsigned accumulator = 0;       ///< in the dependent's list
  const ir::Stmt *loop = nullptr; ///< the innermost around; null: it is evaluated at most once
  bool negative = false;          ///< the accumulator's less the term
  bool first = false;             ///< the accumulator's first value, not an update
  std::vector<const ir::Expr *> parts; ///< that are added or subtracted, and vary
  /// Nothing: not known.
  std::optional<std::vector<TermElement>> elements;
  std::optional<int64_t> count; ///< of the elements, at most
};

struct SeparableDependent {
  std::string dependent; ///< as the head writes it
  size_t number = 0;     ///< among the head's dependents
  std::vector<Accumulator> accumulators; ///< the dependent itself first
  std::vector<SeparableTerm> terms;      ///< those that vary, in the order of the source
  /// The most elements any term takes; nothing: not known of all terms.
  std::optional<int64_t> widest() const;
};

/// The dependents of a head that are sums, with at least two terms or one in a loop.
std::vector<SeparableDependent> separableDependents(const Head &, Memory &, EffectSummaries &, TermElements &,
                                                    const VaryingUses &);

} // namespace costate::analysis
