// Exact answers about integer points where everything is affine, by isl.
//
// A problem has unknowns (counters) and parameters: products of atoms that do not change with the
// unknowns are parameters of their own, whatever they are made of. What is not affine in the
// unknowns (n*i, i*i, m[i]) becomes one more unknown: then the problem has at least the points of
// the real one, "no point" is still true, and `exact` is false. Integer quotients and remainders
// are exact.
//
// Everything isl sees is an integer. A power with an exponent that may be negative need not be one, though 8*2^p in
// an integer expression is: of each condition, all such terms together are one part, which is an integer because the
// condition and its other terms are (after both are multiplied by the denominators).
#pragma once

#include "symbolic/Prover.h"

#include <set>

namespace costate::symbolic {

class AffineProblem {
public:
  /// `unknowns` are the loops whose counters are unknown.
  AffineProblem(AtomTable &table, std::set<LoopId> unknowns)
      : table(table), unknownLoops(std::move(unknowns)) {}

  void nonnegative(const Form &);
  void zero(const Form &);

  bool exact() const { return isExact; }
  enum class Answer { Empty, Points, Unknown };
  Answer solve() const;

  /// Conditions on the parameters, all of which must hold for there to be no point, where `given`
  /// (a problem of parameters only) holds. Each is a list of alternatives; an empty list: never.
  /// Nothing: too hard.
  std::optional<std::vector<Alternatives>> whereEmpty(const AffineProblem &given) const;

  /// The value of a form at all points, where it is one number.
  std::optional<int64_t> fixedValue(const Form &) const;

private:
  struct Row {
    std::map<unsigned, Rational> factors; ///< by column
    Rational constant;
    bool isZero = false;
  };
  /// One of several lists of rows holds.
  using Cases = std::vector<std::vector<Row>>;

  Row row(const Form &);
  unsigned column(const Form &part);
  void describe(unsigned column, AtomId);
  bool isUnknown(AtomId) const;
  friend class IslSet;

  AtomTable &table;
  std::set<LoopId> unknownLoops;
  std::map<Form, unsigned> columns;
  std::vector<Form> parts; ///< by column: a product of atoms, or a sum with powers that is an integer
  std::vector<bool> parameter;     ///< by column
  std::vector<Row> rows;
  std::vector<Cases> cases;
  bool isExact = true;
};

} // namespace costate::symbolic
