// Comparing an adjoint with the tangent and with differences of the original.
//
// The adjoint of a head is the transpose of its Jacobian J. With seeds w of the dependents and a
// direction v of the independents,
//   <w, J v> = <J' w, v>
// where J v comes from the tangent (equal up to rounding) or from differences (up to their error). Of
// small heads all of J is compared: rows by the adjoint, columns by the tangent. Besides, an adjoint
// adds: a second call in the same process gives twice the gradient; and it consumes: where the result
// does not depend on what a variable held before, its adjoint is zero afterwards.
#pragma once

#include "check/Differences.h"
#include "check/Evaluation.h"
#include "check/Report.h"

#include <functional>

namespace costate::check {

class AdjointComparison {
public:
  /// How a program is run: its plan and its evaluator.
  struct Program {
    const Plan &plan;
    const Evaluator &evaluator;
    Evaluation original(const std::vector<LeafValues> &point) const {
      return evaluator.original(plan, point);
    }
    Evaluation derivative(const std::vector<LeafValues> &point,
                          const std::vector<LeafValues> &shadows) const {
      return evaluator.derivative(plan, point, shadows);
    }
  };

  /// `other` runs the original and, if there is one to be compared with, the tangent.
  AdjointComparison(Program adjoint, Program other, const std::vector<LeafValues> &point,
                    const Evaluation &base, const Options &, Progress &);

  /// One direction, with other seeds each time. `tangent` may be null. False: the adjoint does not
  /// run to its end.
  bool compare(unsigned number, const std::vector<LeafValues> &direction, const Evaluation *tangent,
               const std::vector<DifferenceTable> &, Report &);

  void conclude(Report &) const;

private:
  using Vectors = std::vector<LeafValues>; ///< by leaf
  Vectors seedsNumber(unsigned number) const;
  bool run(const Vectors &seeds, Evaluation &, Report &) const;
  void compareWithTangent(const Vectors &seeds, const Vectors &direction, const Evaluation &adjoint,
                          const Evaluation &tangent, Report &);
  Vectors nearby(unsigned number) const;
  Number noise(const Program &, const Vectors &shadows,
               const std::function<Number(const Vectors &)> &distance) const;
  Number movement(size_t leaf, const Vectors &seeds, const Evaluation &there) const;
  void compareWithDifferences(const Vectors &seeds, const Vectors &direction,
                              const Evaluation &adjoint, const std::vector<DifferenceTable> &,
                              Report &);
  void compareTwice(const Vectors &seeds, const Evaluation &once, Report &) const;
  void compareOverwritten(const Evaluation &adjoint, Report &) const;

  // JacobianComparison.cpp
  struct Jacobian;
  void compareJacobian(Report &) const;
  void compareEntry(Jacobian &, size_t row, size_t column, Line &) const;
  Number noiseOf(Jacobian &, size_t row, size_t column) const;
  std::vector<std::pair<size_t, size_t>> components(bool Leaf::*role) const;
  Vectors unit(std::pair<size_t, size_t> component, const Vectors &like) const;
  bool canRepeat() const;

  Program adjoint, other;
  const Plan &plan;
  const std::vector<LeafValues> &point;
  const Evaluation &base;
  Progress &progress;
  Number epsilon, tolerance, rounding; ///< rounding: what adjoint and tangent may differ by
  bool leavesOriginals;    ///< or should
  bool unresolved = false; ///< by differences
  bool hidden = false;     ///< by rounding
};

std::string inFull(Number);
Line &adjointLine(Report &, const std::string &name);
/// Keeps the worst of what a line compares. `allowed`: how far apart the two may be.
bool judge(Line &, Number adjoint, Number expected, Number size, Number allowed,
           const std::string &where);

/// The unit roundoff of the least precise variable of a head, and what derivatives and differences
/// may differ by where the user does not say.
Number precisionOf(const Plan &);
Number toleranceFor(Number precision, const Options &);

} // namespace costate::check
