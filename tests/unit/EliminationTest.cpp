// Vertex elimination: correct on random graphs, with the costs that it claims.
#include "GraphFixture.h"

#include "graph/EliminationGraph.h"

#include <gtest/gtest.h>

#include <tuple>

namespace costate::graph {

static const Method methods[] = {Method::Forward, Method::Reverse, Method::Markowitz, Method::RelativeMarkowitz,
                                 Method::Search};

static bool operator==(const Step &a, const Step &b) {
  return a.kind == b.kind && a.left == b.left && a.right == b.right;
}

TEST(Elimination, JacobiansOfRandomGraphsAreThoseOfTheirPaths) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    std::mt19937 random(seed);
    ComputationalGraph g = randomGraph(random, randomShape(random, 12));
    for (Method method : methods) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << name(method));
      expectCorrect(g, accumulate(g, method, 500));
    }
    if (HasFailure())
      return;
  }
}

TEST(Elimination, OrdersOfVerticesMayBeGiven) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    std::mt19937 random(seed);
    ComputationalGraph g = randomGraph(random, randomShape(random, 12));
    std::vector<Vertex> order(g.vertices);
    for (Vertex v = 0; v < g.vertices; ++v)
      order[v] = v;
    EXPECT_EQ(accumulateVertices(g, order).steps, accumulate(g, Method::Forward).steps);
    EXPECT_EQ(accumulateVertices(g, {}).steps, accumulate(g, Method::Forward).steps);
    EXPECT_EQ(accumulateVertices(g, {order.rbegin(), order.rend()}).steps, accumulate(g, Method::Reverse).steps);
    std::shuffle(order.begin(), order.end(), random);
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    expectCorrect(g, accumulateVertices(g, order));
  }
}

// ---- orders -----------------------------------------------------------------------------------------------

/// What eliminating the vertex takes when all others are gone.
static size_t costAsTheLast(const ComputationalGraph &g, Vertex v) {
  EliminationGraph graph(g);
  for (Vertex other : graph.intermediates())
    if (other != v)
      graph.eliminate(other);
  return graph.multiplications(v);
}

/// (M1) and (M2), by looking at all vertices at every step.
static std::vector<Vertex> lowestFirst(const ComputationalGraph &g, bool isRelative) {
  EliminationGraph graph(g);
  std::map<Vertex, int64_t> last;
  for (Vertex v : graph.intermediates())
    last[v] = isRelative ? int64_t(costAsTheLast(g, v)) : 0;
  std::vector<Vertex> order;
  for (auto left = graph.intermediates(); !left.empty(); left = graph.intermediates()) {
    auto key = [&](Vertex v) {
      return std::tuple(int64_t(graph.multiplications(v)) - last[v],
                        graph.predecessors(v).size() * graph.successors(v).size(), v);
    };
    order.push_back(*std::min_element(left.begin(), left.end(), [&](Vertex a, Vertex b) { return key(a) < key(b); }));
    size_t before = graph.program.unshared.multiplications, expected = graph.multiplications(order.back());
    graph.eliminate(order.back());
    EXPECT_EQ(graph.program.unshared.multiplications - before, expected);
  }
  return order;
}

TEST(Elimination, MarkowitzTakesTheLowestDegreeFirst) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    ComputationalGraph g = randomGraph(random, randomShape(random, 14));
    EXPECT_EQ(accumulate(g, Method::Markowitz).steps, accumulateVertices(g, lowestFirst(g, false)).steps) << seed;
    EXPECT_EQ(accumulate(g, Method::RelativeMarkowitz).steps, accumulateVertices(g, lowestFirst(g, true)).steps)
        << seed;
  }
}

// ---- costs ------------------------------------------------------------------------------------------------

TEST(Elimination, AChainCostsOneProductForEachVertex) {
  ComputationalGraph g = plainGraph(5, 1, {{0, 1}, {1, 2}, {2, 3}, {3, 4}});
  for (Method method : methods)
    EXPECT_EQ(accumulate(g, method).operations, (Operations{3, 0})) << name(method);
}

TEST(Elimination, TheOrderDecidesWhatAFanCosts) {
  // Many independents, one dependent, a chain between them: reverse is cheap.
  ComputationalGraph g = plainGraph(8, 4, {{0, 4}, {1, 4}, {2, 4}, {3, 4}, {4, 5}, {5, 6}, {6, 7}});
  EXPECT_EQ(accumulate(g, Method::Forward).operations, (Operations{12, 0}));
  EXPECT_EQ(accumulate(g, Method::Reverse).operations, (Operations{6, 0}));
  EXPECT_EQ(accumulate(g, Method::Markowitz).operations, (Operations{6, 0}));
  EXPECT_EQ(accumulate(g, Method::Search).operations, (Operations{6, 0}));
}

/// 0 -> 1 -> 2 with two labels.
static ComputationalGraph twoEdges(Label first, Label second) {
  ComputationalGraph g = plainGraph(3, 1, {{0, 1}, {1, 2}});
  g.labels = {first, second};
  return g;
}

TEST(Elimination, UnitsAndConstantsCostWhatTheyReallyCost) {
  auto result = [](Label first, Label second) {
    Accumulation a = accumulate(twoEdges(first, second), Method::Forward);
    expectCorrect(twoEdges(first, second), a);
    return std::pair(a.labels[a.entries.at(0).label], a.operations);
  };
  Operations none{0, 0}, product{1, 0};
  EXPECT_EQ(result(Label::Value, Label::Value), std::pair(Label::Value, product));
  EXPECT_EQ(result(Label::Value, Label::Constant), std::pair(Label::Value, product));
  EXPECT_EQ(result(Label::Constant, Label::Constant), std::pair(Label::Constant, none));
  EXPECT_EQ(result(Label::Value, Label::One), std::pair(Label::Value, none));
  EXPECT_EQ(result(Label::MinusOne, Label::Value), std::pair(Label::Value, none));
  EXPECT_EQ(result(Label::MinusOne, Label::Constant), std::pair(Label::Constant, none));
  EXPECT_EQ(result(Label::MinusOne, Label::MinusOne), std::pair(Label::One, none));
  EXPECT_EQ(result(Label::MinusOne, Label::One), std::pair(Label::MinusOne, none));
  EXPECT_TRUE(accumulate(twoEdges(Label::One, Label::Value), Method::Forward).steps.empty());
}

TEST(Elimination, ParallelEdgesAddUp) {
  ComputationalGraph g;
  g.vertices = 2;
  g.independents = {0};
  g.dependents = {1};
  g.labels = {Label::Value, Label::One, Label::Constant};
  g.edges = {{0, 1, 0}, {0, 1, 0}};
  EXPECT_EQ(accumulate(g, Method::Forward).operations, (Operations{0, 1}));
  g.edges = {{0, 1, 1}, {0, 1, 2}};
  Accumulation a = accumulate(g, Method::Forward);
  EXPECT_EQ(a.operations, (Operations{0, 0}));
  EXPECT_EQ(a.labels[a.entries.at(0).label], Label::Constant);
}

TEST(Elimination, EqualProductsAreComputedOnce) {
  // y1 = s * a*x1, y2 = -s * a*x2 with one label for both a and both s, up to the sign.
  ComputationalGraph g;
  g.vertices = 8;
  g.independents = {0, 1};
  g.dependents = {4, 7};
  g.labels = {Label::Value, Label::Value, Label::MinusOne};
  g.edges = {{0, 2, 0}, {2, 4, 1}, {1, 3, 1}, {3, 6, 0}, {6, 7, 2}};
  for (Method method : methods) {
    Accumulation a = accumulate(g, method);
    expectCorrect(g, a);
    EXPECT_EQ(a.operations, (Operations{1, 0})) << name(method);
    EXPECT_EQ(a.unshared, (Operations{2, 0})) << name(method);
  }
}

TEST(Elimination, WhatMattersToNoEntryCostsNothing) {
  // 0 -> 2 -> 4 matters; 1 and 3 depend on no independent, 5 and 6 influence no dependent.
  ComputationalGraph g = plainGraph(7, 1, {{0, 2}, {2, 4}, {1, 3}, {3, 4}, {0, 5}, {2, 5}, {5, 6}});
  g.dependents = {4};
  for (Method method : methods) {
    Accumulation a = accumulate(g, method);
    expectCorrect(g, a);
    EXPECT_EQ(a.entries.size(), 1u);
    EXPECT_EQ(a.operations, (Operations{1, 0})) << name(method);
  }
}

// ---- section 6.2 ------------------------------------------------------------------------------------------

TEST(Elimination, DependentsMayHaveSuccessors) {
  // Fig. 6 (a): vertex 1 is a dependent and goes on to 2.
  ComputationalGraph g = plainGraph(3, 1, {{0, 1}, {1, 2}});
  g.dependents = {1, 2};
  for (Method method : methods) {
    Accumulation a = accumulate(g, method);
    expectCorrect(g, a);
    ASSERT_EQ(a.entries.size(), 2u);
    EXPECT_EQ(a.entries[0].label, 0u);
    EXPECT_EQ(a.operations, (Operations{1, 0}));
  }
}

TEST(Elimination, IndependentsMayBeDependents) {
  // Fig. 6 (c): the entry is one, with and without other edges; and a vertex may be two dependents.
  ComputationalGraph g = plainGraph(3, 2, {{0, 2}});
  g.dependents = {1, 0, 2, 0};
  for (Method method : methods) {
    Accumulation a = accumulate(g, method);
    expectCorrect(g, a);
    ASSERT_EQ(a.entries.size(), 4u);
    for (unsigned row : {0u, 1u, 3u})
      EXPECT_EQ(a.labels[a.entries[row].label], Label::One);
    EXPECT_EQ(a.operations, (Operations{0, 0}));
    EXPECT_EQ(a.steps.size(), 1u);
  }
}

TEST(Elimination, GraphsMayBeEmpty) {
  for (Method method : methods) {
    EXPECT_TRUE(accumulate({}, method).entries.empty());
    ComputationalGraph g = plainGraph(3, 1, {});
    EXPECT_TRUE(accumulate(g, method).entries.empty()) << "no path, no entry";
  }
}

// ---- limits and growth ------------------------------------------------------------------------------------

TEST(Elimination, ALimitIsKept) {
  ComputationalGraph g = plainGraph(8, 4, {{0, 4}, {1, 4}, {2, 4}, {3, 4}, {4, 5}, {5, 6}, {6, 7}});
  EXPECT_FALSE(accumulateWithin(g, Method::Forward, 11));
  ASSERT_TRUE(accumulateWithin(g, Method::Forward, 12));
  EXPECT_EQ(accumulateWithin(g, Method::Forward, 12)->operations.total(), 12u);
  EXPECT_FALSE(accumulateWithin(g, Method::Search, 5));
  EXPECT_TRUE(accumulateWithin(g, Method::Search, 6));
}

TEST(Elimination, TheSameGraphGivesTheSameProgram) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    ComputationalGraph g = randomGraph(random, randomShape(random, 14));
    for (Method method : methods)
      EXPECT_EQ(accumulate(g, method).steps, accumulate(g, method).steps) << name(method);
  }
}

/// As long blocks are: values depend on a few recent ones, sometimes on a parameter; few are read outside.
static ComputationalGraph longBlock(unsigned vertices) {
  std::mt19937 random(7);
  ComputationalGraph g;
  g.vertices = vertices;
  unsigned independents = 30;
  for (Vertex v = 0; v < independents; ++v)
    g.independents.push_back(v);
  for (Vertex v = independents; v < vertices; ++v) {
    unsigned operands = 1 + random() % 2;
    for (unsigned i = 0; i < operands; ++i) {
      Vertex from = random() % 10 == 0 ? random() % independents : v - 1 - random() % std::min(v, 8u);
      g.edges.push_back({from, v, LabelId(g.labels.size())});
      g.labels.push_back(random() % 3 ? Label::Value : Label::One);
    }
    if (random() % 300 == 0 || v + 1 == vertices)
      g.dependents.push_back(v);
  }
  return g;
}

TEST(Elimination, LongBlocksAreEliminated) {
  ComputationalGraph g = longBlock(30000);
  Jacobian expected = byPaths(g, labelValues(g, 2));
  for (Method method : methods) {
    Accumulation a = accumulate(g, method);
    RecordProperty(std::string(name(method)), int(a.operations.total()));
    EXPECT_EQ(run(a, labelValues(g, 2)), expected) << name(method);
  }
}

} // namespace costate::graph
