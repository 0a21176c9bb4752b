// Vertices, edges and faces in any order; searches against trying everything.
#include "GraphFixture.h"

#include "graph/BestFirst.h"
#include "graph/LineGraph.h"
#include "graph/OrderImprovement.h"

#include <gtest/gtest.h>

namespace costate::graph {

using Id = EliminationGraph::EdgeId;
using Role = EliminationGraph::Role;
using At = EdgeElimination::At;

// ---- any order is correct ---------------------------------------------------------------------------------

/// Edges that can be eliminated, at each of their ends.
static std::vector<EdgeElimination> possibleEdges(const EliminationGraph &graph) {
  std::vector<EdgeElimination> result;
  for (Vertex v = 0; v < graph.size(); ++v)
    for (Id e : graph.sortedSuccessors(v)) {
      auto [from, to] = std::pair(graph.edge(e).from, graph.edge(e).to);
      if (graph.role(to) == Role::Intermediate)
        result.push_back({from, to, At::Front});
      if (graph.role(from) == Role::Intermediate)
        result.push_back({from, to, At::Back});
    }
  return result;
}

static void eliminate(EliminationGraph &graph, const EdgeElimination &e) {
  if (e.at == At::Front)
    graph.eliminateFront(*graph.find(e.from, e.to));
  else
    graph.eliminateBack(*graph.find(e.from, e.to));
}

TEST(EdgeElimination, AnyOrderGivesTheJacobian) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    ComputationalGraph g = randomGraph(random, randomShape(random, 6));
    std::vector<EdgeElimination> order;
    EliminationGraph graph(g);
    for (auto moves = possibleEdges(graph); !moves.empty(); moves = possibleEdges(graph)) {
      order.push_back(moves[random() % moves.size()]);
      eliminate(graph, order.back());
    }
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Accumulation a = accumulateEdges(g, order);
    expectCorrect(g, a);
    EXPECT_EQ(a.unshared, graph.program.unshared);
    order.resize(order.size() / 2);
    expectCorrect(g, accumulateEdges(g, order));
  }
}

TEST(FaceElimination, AnyOrderGivesTheJacobian) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    ComputationalGraph g = randomGraph(random, randomShape(random, 6));
    EliminationGraph graph(g);
    LineGraph line(graph);
    std::vector<FaceElimination> order;
    Operations cost = graph.program.unshared; // of parallel edges
    while (!line.isDone()) {
      auto moves = line.moves();
      order.push_back(moves[random() % moves.size()]);
      Operations step = line.eliminate(order.back());
      cost.multiplications += step.multiplications;
      cost.additions += step.additions;
    }
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Accumulation a = accumulateFaces(g, order);
    expectCorrect(g, a);
    EXPECT_EQ(a.unshared, cost);
    order.resize(order.size() / 2);
    expectCorrect(g, accumulateFaces(g, order));
  }
}

TEST(EdgeElimination, AllEdgesToAVertexAreTheVertex) {
  ComputationalGraph g = plainGraph(8, 2, {{0, 2}, {1, 2}, {2, 3}, {2, 4}, {3, 4}, {3, 5}, {3, 6}, {3, 7}});
  Operations byVertices = accumulateVertices(g, {2, 3}).unshared;
  EXPECT_EQ(accumulateEdges(g, {{0, 2, At::Front}, {1, 2, At::Front}}).unshared, byVertices);
  EXPECT_EQ(accumulateEdges(g, {{2, 3, At::Back}, {2, 4, At::Back}}).unshared, byVertices);
  EXPECT_EQ(accumulateFaces(g, {{0, 2}, {0, 3}, {1, 2}, {1, 3}}).unshared, byVertices);
}

// ---- searches find what trying everything finds -----------------------------------------------------------

static std::vector<Vertex> intermediates(const ComputationalGraph &g) { return EliminationGraph(g).intermediates(); }

static void leastOfAllOrders(const EliminationGraph &graph, size_t &least) {
  if (graph.program.unshared.total() >= least)
    return;
  auto left = graph.intermediates();
  if (left.empty())
    least = graph.program.unshared.total();
  for (Vertex v : left) {
    EliminationGraph next = graph;
    next.eliminate(v);
    leastOfAllOrders(next, least);
  }
}

static size_t leastOfAllOrders(const ComputationalGraph &g) {
  size_t least = SIZE_MAX;
  leastOfAllOrders(EliminationGraph(g), least);
  return least;
}

TEST(EliminationSearch, OrdersOfVerticesAreOptimal) {
  unsigned optimal = 0, improved = 0;
  for (unsigned seed = 0; seed < 150; ++seed) {
    std::mt19937 random(seed);
    ComputationalGraph g = randomGraph(random, randomShape(random, 8));
    if (intermediates(g).size() > 7)
      continue;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Accumulation found = bestVertices(g);
    expectCorrect(g, found);
    optimal += found.isOptimal;
    size_t least = leastOfAllOrders(g);
    EXPECT_GE(found.unshared.total(), least);
    EXPECT_TRUE(!found.isOptimal || found.unshared.total() == least);
    improved += least < accumulate(g, Method::Markowitz).unshared.total();
    EXPECT_LE(accumulate(g, Method::Search).operations.total(), found.operations.total());
    for (size_t budget : {0, 4, 15, 40}) {
      Accumulation quick = bestVertices(g, budget);
      EXPECT_TRUE(!quick.isOptimal || quick.unshared.total() == least) << "budget " << budget;
    }
  }
  EXPECT_GT(optimal, 120u);
  EXPECT_GT(improved, 5u) << "Markowitz leaves something to find";
}

TEST(EliminationSearch, OrdersOfVerticesAreOptimalWhereAllLabelsAreValues) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    std::mt19937 random(seed);
    GraphShape shape = randomShape(random, 5);
    shape.units = shape.constants = shape.shared = 0;
    ComputationalGraph g = randomGraph(random, shape);
    Accumulation found = bestVertices(g);
    EXPECT_TRUE(found.isOptimal);
    size_t least = found.unshared.total();
    leastOfAllOrders(EliminationGraph(g), least);
    EXPECT_EQ(least, found.unshared.total()) << "seed " << seed;
  }
}

TEST(EliminationSearch, ComponentsThatMeetInConstantsAreNotCalledOptimal) {
  // From 0 to 4 by constants through 1, by Values through 1 and 2, and by constants through 3: best is 1, 3, 2.
  ComputationalGraph g = plainGraph(5, 1, {{0, 1}, {1, 4}, {1, 2}, {2, 4}, {0, 3}, {3, 4}});
  for (LabelId constant : {0, 1, 4, 5})
    g.labels[constant] = Label::Constant;
  EXPECT_EQ(leastOfAllOrders(g), 3u);
  EXPECT_EQ(accumulateVertices(g, {1, 3, 2}).unshared.total(), 3u);
  EXPECT_EQ(accumulateVertices(g, {1, 2, 3}).unshared.total(), 4u);
  EXPECT_FALSE(bestVertices(g).isOptimal);
  EXPECT_FALSE(bestEdges(g).isOptimal);
}

TEST(EliminationSearch, EightVerticesInAllOrders) {
  GraphShape shape;
  shape.intermediates = 8;
  shape.density = 45;
  shape.nonmaximal = 0;
  unsigned tried = 0;
  for (unsigned seed = 0; tried < 3; ++seed) {
    std::mt19937 random(seed);
    ComputationalGraph g = randomGraph(random, shape);
    if (intermediates(g).size() != 8)
      continue;
    ++tried;
    Accumulation found = bestVertices(g);
    EXPECT_TRUE(found.isOptimal);
    EXPECT_EQ(found.unshared.total(), leastOfAllOrders(g)) << "seed " << seed;
  }
}

TEST(EliminationSearch, LargeOrdersGetBetter) {
  GraphShape shape;
  shape.independents = shape.dependents = 6;
  shape.intermediates = 90;
  shape.density = 7;
  size_t known = 0, found = 0;
  for (unsigned seed = 0; seed < 10; ++seed) {
    std::mt19937 random(seed);
    ComputationalGraph g = randomGraph(random, shape);
    EliminationGraph graph(g);
    for (const Component &c : components(graph)) {
      KindMatrix matrix(graph, c);
      VertexOrder order{numbers(c, c.intermediates), {}};
      order.cost = costOf(matrix, order.order);
      known += order.cost.total();
      size_t budget = 20000;
      VertexOrder better = improveOrder(matrix, order, budget);
      EXPECT_EQ(costOf(matrix, better.order), better.cost) << "what it says it costs, it costs";
      EXPECT_FALSE(isCheaper(order.cost, better.cost));
      EXPECT_TRUE(std::is_permutation(order.order.begin(), order.order.end(), better.order.begin()));
      found += better.cost.total();
    }
    expectCorrect(g, accumulate(g, Method::Search));
  }
  RecordProperty("known", int(known));
  RecordProperty("found", int(found));
  EXPECT_LT(found * 10, known * 9) << "a tenth less than forward, together";
}

static void leastOfAllEdges(const EliminationGraph &graph, size_t &least) {
  if (graph.program.unshared.total() >= least)
    return;
  auto moves = possibleEdges(graph);
  if (moves.empty())
    least = graph.program.unshared.total();
  for (const EdgeElimination &move : moves) {
    EliminationGraph next = graph;
    eliminate(next, move);
    leastOfAllEdges(next, least);
  }
}

static void leastOfAllFaces(const LineGraph &line, size_t cost, size_t &least) {
  if (cost >= least)
    return;
  if (line.isDone())
    least = cost;
  for (const FaceElimination &face : line.moves()) {
    LineGraph next = line;
    size_t step = next.eliminate(face).total();
    leastOfAllFaces(next, cost + step, least);
  }
}

TEST(EliminationSearch, OrdersOfEdgesAndFacesAreOptimal) {
  unsigned tried = 0, optimal = 0;
  for (unsigned seed = 0; tried < 60; ++seed) {
    std::mt19937 random(seed);
    ComputationalGraph g = randomGraph(random, randomShape(random, 4));
    EliminationGraph graph(g);
    LineGraph line(graph);
    if (graph.intermediates().size() < 2 || line.moves().size() > 6)
      continue;
    ++tried;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    size_t vertices = leastOfAllOrders(g), edges = SIZE_MAX, faces = SIZE_MAX;
    leastOfAllEdges(graph, edges);
    leastOfAllFaces(line, graph.program.unshared.total(), faces);
    EXPECT_LE(edges, vertices);
    EXPECT_LE(faces, edges);
    Accumulation byEdges = bestEdges(g), byFaces = bestFaces(g);
    expectCorrect(g, byEdges);
    expectCorrect(g, byFaces);
    optimal += byEdges.isOptimal;
    EXPECT_TRUE(byFaces.isOptimal);
    EXPECT_TRUE(!byEdges.isOptimal || byEdges.unshared.total() == edges);
    EXPECT_EQ(byFaces.unshared.total(), faces);

    size_t fewest = faces - graph.program.unshared.total(), budget = 100000;
    EXPECT_LE(line.leastRest(), fewest);
    auto found = bestFirst(line, Moves<FaceElimination>{{}, {fewest + 1, 0}}, budget);
    EXPECT_EQ(found.cost.total(), fewest) << "without anything to begin with";
    if (auto parts = components(graph); parts.size() == 1) {
      EXPECT_LE(KindMatrix(graph, parts[0]).leastRest(), edges - graph.program.unshared.total());
    }
  }
  EXPECT_GT(optimal, 40u);
}

TEST(FaceElimination, NodesThatBecomeParallelAreAddedUp) {
  // 0 -> 1 -> 3 directly and by 2, 3 -> 4 and 5. Nodes: 0: 01, 1: 12, 2: 13, 3: 23, 4: 34, 5: 35.
  ComputationalGraph g = plainGraph(6, 1, {{0, 1}, {1, 2}, {1, 3}, {2, 3}, {3, 4}, {3, 5}});
  LineGraph line{EliminationGraph(g)};
  EXPECT_EQ(line.eliminate({2, 5}), (Operations{1, 0})); // node 6: 1 -> 3 -> 5
  EXPECT_EQ(line.eliminate({1, 3}), (Operations{1, 0})); // node 7: 1 -> 2 -> 3, which goes on to more than node 2
  EXPECT_EQ(line.eliminate({7, 5}), (Operations{1, 2})); // added to 6; what is left of 7 is parallel to 2
  EXPECT_FALSE(line[7].isAlive);
  EXPECT_EQ(accumulateFaces(g, {{2, 5}, {1, 3}, {7, 5}}).unshared, (Operations{6, 2}));
}

// ---- graphs that tell vertices, edges and faces apart -----------------------------------------------------

/// The lion graph (Naumann 2004): two independents, a short way from 2 to 4 and a long one through 3.
static ComputationalGraph lion() {
  return plainGraph(8, 2, {{0, 2}, {1, 2}, {2, 3}, {2, 4}, {3, 4}, {3, 5}, {3, 6}, {3, 7}});
}

TEST(EliminationSearch, TheLionIsCheaperByEdges) {
  EXPECT_EQ(leastOfAllOrders(lion()), 13u);
  Accumulation vertices = bestVertices(lion()), edges = bestEdges(lion());
  EXPECT_EQ(vertices.unshared, (Operations{12, 1}));
  EXPECT_EQ(edges.unshared, (Operations{11, 1}));
  EXPECT_TRUE(vertices.isOptimal && edges.isOptimal);
  // The edge from 3 to 4 first: it is added to the short way before the independents multiply both.
  EXPECT_EQ(accumulateEdges(lion(), {{3, 4, At::Back}, {0, 2, At::Front}, {1, 2, At::Front}}).unshared, edges.unshared);
  Accumulation chosen = accumulate(lion(), Method::Search);
  expectCorrect(lion(), chosen);
  EXPECT_EQ(chosen.operations, edges.operations);
}

/// Two lions that share the vertex of their long ways, in the manner of the bat graph: for one of them that vertex
/// should lose one edge at its back, for the other another.
static ComputationalGraph bat() {
  return plainGraph(11, 4,
                    {{0, 4}, {1, 4}, {2, 5}, {3, 5}, {4, 6}, {5, 6}, {4, 7}, {5, 8}, {6, 7}, {6, 8}, {6, 9}, {6, 10}});
}

TEST(EliminationSearch, TheBatIsCheaperByFaces) {
  EXPECT_EQ(leastOfAllOrders(bat()), 26u);
  EXPECT_EQ(bestVertices(bat()).unshared, (Operations{24, 2}));
  Accumulation edges = bestEdges(bat(), 1000000);
  EXPECT_TRUE(edges.isOptimal);
  EXPECT_EQ(edges.unshared, (Operations{23, 2}));
  // 4 -> 6 -> 7 and 5 -> 6 -> 8 are added to the short ways; then vertices 4 and 5, then 6 with what it has left.
  Accumulation faces =
      accumulateFaces(bat(), {{4, 8}, {6, 9}, {0, 4}, {0, 5}, {1, 4}, {1, 5}, {2, 6}, {2, 7}, {3, 6}, {3, 7}});
  expectCorrect(bat(), faces);
  EXPECT_EQ(faces.unshared, (Operations{22, 2}));
  EXPECT_EQ(bestFaces(bat()).unshared, faces.unshared);
  Accumulation chosen = accumulate(bat(), Method::Search);
  expectCorrect(bat(), chosen);
  EXPECT_EQ(chosen.operations, faces.unshared);
}

} // namespace costate::graph
