// libcostate_sparse: index sets against std::set, colourings against their definition.
#include "../../runtime/costate_sparse.h"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <random>
#include <set>
#include <vector>

namespace {

std::vector<int> elements(int set) {
  std::vector<int> out(costate_set_size(set));
  costate_set_elements(set, out.data());
  return out;
}

double seconds(const std::function<void()> &work) {
  auto begun = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

TEST(SparseSets, SmallOnes) {
  EXPECT_EQ(elements(0), std::vector<int>{});
  int one = costate_single(1), three = costate_single(3);
  EXPECT_EQ(elements(one), std::vector<int>{1});
  int both = costate_union(three, one);
  EXPECT_EQ(elements(both), (std::vector<int>{1, 3}));
  EXPECT_EQ(costate_union(both, one), both);
  EXPECT_EQ(costate_union(0, both), both);
  EXPECT_EQ(costate_union(one, three), both); // equal short sets are one
  costate_sets_free();
}

/// Random unions of all sizes: of few, of many, of sets that wait to be merged.
TEST(SparseSets, AgreeWithStdSets) {
  for (int range : {5, 300, 20000}) {
    std::mt19937 random(range);
    std::vector<int> handles;
    std::vector<std::set<int>> sets;
    for (int i = 0; i < 40; ++i) {
      int index = 1 + random() % range;
      handles.push_back(costate_single(index));
      sets.push_back({index});
    }
    for (int step = 0; step < 3000; ++step) {
      size_t into = random() % handles.size(), from = random() % handles.size();
      if (step % 3 == 0) { // begins anew
        int index = 1 + random() % range;
        handles[from] = costate_single(index);
        sets[from] = {index};
      }
      handles[into] = costate_union(handles[into], handles[from]);
      sets[into].insert(sets[from].begin(), sets[from].end());
    }
    for (size_t i = 0; i < handles.size(); ++i)
      EXPECT_EQ(elements(handles[i]), std::vector<int>(sets[i].begin(), sets[i].end()));
    std::set<int> all;
    for (auto &set : sets)
      all.insert(set.begin(), set.end());
    EXPECT_EQ(elements(costate_union_all(handles.data(), int(handles.size()))),
              std::vector<int>(all.begin(), all.end()));
    costate_sets_free();
  }
}

/// `f = f + x(i)`, and every value on the way stays what it was.
TEST(SparseSets, SumsTakeLinearTime) {
  const int n = 300000;
  int sum = 0, half = 0;
  double time = seconds([&] {
    for (int i = n; i > 0; --i) {
      sum = costate_union(sum, costate_single(i));
      if (i == n / 2 + 1)
        half = sum;
    }
    EXPECT_EQ(costate_set_size(sum), n);
  });
  EXPECT_LT(time, 5.0); // n*n/2 moves would take minutes
  EXPECT_EQ(elements(half).front(), n / 2 + 1);
  EXPECT_EQ(costate_set_size(half), n / 2);
  EXPECT_EQ(costate_union(sum, half), sum);
  costate_sets_free();
}

/// Time steps over a few numbers end up in the same sets, which take no memory again.
TEST(SparseSets, LoopsTakeNoMemory) {
  int u[5], most = 0;
  for (int i = 0; i < 5; ++i)
    u[i] = costate_single(i + 1);
  for (int step = 0; step < 100000; ++step)
    for (int i = 0; i < 5; ++i) {
      u[i] = costate_union(u[i], u[(i + step) % 5]);
      most = std::max(most, u[i]);
    }
  EXPECT_LT(most, 40); // of handles
  costate_sets_free();
}

TEST(SparsePlans, NoRowHasAColourTwice) {
  std::mt19937 random(1);
  const int columns = 60;
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<std::set<int>> rows(40);
    for (auto &row : rows) {
      int set = 0, count = random() % 5;
      for (int k = 0; k < count; ++k) {
        int index = 1 + random() % columns;
        row.insert(index);
        set = costate_union(set, costate_single(index));
      }
      costate_rows(1, &set);
    }
    int plan = costate_plan(columns), directions = costate_plan_directions(plan) + trial % 2; // wider than needed, too
    ASSERT_EQ(costate_plan_rows(plan), 40);
    std::vector<int> starts(41), indices(costate_plan_nonzeros(plan));
    costate_plan_pattern(plan, 1, starts.data(), indices.data());
    // A Jacobian with this pattern, known by its products with the seeds.
    std::vector<double> seeds(columns * directions), compressed(40 * directions), values(indices.size(), -1);
    costate_seed(plan, directions, 1, columns, seeds.data());
    auto entry = [](int row, int column) { return 1.0 + row + 0.01 * column; };
    for (int i = 0; i < 40; ++i)
      for (int d = 0; d < directions; ++d)
        for (int j : rows[i])
          compressed[i * directions + d] += entry(i, j) * seeds[(j - 1) * directions + d];
    EXPECT_EQ(costate_recover(plan, directions, 1, 40, compressed.data(), values.data()), 0);
    for (int i = 0; i < 40; ++i) {
      std::vector<int> row(indices.begin() + starts[i] - 1, indices.begin() + starts[i + 1] - 1);
      EXPECT_EQ(row, std::vector<int>(rows[i].begin(), rows[i].end()));
      for (int k = starts[i] - 1; k < starts[i + 1] - 1; ++k)
        EXPECT_NEAR(values[k], entry(i, indices[k]), 1e-12);
    }
    // One more entry is found out.
    int i = trial, j = 1;
    while (rows[i].count(j))
      ++j;
    for (int d = 0; d < directions; ++d)
      compressed[i * directions + d] += 7.0 * seeds[(j - 1) * directions + d];
    EXPECT_EQ(costate_recover(plan, directions, 1, 40, compressed.data(), values.data()), i + 1);
    costate_plan_free(plan);
  }
}

} // namespace
