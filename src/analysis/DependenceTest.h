// Whether two accesses, the second in a later iteration of a loop than the first, can meet.
//
// The second access gets counters of its own for the loop and those inside of it; counters of outer
// loops are common. They meet where all parts of their paths are equal. The tests, in turn:
//
// 1. exact affine: isl says whether there is such a point, and for which values of the parameters;
// 2. GCD: a number divides everything in the difference but its constant;
// 3. monotonicity (paper, 4.1) of one access with itself, and the nonlinear extreme value test (4.2):
//    the difference is positive (negative) at all counters, by bounds of forms. Where that fails
//    with inner counters free, the directions of common inner loops are told apart: <, =, >;
// 4. nonlinear range test (4.3): the second is never behind the first in the same iteration, and the
//    first grows from one iteration to the next;
// 5. for conditions, extents: what one access reaches in all iterations does not overlap what the other
//    does, whichever way strides of unknown sign go.
//
// "Independent" is a proof. A test that fails says nothing, except that exact affine problems with
// a point in them have a dependence for some values of the parameters. The tests from 3 on also
// find conditions: sufficient ones. Those of test 1 are exact.
#pragma once

#include "analysis/LoopNest.h"
#include "symbolic/Affine.h"
#include "symbolic/Condition.h"

namespace costate::analysis {

struct DependenceAnswer {
  /// Under this condition there is none: true (independent), false (nothing known), or in between.
  symbolic::Condition vanishes;
  const char *test = "none"; ///< the one that decided
  bool certain = false;      ///< for some values of the parameters there is a dependence
  bool exact = false;        ///< nothing in the affine problem was left out: its condition is exact
  std::vector<std::string> direction; ///< by loop, from the outermost around both
  std::optional<std::string> distance;
};

class DependenceTest {
public:
  explicit DependenceTest(LoopNests &nests) : nests(nests), table(nests.atoms()) {}

  /// Each loop has its share of effort; where it is spent, nothing more is proven of it.
  void begin() { left = mostOfLoop; }
  bool isSpent() const { return !left; }

  /// `earlier` in an iteration of the loop before that of `later`: whether they are proven apart,
  /// and if not, whether, where and at which distance they meet.
  DependenceAnswer test(const Access &earlier, const Access &later, const Loop &loop);
  /// The condition under which they are apart, for a pair that is not so proven.
  void findCondition(const Access &earlier, const Access &later, const Loop &loop,
                     DependenceAnswer &);

  /// A shorter condition, and often a stronger one: all that one reaches lies before all that the other does, or behind.
  /// False where no such is known.
  symbolic::Condition findExtents(const Access &earlier, const Access &later, const Loop &loop);

  /// What holds where the loop is about to run at least two iterations, for simplifying conditions.
  void assumeAround(symbolic::Prover &, const Loop &);

private:
  static constexpr unsigned mostOfLoop = 20000;
  struct Problem;
  bool hasStrayRows(const Access &, const Loop &);
  bool arePathsComparable(const Access &, const Access &, const Loop &);
  Problem pose(const Access &earlier, const Access &later, const Loop &);
  bool isStrongSiv(const Problem &);
  bool byGcd(const Problem &);
  void affine(const Problem &, DependenceAnswer &);
  void affineCondition(const Problem &, DependenceAnswer &);
  void describe(const Problem &, const symbolic::AffineProblem &, DependenceAnswer &);
  symbolic::AffineProblem affineProblem(const Problem &);
  void nonlinear(const Problem &, DependenceAnswer &);
  void nonlinearCondition(const Problem &, DependenceAnswer &);
  bool byBounds(const Problem &, size_t refined);
  bool isApart(const Problem &, symbolic::Prover &);
  /// The difference of one part of the paths, either way round, in terms of the distance.
  std::vector<Form> differences(const Problem &);
  Form laterOf(const Problem &);
  symbolic::Alternatives conditionsApart(const Problem &);
  symbolic::Alternatives conditionsAt(const Problem &);
  symbolic::Alternatives byRange(const Problem &);
  symbolic::Alternatives byExtent(const Problem &);
  bool isFixed(const Form &, const Problem &) const;
  bool startApart(const Problem &);
  std::optional<Form> extreme(Form, bool greatest, const Problem &, symbolic::Prover &);
  void setUp(const Problem &, symbolic::Prover &);
  bool isUseless(const Form &condition, const Problem &);

  LoopNests &nests;
  symbolic::AtomTable &table;
  unsigned left = mostOfLoop; ///< steps of proofs, for the loop at hand
};

} // namespace costate::analysis
