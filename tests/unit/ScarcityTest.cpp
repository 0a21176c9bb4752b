// What graphs cost unaccumulated, and how few labels they can have.
#include "GraphFixture.h"

#include "graph/EliminationGraph.h"
#include "graph/Scarcity.h"
#include "graph/Sweeps.h"

#include <gtest/gtest.h>

#include <set>

namespace costate::graph {

// ---- sweeps -----------------------------------------------------------------------------------------------

TEST(Sweeps, CountProductsAndSums) {
  // 0, 1 -> 2 -> 3, 4, with a parallel edge from 0 and a unit to 4.
  ComputationalGraph g = plainGraph(5, 2, {{0, 2}, {0, 2}, {1, 2}, {2, 3}, {2, 4}});
  g.labels = {Label::Value, Label::Constant, Label::MinusOne, Label::Value, Label::One};
  EXPECT_EQ(sweepForward(g), (Operations{3, 2}));
  EXPECT_EQ(sweepReverse(g), (Operations{3, 2}));
  Accumulation a = accumulate(g, Method::Forward);
  EXPECT_EQ(multiply(a), (Operations{3, 2}));
  EXPECT_EQ(multiplyTransposed(a), (Operations{3, 2}));
  EXPECT_EQ(storedLabels(g), 2u);
  EXPECT_EQ(storedLabels(a), 3u);
}

TEST(Sweeps, DependentsBringTheirSeeds) {
  ComputationalGraph g = plainGraph(3, 1, {{0, 1}, {1, 2}});
  EXPECT_EQ(sweepReverse(g), (Operations{2, 0}));
  g.dependents = {2, 1};
  EXPECT_EQ(sweepReverse(g), (Operations{2, 1}));
  EXPECT_EQ(sweepForward(g), (Operations{2, 0}));
  g.dependents = {1, 1};
  EXPECT_EQ(sweepReverse(g), (Operations{1, 1})) << "vertex 2 does not matter";
}

TEST(Sweeps, LabelsAreStoredOnceWhateverTheirSigns) {
  ComputationalGraph g = plainGraph(5, 1, {{0, 1}, {1, 2}, {1, 3}, {0, 4}});
  g.labels = {Label::Value, Label::One, Label::MinusOne, Label::Constant};
  EXPECT_EQ(storedLabels(g), 1u);
  Accumulation a = accumulate(g, Method::Forward);
  ASSERT_EQ(a.entries.size(), 3u);
  EXPECT_NE(a.entries[0].label, a.entries[1].label);
  EXPECT_EQ(storedLabels(a), 1u);
}

// ---- scarcity ---------------------------------------------------------------------------------------------

/// A row of x = a b^T x, each by products, partial sums and products again (section 7.2).
static ComputationalGraph outerProducts(unsigned n, unsigned times) {
  ComputationalGraph g;
  std::vector<Vertex> x;
  auto vertex = [&] { return g.vertices++; };
  auto edge = [&](Vertex from, Vertex to, Label label) {
    g.edges.push_back({from, to, LabelId(g.labels.size())});
    g.labels.push_back(label);
  };
  for (unsigned i = 0; i < n; ++i)
    x.push_back(vertex());
  g.independents = x;
  for (unsigned time = 0; time < times; ++time) {
    std::optional<Vertex> z;
    for (Vertex from : x) {
      Vertex product = vertex(), sum = z ? vertex() : product;
      edge(from, product, Label::Value);
      if (z) {
        edge(*z, sum, Label::One);
        edge(product, sum, Label::One);
      }
      z = sum;
    }
    for (Vertex &to : x)
      edge(*z, to = vertex(), Label::Value);
  }
  g.dependents = x;
  return g;
}

static void expectSameJacobian(const ComputationalGraph &g, const Scarce &s) {
  ASSERT_EQ(s.rest.labels.size(), g.labels.size() + s.steps.size());
  Accumulation steps;
  steps.labels = s.rest.labels;
  steps.steps = s.steps;
  for (LabelId i = 0; i < steps.labels.size(); ++i)
    steps.entries.push_back({0, i, i});
  std::vector<Residue> values;
  for (auto &[place, value] : run(steps, labelValues(g, 2)))
    values.push_back(value);
  EXPECT_EQ(byPaths(s.rest, values), byPaths(g, labelValues(g, 2)));
}

TEST(Scarcity, TheOuterProductKeepsItsFactors) {
  for (unsigned n = 1; n <= 12; ++n) {
    ComputationalGraph g = outerProducts(n, 1);
    Scarce s = fewestLabels(g);
    expectSameJacobian(g, s);
    EXPECT_EQ(storedLabels(accumulate(g, Method::Markowitz)), n * n);
    EXPECT_EQ(s.stored, std::min(2 * n, n * n)) << n;
    EXPECT_EQ(storedLabels(s.rest), s.stored);
    if (n > 2) {
      EXPECT_EQ(s.operations.total(), 0u) << "all that goes has units";
    }
  }
}

TEST(Scarcity, InARowOfOuterProductsTheMiddleIsOneNumber) {
  for (unsigned n = 3; n <= 12; ++n) {
    ComputationalGraph g = outerProducts(n, 2);
    Scarce s = fewestLabels(g);
    expectSameJacobian(g, s);
    EXPECT_LE(s.stored, 2 * n) << "b, and a times the inner product in between";
  }
}

TEST(Scarcity, JacobiansOfRandomGraphsStayWhatTheyAre) {
  unsigned scarce = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    std::mt19937 random(seed);
    ComputationalGraph g = randomGraph(random, randomShape(random, 12));
    Scarce s = fewestLabels(g);
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    expectSameJacobian(g, s);
    EXPECT_LE(s.stored, storedLabels(g));
    EXPECT_LE(s.stored, storedLabels(s.rest));
    size_t jacobian = storedLabels(accumulate(g, Method::Markowitz));
    scarce += s.stored < std::min(jacobian, storedLabels(g));
    expectCorrect(s.rest, accumulate(s.rest, Method::Markowitz));
    if (HasFailure())
      return;
  }
  EXPECT_GT(scarce, 5u) << "some graphs have fewer labels in between than at both ends";
}

/// The fewest labels of all graphs that eliminating a set of vertices leaves.
static size_t fewestOfAllSets(const ComputationalGraph &g) {
  std::vector<Vertex> all = EliminationGraph(g).intermediates();
  size_t fewest = storedLabels(g);
  for (unsigned set = 0; set < 1u << all.size(); ++set) {
    EliminationGraph graph(g);
    for (size_t i = 0; i < all.size(); ++i)
      if (set >> i & 1)
        graph.eliminate(all[i]);
    std::set<LabelId> stored;
    for (Vertex v = 0; v < graph.size(); ++v)
      for (auto e : graph.successors(v))
        if (graph.kind(e) == Kind::Value)
          stored.insert(graph.edge(e).factor.label);
    fewest = std::min(fewest, stored.size());
  }
  return fewest;
}

TEST(Scarcity, GreedyFindsTheFewestLabelsMostOfTheTime) {
  unsigned tried = 0, found = 0;
  for (unsigned seed = 0; tried < 200; ++seed) {
    std::mt19937 random(seed);
    GraphShape shape = randomShape(random, 8);
    shape.shared = 0; // labels then do not depend on the order
    ComputationalGraph g = randomGraph(random, shape);
    if (EliminationGraph(g).intermediates().size() < 3)
      continue;
    ++tried;
    found += fewestLabels(g).stored <= fewestOfAllSets(g);
  }
  RecordProperty("found", int(found));
  EXPECT_GT(found, 190u);
}

} // namespace costate::graph
