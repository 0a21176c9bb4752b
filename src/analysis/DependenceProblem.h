// A pair of accesses as a problem, shared by the tests of DependenceTest.
#pragma once

#include "analysis/DependenceTest.h"

namespace costate::analysis {

/// Counters of the later access, and distances to them, by those of the earlier one.
constexpr LoopId laterCounter = 1u << 20, distanceCounter = 1u << 21;

/// Outermost first; null: from the outermost of all.
inline std::vector<const Loop *> loopsFrom(const Loop *outermost, const Loop *innermost) {
  std::vector<const Loop *> out;
  for (const Loop *l = innermost; l; l = l->outer) {
    out.insert(out.begin(), l);
    if (l == outermost)
      break;
  }
  return out;
}

/// The pair as forms: all that belongs to the later access is in terms of its own counters.
struct DependenceTest::Problem {
  const Loop &loop;
  std::vector<const Loop *> outer;         ///< around the loop, outermost first
  std::vector<const Loop *> first, second; ///< from the loop inwards
  std::vector<Known> from, to;             ///< the paths
  std::vector<Fact> facts;                 ///< of both
  struct Range {
    LoopId counter;
    std::optional<Form> last;
  };
  std::vector<Range> ranges; ///< of both, without the loop's own, outer first
  std::optional<Form> last;
  bool same; ///< one access with itself
  /// How many iterations the later access is behind.
  enum class Distance { Any, One, More };
  Distance distance = Distance::Any;

  size_t common() const;
};

} // namespace costate::analysis
