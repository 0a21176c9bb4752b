// Comparing derivatives with differences of the original.
//
// A derivative t of a dependent agrees with its estimate d (Differences.h) where
//   |t - d| <= tolerance * max(|t|, |d|) + 10 * (estimated error of d) + rounding of the largest,
// component by component: a large neighbour does not excuse a small one. Where the estimate's own
// error is so large that this says nothing (a tenth of the whole vector), the verdict is unclear.
#pragma once

#include "check/AdjointComparison.h"

namespace costate::check {

class Comparison {
public:
  /// `evaluator` runs the original, and the tangent where there is one to be checked.
  Comparison(const Plan &, const std::vector<LeafValues> &point, const Evaluation &base,
             const Evaluator &evaluator, bool hasTangent, const Options &, Progress &);

  /// Checks this adjoint too.
  void checkAdjoint(AdjointComparison &a) { adjoint = &a; }

  void run(Report &);

  std::vector<LeafValues> directionNumber(unsigned number) const;
  /// The first direction in which something was wrong, or else the first of all.
  unsigned tellingDirection() const { return wrongDirection.value_or(0); }
  Number precision() const { return epsilon; }
  /// Whether all that is wrong are derivatives that disagree with differences.
  bool onlyDerivatives(const Report &) const;

private:
  bool compareDirection(unsigned number, Report &);
  void compareDependents(const Evaluation &tangent, Report &);
  Evaluation tangent(unsigned number) const;
  bool agree(const std::vector<LeafValues> &first, const std::vector<LeafValues> &again) const;
  void compareRepeated(const Evaluation &first, const Evaluation &again, Report &) const;
  void compareLeaf(size_t leaf, const std::vector<Number> &tangent, Report &);
  void compareElement(const Leaf &, size_t at, Number tangent, const Estimate &, Number largest,
                      Line &) const;
  std::vector<DifferenceTable> sweep(const std::vector<LeafValues> &direction, unsigned number);
  bool isSettled(const std::vector<DifferenceTable> &, size_t rows) const;
  void conclude(Report &) const;

  const Plan &plan;
  const std::vector<LeafValues> &point;
  const Evaluation &base;
  const Evaluator &evaluator;
  bool hasTangent;
  const Options &options;
  Progress &progress;
  AdjointComparison *adjoint = nullptr;
  Number epsilon, tolerance;
  std::vector<DifferenceTable> tables; ///< by leaf
  std::vector<std::string> unresolved;
  std::optional<unsigned> wrongDirection;
  bool anyDerivative = false;
};

} // namespace costate::check
