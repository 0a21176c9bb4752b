#include "graph/Scarcity.h"

#include "graph/EliminationGraph.h"
#include "graph/Sweeps.h"

#include <algorithm>
#include <queue>
#include <set>
#include <tuple>

namespace costate::graph {

using Role = EliminationGraph::Role;

namespace {

constexpr int64_t mostGrowth = 64;

/// Labels of edges with Values, how often each occurs.
class StoredLabels {
public:
  void change(const EliminationGraph &graph, EliminationGraph::EdgeId e, int by) {
    if (graph.kind(e) != Kind::Value)
      return;
    edges += by;
    size_t id = graph.edge(e).factor.label;
    if (id >= uses.size())
      uses.resize(2 * id + 1);
    different += (uses[id] + by > 0) - (uses[id] > 0);
    uses[id] += by;
  }
  int64_t edges = 0, different = 0;

private:
  std::vector<int64_t> uses;
};

/// Eliminates vertex after vertex, and remembers after how many there was least to store.
class Greedy {
public:
  explicit Greedy(const ComputationalGraph &computational) : graph(computational) {
    for (Vertex v = 0; v < graph.size(); ++v)
      for (auto e : graph.successors(v))
        stored.change(graph, e, 1);
    leastEdges = stored.edges;
    leastStored = stored.different;
    for (Vertex v : graph.intermediates())
      update(v);
  }

  size_t run() {
    while (std::optional<Vertex> v = next()) {
      eliminate(*v);
      leastEdges = std::min(leastEdges, stored.edges);
      if (stored.different <= leastStored) {
        leastStored = stored.different;
        steps = graph.eliminations().size();
      }
    }
    return steps;
  }

private:
  using Key = std::tuple<int64_t, uint64_t, Vertex>; // growth, pairs, vertex

  /// How many more edges have Values when the vertex is eliminated. Every pair of a predecessor and a successor adds
  /// zero or one, so it may stop where that is too much.
  int64_t growth(Vertex v) const {
    int64_t result = 0, most = leastEdges + mostGrowth - stored.edges;
    for (auto list : {&graph.predecessors(v), &graph.successors(v)})
      for (auto e : *list)
        result -= graph.kind(e) == Kind::Value;
    for (auto in : graph.predecessors(v))
      for (auto out : graph.successors(v)) {
        if (result > most)
          return result;
        auto known = graph.find(graph.edge(in).from, graph.edge(out).to);
        bool isValue = productKind(graph.kind(in), graph.kind(out)) == Kind::Value;
        result += isValue && !(known && graph.kind(*known) == Kind::Value);
      }
    return result;
  }

  void update(Vertex v) {
    queue.push({growth(v), uint64_t(graph.predecessors(v).size()) * graph.successors(v).size(), v});
  }

  /// Keys may be old: a vertex that has become worse waits, one that has become better is taken when its turn comes.
  std::optional<Vertex> next() {
    while (!queue.empty()) {
      auto [key, pairs, v] = queue.top();
      queue.pop();
      if (graph.role(v) != Role::Intermediate)
        continue;
      int64_t now = growth(v);
      if (stored.edges + now > leastEdges + mostGrowth)
        continue; // comes back when a neighbour goes
      if (now <= key)
        return v;
      update(v);
    }
    return std::nullopt;
  }

  void eliminate(Vertex v) {
    std::set<Vertex> from, to;
    for (auto e : graph.predecessors(v))
      from.insert(graph.edge(e).from);
    for (auto e : graph.successors(v))
      to.insert(graph.edge(e).to);
    count(v, from, to, -1);
    graph.eliminate(v);
    count(v, from, to, 1);
    from.merge(to);
    for (Vertex w : from)
      if (graph.role(w) == Role::Intermediate)
        update(w);
  }

  /// The edges that eliminating the vertex changes.
  void count(Vertex v, const std::set<Vertex> &from, const std::set<Vertex> &to, int by) {
    auto change = [&](Vertex a, Vertex b) {
      if (auto e = graph.find(a, b))
        stored.change(graph, *e, by);
    };
    for (Vertex a : from) {
      change(a, v);
      for (Vertex b : to)
        change(a, b);
    }
    for (Vertex b : to)
      change(v, b);
  }

  EliminationGraph graph;
  StoredLabels stored;
  int64_t leastEdges, leastStored;
  size_t steps = 0;
  std::priority_queue<Key, std::vector<Key>, std::greater<>> queue;

public:
  Vertex eliminated(size_t i) const { return graph.eliminations()[i].vertex; }
};

} // namespace

/// The vertex that has the derivatives of a row: one before, where the row's own vertex only copies it.
static Vertex rowVertex(const EliminationGraph &graph, Vertex row, unsigned vertices) {
  const auto &in = graph.predecessors(row);
  if (row < vertices || in.size() != 1 || graph.kind(in[0]) != Kind::Unit || graph.edge(in[0]).factor.isNegative)
    return row;
  return graph.edge(in[0]).from;
}

Scarce fewestLabels(const ComputationalGraph &computational) {
  Greedy greedy(computational);
  size_t count = greedy.run();
  EliminationGraph graph(computational);
  Scarce result;
  for (size_t i = 0; i < count; ++i) {
    result.eliminated.push_back(greedy.eliminated(i));
    graph.eliminate(result.eliminated.back());
  }
  ComputationalGraph &rest = result.rest;
  rest.vertices = graph.size();
  rest.independents = computational.independents;
  std::vector<bool> isCopy(graph.size());
  for (Vertex row : graph.rows()) {
    rest.dependents.push_back(rowVertex(graph, row, computational.vertices));
    isCopy[row] = rest.dependents.back() != row;
  }
  std::set<LabelId> stored;
  for (Vertex v = 0; v < graph.size(); ++v)
    for (auto e : graph.sortedSuccessors(v)) {
      const EliminationGraph::Edge &edge = graph.edge(e);
      if (isCopy[edge.to])
        continue;
      if (graph.kind(e) == Kind::Value)
        stored.insert(edge.factor.label);
      rest.edges.push_back({edge.from, edge.to, graph.program.label(edge.factor)});
    }
  result.stored = stored.size();
  // Parallel edges are added up by now, and a sum may be new where the labels are used elsewhere too.
  if (size_t before = storedLabels(computational); before < result.stored)
    return {{}, computational, {}, {}, before};
  rest.labels = std::move(graph.program.labels);
  result.steps = std::move(graph.program.steps);
  result.operations = graph.program.operations;
  return result;
}

} // namespace costate::graph
