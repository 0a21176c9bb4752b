// Sets of cells against std::set, by random operations: what a copy holds stays when the other changes, and what
// operations say of a change is true.
#include "analysis/CellBits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <random>
#include <set>
#include <vector>

namespace costate::analysis {
namespace {

using Numbers = std::set<unsigned>;

Numbers numbersIn(const CellBits &set) { return Numbers(set.begin(), set.end()); }

/// Like `set`, made number by number.
CellBits remade(const Numbers &set) {
  CellBits out;
  for (auto x = set.rbegin(); x != set.rend(); ++x)
    out.set(*x);
  return out;
}

TEST(CellBits, Empty) {
  CellBits none, one;
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(none.find_first(), -1);
  EXPECT_TRUE(none.begin() == none.end());
  EXPECT_FALSE(none.intersects(none));
  EXPECT_TRUE(none.contains(none));
  one.set(~0u);
  EXPECT_TRUE(one.test(~0u));
  EXPECT_EQ(*one.begin(), ~0u);
  EXPECT_FALSE(none.contains(one));
  EXPECT_TRUE(one.contains(none));
  one.reset(~0u);
  EXPECT_TRUE(one.empty());
  EXPECT_EQ(one, none);
}

TEST(CellBits, MovedFromIsEmpty) {
  CellBits a, b;
  a.set(3);
  b.set(500);
  b = std::move(a);
  EXPECT_TRUE(a.empty());
  EXPECT_EQ(numbersIn(b), Numbers{3});
  CellBits &same = b;
  b = same;
  EXPECT_EQ(numbersIn(b), Numbers{3});
  b |= b;
  b &= b;
  EXPECT_EQ(numbersIn(b), Numbers{3});
  EXPECT_TRUE(b.intersectWithComplement(b));
  EXPECT_TRUE(b.empty());
}

TEST(CellBits, IterationSeesTheSetAsItWas) {
  CellBits set;
  for (unsigned id : {1, 200, 5000, 70000})
    set.set(id);
  Numbers seen;
  for (unsigned id : set) {
    seen.insert(id);
    set.reset(id);
    set.set(id + 100000);
  }
  EXPECT_EQ(seen, (Numbers{1, 200, 5000, 70000}));
  EXPECT_EQ(set.count(), 4u);
}

class RandomCellBits : public testing::TestWithParam<unsigned> {};

TEST_P(RandomCellBits, AreLikeSets) {
  std::mt19937 rng(GetParam());
  constexpr size_t many = 6;
  unsigned range = std::vector<unsigned>{100, 700, 20000, 1u << 31}[GetParam() % 4];
  std::vector<CellBits> sets(many);
  std::vector<Numbers> models(many);
  for (unsigned step = 0; step < 4000; ++step) {
    size_t i = rng() % many, j = rng() % many;
    CellBits &a = sets[i];
    Numbers &model = models[i], before = model, other = models[j];
    unsigned id = before.empty() || rng() % 3 ? rng() % range : *std::next(before.begin(), rng() % before.size());
    std::optional<bool> changed;
    switch (rng() % 9) {
    case 0:
    case 1:
      a.set(id);
      model.insert(id);
      break;
    case 2:
      changed = a.test_and_set(id);
      model.insert(id);
      break;
    case 3:
      a.reset(id);
      model.erase(id);
      break;
    case 4:
      a = sets[j];
      model = other;
      break;
    case 5:
    case 6:
      changed = a |= sets[j];
      model.insert(other.begin(), other.end());
      break;
    case 7:
      if (rng() % 4)
        break;
      changed = a &= sets[j];
      std::erase_if(model, [&](unsigned x) { return !other.count(x); });
      break;
    case 8:
      if (rng() % 3)
        break;
      changed = a.intersectWithComplement(sets[j]);
      std::erase_if(model, [&](unsigned x) { return other.count(x); });
      break;
    }
    ASSERT_EQ(changed.value_or(model != before), model != before);
    ASSERT_EQ(a.test(id), model.count(id) != 0);
    ASSERT_EQ(a.count(), model.size());
    ASSERT_EQ(a.find_first(), model.empty() ? -1 : int(*model.begin()));
    const Numbers &second = models[j];
    auto isIn = [&](unsigned x) { return model.count(x) != 0; };
    ASSERT_EQ(a.intersects(sets[j]), std::any_of(second.begin(), second.end(), isIn));
    ASSERT_EQ(a.contains(sets[j]), std::all_of(second.begin(), second.end(), isIn));
    ASSERT_EQ(a == sets[j], model == second);
    if (step % 16 == 0)
      for (size_t k = 0; k < many; ++k) {
        std::vector<unsigned> inOrder;
        for (unsigned x : sets[k])
          inOrder.push_back(x);
        ASSERT_EQ(inOrder, std::vector<unsigned>(models[k].begin(), models[k].end()));
        ASSERT_EQ(sets[k], remade(models[k])); // one tree for each set
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomCellBits, testing::Range(0u, 24u));

} // namespace
} // namespace costate::analysis
