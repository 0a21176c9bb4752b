// Conditions on symbols, as a program can test them before a loop: clauses that must all hold, each
// a list of alternatives.
#pragma once

#include "symbolic/Prover.h"

namespace costate::symbolic {

struct Condition {
  std::vector<Alternatives> clauses; ///< none: true

  bool isTrue() const { return clauses.empty(); }
  /// No values satisfy it.
  bool isFalse() const;
  void add(const Alternatives &clause);
  void add(const Condition &);
  size_t comparisons() const; ///< in all of it
  bool operator==(const Condition &) const = default;
};

/// Few and short ones of several ways to the same end, without repetitions, simple ones first.
Alternatives simplest(Alternatives);

/// Without what follows from the rest.
Conjunction withoutImplied(Prover &known, const Conjunction &);

/// No values satisfy it: one of its forms is negative wherever the others are not.
bool isContradictory(Prover &known, const Conjunction &);

/// Drops what follows from the rest, and alternatives that are covered by others. `known` holds
/// what may be assumed; its assumptions are the same afterwards.
Condition simplified(Prover &known, const Condition &);

/// Clauses with alternatives in common, which are said once: one of those holds, or all of the rest.
struct ClauseGroup {
  Alternatives shared;
  std::vector<Alternatives> rest;
};
std::vector<ClauseGroup> grouped(const Condition &);

/// `j0 >= 0`, `(m <= 0 or m >= n) and k != 3`.
std::string text(const AtomTable &, const Condition &);

} // namespace costate::symbolic
