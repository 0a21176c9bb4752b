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

  /// An independent and a dependent that are connected through intermediates need a last product, and a sum if they
  /// have an edge as well: unless a factor might be a unit. The first edges of all paths tell, and the last ones.
  size_t leastRest() const {
    unsigned inner = matrix.intermediates();
    std::vector<std::vector<bool>> reaches(inner, std::vector<bool>(matrix.columns()));
    for (unsigned v = inner; v-- > 0;)
      for (unsigned to = v + 1; to < matrix.columns(); ++to)
        if (matrix.has(v, to))
          follow(reaches[v], reaches, to);
    std::vector<Kind> last(matrix.columns(), Kind::Value);
    for (unsigned v = 0; v < inner; ++v)
      for (unsigned y = inner; y < matrix.columns(); ++y)
        if (matrix.has(v, y))
          last[y] = std::min(last[y], matrix.kind(v, y));
    size_t result = 0;
    for (unsigned x = inner; x < matrix.rows(); ++x) {
      Kind first = Kind::Value;
      std::vector<bool> through(matrix.columns());
      for (unsigned v = 0; v < inner; ++v)
        if (matrix.has(x, v)) {
          follow(through, reaches, v);
          first = std::min(first, matrix.kind(x, v));
        }
      for (unsigned y = inner; y < matrix.columns(); ++y)
        if (through[y] && isMultiplication(first, last[y]))
          result += 1 + matrix.has(x, y);
    }
    return result;
  }

private:
  static void follow(std::vector<bool> &set, const std::vector<std::vector<bool>> &reaches, unsigned to) {
    set[to] = true;
    for (size_t i = 0; to < reaches.size() && i < set.size(); ++i)
      if (reaches[to][i])
        set[i] = true;
  }
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
  eliminateAll(graph, Method::Forward, SIZE_MAX);
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
  eliminateAll(graph, Method::Markowitz, SIZE_MAX);
  Accumulation result = graph.finish();
  result.isOptimal = isOptimal;
  return result;
}

} // namespace costate::graph
