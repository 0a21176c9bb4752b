// The search for a good order of elimination.
//
// The orders of Elimination.cpp come first. Then every component is looked at alone, small ones first, with a fair part
// of what is left of the budget: orders of vertices by their sets (VertexSearch.h), or else what moving vertices makes of
// the best order (OrderImprovement.h), then edges where there are few. Last come faces, if the whole graph is small. A
// component that is too large keeps the order that was best for it. Of all these programs the one with the fewest
// operations is taken, equal products now computed once.
#include "graph/EdgeElimination.h"
#include "graph/EliminationOrders.h"
#include "graph/FaceElimination.h"
#include "graph/OrderImprovement.h"
#include "graph/VertexSearch.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace costate::graph {

namespace {

constexpr size_t mostMoves = 10000; ///< of edges, and of faces: all graphs that they lead to are kept

class Search {
public:
  Search(const ComputationalGraph &graph, size_t limit, size_t budget)
      : computational(graph), limit(limit), budget(budget), start(graph), parts(components(start)),
        plans(parts.size()) {}

  std::optional<Accumulation> run() {
    tryHeuristics();
    if (heuristics.empty())
      return std::nullopt;
    bool isOptimal = planVertices() && !shareConstants(start, parts);
    tryPlans();
    if (planEdges())
      tryPlans();
    tryFaces();
    if (best)
      best->isOptimal = isOptimal;
    return std::move(best);
  }

  Accumulation vertices() {
    tryHeuristics();
    bool isOptimal = planVertices() && !shareConstants(start, parts);
    best.reset();
    tryPlans();
    best->isOptimal = isOptimal;
    return std::move(*best);
  }

private:
  struct Plan {
    std::vector<Vertex> order;
    Operations cost;                    ///< where the component is small
    std::vector<EdgeElimination> edges; ///< if this is better
  };

  void take(Accumulation found) {
    if (found.operations.total() <= limit && (!best || isCheaper(found.operations, best->operations)))
      best = std::move(found);
  }

  /// Those that are much worse than others are given up on the way. For big graphs that saves most of the time.
  void tryHeuristics() {
    size_t most = limit;
    for (Order order : {Order::Markowitz, Order::FewestEdges, Order::Ripest, Order::RelativeMarkowitz, Order::Reverse,
                        Order::Forward}) {
      EliminationGraph graph(computational);
      if (!eliminateAll(graph, order, most))
        continue;
      most = std::min(most, graph.program.operations.total() * 5 / 4 + 1000);
      Accumulation found = graph.finish();
      heuristics.push_back(std::move(graph));
      take(std::move(found));
    }
  }

  /// Whether all orders are optimal. What a component costs by each heuristic is known, up to sums in entries that
  /// components share.
  bool planVertices() {
    std::vector<size_t> partOf(start.size());
    for (size_t i = 0; i < parts.size(); ++i)
      for (Vertex v : parts[i].intermediates)
        partOf[v] = i;
    std::vector<size_t> costs(parts.size(), SIZE_MAX);
    for (const EliminationGraph &graph : heuristics) {
      std::vector<size_t> now(parts.size());
      std::vector<std::vector<Vertex>> orders(parts.size());
      for (auto [v, cost] : graph.eliminations()) {
        now[partOf[v]] += cost;
        orders[partOf[v]].push_back(v);
      }
      for (size_t i = 0; i < parts.size(); ++i)
        if (now[i] < costs[i]) {
          costs[i] = now[i];
          plans[i].order = std::move(orders[i]);
        }
    }
    bool isOptimal = true;
    std::vector<size_t> bySize = smallestFirst();
    for (size_t i = 0; i < bySize.size(); ++i) {
      size_t share = budget / (bySize.size() - i), spent = share;
      isOptimal &= planVertices(bySize[i], share);
      budget -= spent - share;
    }
    return isOptimal;
  }

  /// Looks at all orders where that is possible, else for something better than the best that is known.
  bool planVertices(size_t i, size_t &share) {
    const Component &c = parts[i];
    if (!c.isSearchable())
      return false;
    KindMatrix matrix(start, c);
    VertexOrder known{numbers(c, plans[i].order), {}};
    known.cost = costOf(matrix, known.order);
    known.isOptimal = c.intermediates.size() == 1;
    if (c.isSmall() && !known.isOptimal) {
      size_t part = c.intermediates.size() <= 20 ? share / 2 : share / 10, spent = part;
      known = searchVertices(matrix, std::move(known), part);
      share -= spent - part;
    }
    if (!known.isOptimal) {
      size_t part = share / 3 * 2, spent = part;
      known = improveOrder(matrix, std::move(known), part);
      share -= spent - part;
    }
    plans[i].cost = known.cost;
    for (size_t k = 0; k < known.order.size(); ++k)
      plans[i].order[k] = c.intermediates[known.order[k]];
    return known.isOptimal;
  }

  bool planEdges() {
    bool isBetter = false;
    size_t forFaces = std::min(budget / 2, mostMoves);
    budget = std::min(budget / 2, mostMoves);
    std::vector<size_t> bySize = smallestFirst();
    for (size_t i = 0; i < bySize.size(); ++i) {
      const Component &c = parts[bySize[i]];
      if (c.intermediates.size() < 2 || !c.isSmall())
        continue;
      size_t share = budget / (bySize.size() - i), spent = share;
      Plan &plan = plans[bySize[i]];
      plan.edges = searchEdges(start, c, plan.cost, {plan.order, c.intermediates, reversed(c)}, share).moves;
      isBetter |= !plan.edges.empty();
      budget -= spent - share;
    }
    budget = forFaces;
    return isBetter;
  }

  static std::vector<Vertex> reversed(const Component &c) { return {c.intermediates.rbegin(), c.intermediates.rend()}; }

  void tryPlans() {
    EliminationGraph graph(computational);
    for (const Plan &plan : plans)
      if (!plan.edges.empty())
        eliminateEdges(graph, plan.edges);
      else
        for (Vertex v : plan.order)
          graph.eliminate(v);
    take(graph.finish());
  }

  void tryFaces() {
    if (!best || !isSmallForFaces(start))
      return;
    std::vector<std::vector<Vertex>> orders = simpleOrders(start);
    orders.emplace_back();
    for (const Plan &plan : plans)
      orders.back().insert(orders.back().end(), plan.order.begin(), plan.order.end());
    auto found = searchFaces(start, best->unshared - start.program.unshared, orders, budget);
    if (!found.moves.empty())
      take(accumulateFaces(computational, found.moves));
  }

  std::vector<size_t> smallestFirst() const {
    std::vector<size_t> result(parts.size());
    std::iota(result.begin(), result.end(), 0);
    std::stable_sort(result.begin(), result.end(),
                     [&](size_t a, size_t b) { return parts[a].intermediates.size() < parts[b].intermediates.size(); });
    return result;
  }

  const ComputationalGraph &computational;
  const size_t limit;
  size_t budget;
  const EliminationGraph start;
  const std::vector<Component> parts;
  std::vector<Plan> plans;
  std::vector<EliminationGraph> heuristics; ///< eliminated
  std::optional<Accumulation> best;
};

} // namespace

Accumulation bestVertices(const ComputationalGraph &graph, size_t budget) {
  return Search(graph, SIZE_MAX, budget).vertices();
}

std::optional<Accumulation> search(const ComputationalGraph &graph, size_t limit, size_t budget) {
  return Search(graph, limit, budget).run();
}

} // namespace costate::graph
