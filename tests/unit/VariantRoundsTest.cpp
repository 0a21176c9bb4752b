// The order of summaries: the answer is that of rounds over all variants, and a chain of calls costs no more than
// its length.
#include "analysis/VariantRounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>

namespace costate::analysis {
namespace {

/// Variants that call each other, without bodies: calls are told apart by their address alone.
struct Calls {
  std::deque<Variant> variants;
  std::deque<ir::Call> statements;
  std::vector<const Variant *> list;

  explicit Calls(unsigned count) : variants(count) {
    for (const Variant &v : variants)
      list.push_back(&v);
  }
  void add(unsigned caller, unsigned callee) {
    statements.emplace_back(nullptr, std::vector<ir::Argument>(), nullptr);
    variants[caller].calls[{&statements.back(), nullptr}] = &variants[callee];
  }
  unsigned numberOf(const Variant &v) const { return std::find(list.begin(), list.end(), &v) - list.begin(); }
};

using Sets = std::vector<std::set<unsigned>>;

/// What comes down from callers, and what goes up to them: all that a variant's callers were told and its callees have
/// found, and its own number. One fold; true where the variant's own set grew.
template <typename Told> bool fold(const Calls &calls, const Variant &v, Sets &down, Sets &up, Told &&told) {
  unsigned self = calls.numberOf(v);
  bool grew = up[self].insert(self).second;
  for (auto &[site, callee] : v.calls) {
    unsigned other = calls.numberOf(*callee);
    size_t before = down[other].size();
    down[other].insert(down[self].begin(), down[self].end());
    down[other].insert(self);
    if (down[other].size() != before)
      told(*callee);
    for (unsigned x : std::set<unsigned>(up[other])) // it may be its own
      grew |= up[self].insert(x).second;
  }
  return grew;
}

struct Found {
  Sets down, up;
  unsigned folds = 0;
};

Found inRounds(const Calls &calls) {
  Found out{Sets(calls.list.size()), Sets(calls.list.size())};
  VariantRounds rounds(calls.list);
  VariantRounds::Begun begun;
  rounds.untilStable(begun, true, [&](const Variant &v) {
    ++out.folds;
    return fold(calls, v, out.down, out.up, [&](const Variant &callee) { rounds.told(&callee); });
  });
  return out;
}

Found overAll(const Calls &calls) {
  Found out{Sets(calls.list.size()), Sets(calls.list.size())};
  for (bool changed = true; changed;) {
    changed = false;
    for (const Variant *v : calls.list)
      changed |= fold(calls, *v, out.down, out.up, [&](const Variant &) { changed = true; });
  }
  return out;
}

TEST(VariantRounds, RandomCallsGiveWhatRoundsOverAllGive) {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    Calls calls(2 + random() % 12);
    for (unsigned edges = random() % 30; edges > 0; --edges) // recursion included
      calls.add(random() % calls.list.size(), random() % calls.list.size());
    Found one = inRounds(calls), other = overAll(calls);
    EXPECT_EQ(one.down, other.down) << "round " << round;
    EXPECT_EQ(one.up, other.up) << "round " << round;
  }
}

TEST(VariantRounds, AChainTakesAsManyFoldsAsItIsLong) {
  constexpr unsigned length = 60;
  Calls calls(length);
  for (unsigned i = 0; i + 1 < length; ++i)
    calls.add(i, i + 1);
  EXPECT_LE(inRounds(calls).folds, 4 * length);
}

TEST(VariantRounds, NothingIsDoneAgainWhereNothingHasChanged) {
  Calls calls(3);
  calls.add(0, 1);
  calls.add(1, 2);
  VariantRounds rounds(calls.list);
  VariantRounds::Begun begun;
  unsigned folds = 0;
  auto idle = [&](const Variant &) { return ++folds, false; };
  EXPECT_FALSE(rounds.untilStable(begun, true, idle));
  EXPECT_FALSE(rounds.untilStable(begun, true, idle));
  EXPECT_EQ(folds, 3u);
  rounds.told(calls.list[1]);
  EXPECT_FALSE(rounds.untilStable(begun, true, idle));
  EXPECT_EQ(folds, 4u);
}

} // namespace
} // namespace costate::analysis
