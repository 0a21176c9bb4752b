// Central differences with extrapolation, and how far they can be trusted.
//
// D(h) = (f(x+hv) - f(x-hv)) / 2h has an error in even powers of h, so a table of D over falling
// steps, extrapolated to h = 0 column by column (Richardson, Romberg), gains two orders a column.
// What two neighbours in the table differ by estimates their truncation; what the last bits of f do
// to D, eps |f| / h, bounds it from below. For each component the entry with the smallest estimate is
// taken (Ridders). The derivative under test plays no part in the choice: a wrong one cannot pick the
// step that agrees with it by chance.
#pragma once

#include "check/Values.h"

namespace costate::check {

struct Estimate {
  Number value = 0;
  Number error = 0; ///< estimated; infinite: no step gave a number
};

/// How far a derivative is from its estimate, in units of what is allowed: the tolerance of the larger,
/// ten times the estimate's error, and `slack` for rounding. More than 1 disagrees; what is not a
/// finite number does.
Number excess(Number derivative, const Estimate &, Number tolerance, Number slack);

/// The steps of a sweep, falling: powers of 1/2, apart by a constant factor.
std::vector<Number> differenceSteps(Number epsilon);

class DifferenceTable {
public:
  DifferenceTable(std::vector<Number> steps, Number epsilon)
      : steps(std::move(steps)), epsilon(epsilon) {}

  /// One step's two sides; in the order of the steps. Empty: no value there.
  void add(std::vector<Number> above, std::vector<Number> below);

  size_t size() const;
  Estimate estimate(size_t component) const;

private:
  struct Row {
    std::vector<Number> above, below;
  };
  std::vector<Number> steps;
  Number epsilon;
  std::vector<Row> rows;
};

} // namespace costate::check
