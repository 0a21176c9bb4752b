#include "check/Originals.h"

#include <algorithm>
#include <cmath>

namespace costate::check {

namespace {

bool sameBits(const LeafValues &a, const LeafValues &b) {
  return a.text == b.text && a.numbers.size() == b.numbers.size() &&
         std::equal(a.numbers.begin(), a.numbers.end(), b.numbers.begin(), [](Number x, Number y) {
           return x == y || (std::isnan(x) && std::isnan(y));
         });
}

} // namespace

void compareOriginals(const Plan &plan, const Evaluation &original, const Evaluation &found, Number epsilon,
                      Number tolerance, Line &line) {
  for (size_t i = 0; i < plan.leaves.size(); ++i) {
    if (plan.adjoint && !plan.leaves[i].read) // adjoints leave no result of a function where the driver looks
      continue;
    const LeafValues &a = original.values[i], &b = found.values[i];
    line.elements += a.numbers.size();
    if (sameBits(a, b))
      continue;
    Number apart = 0, largest = 0;
    bool comparable = a.numbers.size() == b.numbers.size() && a.text == b.text;
    for (size_t k = 0; comparable && k < a.numbers.size(); ++k) {
      bool both = std::isnan(a.numbers[k]) && std::isnan(b.numbers[k]);
      apart = std::max(apart, both ? 0 : std::fabs(a.numbers[k] - b.numbers[k]));
      comparable &= both || std::isnan(a.numbers[k]) == std::isnan(b.numbers[k]);
      largest = std::max(largest, std::fabs(a.numbers[k]));
    }
    Number relative = comparable ? apart / std::max(largest, std::fabs(apart) * epsilon) : INFINITY;
    if (relative > line.error) {
      line.error = line.worst = relative;
      line.worstAt = plan.leaves[i].name;
    }
    bool number = plan.leaves[i].element.differentiable();
    if (!comparable || !number || relative > tolerance / 100) {
      line.good = false;
      line.text = std::string("the ") + (plan.adjoint ? "adjoint" : "tangent") +
                  " does not leave the original result of " + plan.leaves[i].name;
    }
  }
}

} // namespace costate::check
