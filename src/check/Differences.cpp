#include "check/Differences.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace costate::check {

Number excess(Number t, const Estimate &d, Number tolerance, Number slack) {
  Number apart = std::fabs(t - d.value);
  if (!std::isfinite(t))
    return std::numeric_limits<Number>::infinity();
  if (apart == 0)
    return 0;
  return apart / (tolerance * std::max(std::fabs(t), std::fabs(d.value)) + 10 * d.error + slack);
}

std::vector<Number> differenceSteps(Number epsilon) {
  // From where x + hv stays near x to where half of the digits of f are gone.
  bool low = epsilon > 1e-10L;
  int first = low ? 2 : 4, last = low ? 12 : 25, apart = low ? 2 : 3;
  std::vector<Number> out;
  for (int k = first; k <= last; k += apart)
    out.push_back(std::exp2(-Number(k)));
  return out;
}

void DifferenceTable::add(std::vector<Number> above, std::vector<Number> below) {
  rows.push_back({std::move(above), std::move(below)});
}

size_t DifferenceTable::size() const {
  size_t n = 0;
  for (const Row &row : rows)
    n = std::max(n, row.above.size());
  return n;
}

Estimate DifferenceTable::estimate(size_t component) const {
  Estimate best{0, std::numeric_limits<Number>::infinity()};
  std::vector<Number> previous; // the row above in the table; empty where it has no value
  Number factor = steps.size() > 1 ? steps[0] / steps[1] : 2;
  for (size_t k = 0; k < rows.size(); ++k) {
    const Row &row = rows[k];
    std::vector<Number> current;
    if (component < row.above.size() && component < row.below.size()) {
      Number above = row.above[component], below = row.below[component];
      Number d = (above - below) / (2 * steps[k]);
      if (std::isfinite(d)) {
        Number floor = epsilon * std::max(std::fabs(above), std::fabs(below)) / steps[k];
        current.push_back(d);
        Number power = 1;
        for (size_t j = 0; j < previous.size(); ++j) {
          power *= factor * factor;
          current.push_back((power * current[j] - previous[j]) / (power - 1));
          Number error = std::max(std::fabs(current[j + 1] - current[j]),
                                  std::fabs(current[j + 1] - previous[j])) +
                         floor;
          if (error < best.error)
            best = {current[j + 1], error};
        }
        if (previous.empty() && best.error == std::numeric_limits<Number>::infinity() &&
            k + 1 == rows.size())
          best = {d, std::fabs(d) + floor}; // a single step says little
      }
    }
    previous = std::move(current);
  }
  return best;
}

} // namespace costate::check
