// Edge elimination. Eliminating a vertex is eliminating all edges that end there at their front; taking one of them
// first, or one that begins there at its back, can save products: the lion graph of the tests has one.
#include "graph/EdgeElimination.h"

#include "graph/EliminationOrders.h"

namespace costate::graph {

using Role = EliminationGraph::Role;

namespace {

constexpr size_t mostVerticesForProof = 7; ///< states are graphs, not sets of vertices: there are many

/// A component from which edges are taken.
struct EdgeState {
  KindMatrix matrix;

  std::vector<EdgeElimination> moves() const {
    std::vector<EdgeElimination> result;
    for (unsigned row = 0; row < matrix.rows(); ++row)
      for (unsigned column = 0; column < matrix.columns(); ++column) {
        if (!matrix.has(row, column))
          continue;
        if (column < matrix.intermediates())
          result.push_back({row, column, EdgeElimination::At::Front});
        if (row < matrix.intermediates())
          result.push_back({row, column, EdgeElimination::At::Back});
      }
    return result;
  }

  Operations apply(const EdgeElimination &e) {
    return e.at == EdgeElimination::At::Front ? matrix.eliminateFront(e.from, e.to)
                                              : matrix.eliminateBack(e.from, e.to);
  }

  std::optional<EdgeElimination> moveAt(unsigned v) const {
    for (unsigned row = 0; row < matrix.rows(); ++row)
      if (matrix.has(row, v))
        return EdgeElimination{row, v, EdgeElimination::At::Front};
    return std::nullopt;
  }

  bool isDone() const { return matrix.isDone(); }
  const std::vector<uint64_t> &key() const { return matrix.key(); }

  size_t leastRest() const { return matrix.leastRest(); }
};

} // namespace

Moves<EdgeElimination> searchEdges(const EliminationGraph &graph, const Component &c, Operations known,
                                   const std::vector<std::vector<Vertex>> &orders, size_t &budget) {
  EdgeState start{KindMatrix(graph, c)};
  std::vector<std::vector<unsigned>> inside;
  for (const std::vector<Vertex> &order : orders)
    inside.push_back(numbers(c, order));
  auto found = Detours<EdgeState, EdgeElimination>({{}, known}, inside, budget).search(start);
  if (c.intermediates.size() <= mostVerticesForProof)
    found = bestFirst(start, std::move(found), budget);
  auto inner = unsigned(c.intermediates.size());
  for (EdgeElimination &e : found.moves) {
    e.from = e.from < inner ? c.intermediates[e.from] : c.independents[e.from - inner];
    e.to = e.to < inner ? c.intermediates[e.to] : c.dependents[e.to - inner];
  }
  return found;
}

void eliminateEdges(EliminationGraph &graph, const std::vector<EdgeElimination> &order) {
  for (const EdgeElimination &e : order) {
    bool isFront = e.at == EdgeElimination::At::Front;
    auto id = graph.find(e.from, e.to);
    if (!id || graph.role(isFront ? e.to : e.from) != Role::Intermediate)
      continue;
    if (isFront)
      graph.eliminateFront(*id);
    else
      graph.eliminateBack(*id);
  }
}

Accumulation accumulateEdges(const ComputationalGraph &computational, const std::vector<EdgeElimination> &order) {
  EliminationGraph graph(computational);
  eliminateEdges(graph, order);
  eliminateAll(graph, Order::Forward, SIZE_MAX);
  return graph.finish();
}

Accumulation bestEdges(const ComputationalGraph &computational, size_t budget) {
  EliminationGraph graph(computational);
  std::vector<std::vector<Vertex>> orders = simpleOrders(graph);
  std::vector<Component> parts = components(graph);
  bool isOptimal = !shareConstants(graph, parts);
  for (const Component &c : parts) {
    if (!c.isSmall()) {
      isOptimal = false;
      continue;
    }
    auto found = searchEdges(graph, c, {SIZE_MAX / 2, 0}, orders, budget);
    isOptimal &= found.isOptimal;
    eliminateEdges(graph, found.moves);
  }
  eliminateAll(graph, Order::Markowitz, SIZE_MAX);
  Accumulation result = graph.finish();
  result.isOptimal = isOptimal;
  return result;
}

} // namespace costate::graph
