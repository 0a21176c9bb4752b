// Numbers as the check computes with them, and as they lie in the memory of a check program.
#pragma once

#include "check/Plan.h"

namespace costate::check {

using Number = long double;

/// The values of one leaf: numbers (truth values are 0 and 1, a complex number is two), or text.
struct LeafValues {
  std::vector<Number> numbers;
  std::string text;
};

/// Appends the bytes of `count` elements.
void encode(const Element &, const LeafValues &, int64_t count, std::string &out);

/// Takes `count` elements from the bytes at `at`; false where there are not enough.
bool decode(const Element &, int64_t count, const std::string &bytes, size_t &at, LeafValues &out);

/// The values of one leaf in several directions, an element's together; and one of them again.
LeafValues together(const Element &, const std::vector<LeafValues> &directions);
LeafValues oneOf(const Element &, const LeafValues &together, unsigned directions, unsigned number);

/// The unit roundoff of a real kind, times two.
Number epsilonOf(unsigned realKind);

} // namespace costate::check
