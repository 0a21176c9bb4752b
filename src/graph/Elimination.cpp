// Orders of vertex elimination that need no search.
//
// (M1) Markowitz: the vertex whose elimination takes the fewest multiplications now.
// (M2) Relative Markowitz: the fewest in comparison with what the vertex would cost as the last one. Eliminated last,
//      it has the independents that it depends on for predecessors and the dependents that it influences for
//      successors, so that cost does not depend on the order. A vertex for which the difference is negative gets dearer
//      when it waits.
// (M3) Fewest edges: the vertex that leaves the fewest edges, were there none between its neighbours yet.
// (M4) Ripest: the least number of pairs of predecessors and successors in proportion to what it has as the last one.
// Ties: the least number of pairs (in (M3) of multiplications), then the lowest number.
#include "graph/Elimination.h"

#include "graph/EliminationGraph.h"
#include "graph/EliminationOrders.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <queue>
#include <tuple>

namespace costate::graph {

std::string_view name(Method method) {
  switch (method) {
  case Method::Forward: return "forward";
  case Method::Reverse: return "reverse";
  case Method::Markowitz: return "markowitz";
  case Method::RelativeMarkowitz: return "relative";
  case Method::Search: return "search";
  }
  return "";
}

// ---- what a vertex costs as the last one ------------------------------------------------------------------

namespace {

/// Paths between a vertex and 64 independents (or dependents): whether there are some, whether they make more than one
/// unit, whether one has a Value.
struct Paths {
  uint64_t any = 0, notUnit = 0, value = 0;

  void follow(const Paths &before, Kind kind) {
    notUnit |= (any & before.any) | (kind == Kind::Unit ? before.notUnit : before.any);
    value |= kind == Kind::Value ? before.any : before.value;
    any |= before.any;
  }
};

using Kinds = std::array<size_t, 3>;

void count(Kinds &kinds, const Paths &p) {
  kinds[0] += size_t(std::popcount(p.any & ~p.notUnit & ~p.value));
  kinds[1] += size_t(std::popcount(p.notUnit & ~p.value));
  kinds[2] += size_t(std::popcount(p.value));
}

/// Adds up kinds for each vertex, in one sweep in the order for every 64 ends.
template <class Follow>
std::vector<Kinds> collect(const EliminationGraph &graph, const std::vector<Vertex> &order, EliminationGraph::Role end,
                           Follow follow) {
  std::vector<Kinds> kinds(graph.size());
  std::vector<Vertex> ends;
  for (Vertex v : order)
    if (graph.role(v) == end)
      ends.push_back(v);
  for (size_t begin = 0; begin < ends.size(); begin += 64) {
    std::vector<Paths> paths(graph.size());
    for (size_t i = begin; i < std::min(begin + 64, ends.size()); ++i)
      paths[ends[i]].any = uint64_t(1) << (i - begin);
    for (Vertex v : order)
      if (graph.role(v) == EliminationGraph::Role::Intermediate) {
        follow(v, paths);
        count(kinds[v], paths[v]);
      }
  }
  return kinds;
}

struct Last {
  int64_t multiplications = 0, pairs = 0;
};

std::vector<Last> lastCosts(const EliminationGraph &graph) {
  std::vector<Vertex> order(graph.size());
  std::iota(order.begin(), order.end(), 0);
  std::vector<Kinds> in = collect(graph, order, EliminationGraph::Role::Independent, [&](Vertex v, auto &paths) {
    for (auto e : graph.predecessors(v))
      paths[v].follow(paths[graph.edge(e).from], graph.kind(e));
  });
  std::reverse(order.begin(), order.end());
  std::vector<Kinds> out = collect(graph, order, EliminationGraph::Role::Dependent, [&](Vertex v, auto &paths) {
    for (auto e : graph.successors(v))
      paths[v].follow(paths[graph.edge(e).to], graph.kind(e));
  });
  auto sum = [](const Kinds &k) { return k[0] + k[1] + k[2]; };
  std::vector<Last> result(graph.size());
  for (Vertex v = 0; v < graph.size(); ++v)
    result[v] = {int64_t(in[v][2] * (out[v][2] + out[v][1]) + in[v][1] * out[v][2]), int64_t(sum(in[v]) * sum(out[v]))};
  return result;
}

// ---- orders -----------------------------------------------------------------------------------------------

/// Keys change only at the neighbours of what was eliminated. Old keys stay in the queue and are passed over.
class LowestFirst {
public:
  LowestFirst(EliminationGraph &graph, Order order) : graph(graph), order(order), keys(graph.size()) {
    if (order == Order::RelativeMarkowitz || order == Order::Ripest)
      last = lastCosts(graph);
    for (Vertex v : graph.intermediates())
      update(v);
  }

  std::optional<Vertex> next() {
    while (!queue.empty()) {
      Key key = queue.top();
      queue.pop();
      Vertex v = std::get<2>(key);
      if (graph.role(v) == EliminationGraph::Role::Intermediate && key == keys[v])
        return v;
    }
    return std::nullopt;
  }

  void eliminate(Vertex v) {
    std::vector<Vertex> neighbours;
    for (auto e : graph.predecessors(v))
      neighbours.push_back(graph.edge(e).from);
    for (auto e : graph.successors(v))
      neighbours.push_back(graph.edge(e).to);
    graph.eliminate(v);
    for (Vertex w : neighbours)
      if (graph.role(w) == EliminationGraph::Role::Intermediate)
        update(w);
  }

private:
  using Key = std::tuple<int64_t, int64_t, Vertex>;

  Key keyOf(Vertex v) const {
    auto multiplications = int64_t(graph.multiplications(v)), in = int64_t(graph.predecessors(v).size()),
         out = int64_t(graph.successors(v).size()), pairs = in * out;
    switch (order) {
    case Order::RelativeMarkowitz: return {multiplications - last[v].multiplications, pairs, v};
    case Order::FewestEdges: return {pairs - in - out, multiplications, v};
    case Order::Ripest: return {pairs * 1024 / last[v].pairs, pairs, v};
    default: return {multiplications, pairs, v};
    }
  }

  void update(Vertex v) {
    Key key = keyOf(v);
    if (key == keys[v])
      return;
    keys[v] = key;
    queue.push(key);
  }

  EliminationGraph &graph;
  const Order order;
  std::vector<std::optional<Key>> keys;
  std::vector<Last> last;
  std::priority_queue<Key, std::vector<Key>, std::greater<>> queue;
};

} // namespace

bool eliminateAll(EliminationGraph &graph, Order kind, size_t limit) {
  auto isWithin = [&] { return graph.program.operations.total() <= limit; };
  if (kind == Order::Forward || kind == Order::Reverse) {
    std::vector<Vertex> order = graph.intermediates();
    if (kind == Order::Reverse)
      std::reverse(order.begin(), order.end());
    for (Vertex v : order)
      if (graph.eliminate(v); !isWithin())
        return false;
    return isWithin();
  }
  LowestFirst lowest(graph, kind);
  while (std::optional<Vertex> v = lowest.next())
    if (lowest.eliminate(*v); !isWithin())
      return false;
  return isWithin();
}

static Order orderOf(Method method) {
  switch (method) {
  case Method::Forward: return Order::Forward;
  case Method::Reverse: return Order::Reverse;
  case Method::RelativeMarkowitz: return Order::RelativeMarkowitz;
  default: return Order::Markowitz;
  }
}

std::vector<std::vector<Vertex>> simpleOrders(const EliminationGraph &graph) {
  std::vector<std::vector<Vertex>> result;
  for (Order order : {Order::Markowitz, Order::Reverse, Order::Forward}) {
    EliminationGraph copy = graph;
    eliminateAll(copy, order, SIZE_MAX);
    result.emplace_back();
    for (auto [v, cost] : copy.eliminations())
      result.back().push_back(v);
  }
  return result;
}

Accumulation accumulateVertices(const ComputationalGraph &computational, const std::vector<Vertex> &order) {
  EliminationGraph graph(computational);
  for (Vertex v : order)
    if (v < graph.size() && graph.role(v) == EliminationGraph::Role::Intermediate)
      graph.eliminate(v);
  for (Vertex v : graph.intermediates())
    graph.eliminate(v);
  return graph.finish();
}

std::optional<Accumulation> accumulateWithin(const ComputationalGraph &computational, Method method, size_t operations,
                                             size_t budget) {
  if (method == Method::Search)
    return search(computational, operations, budget);
  EliminationGraph graph(computational);
  if (!eliminateAll(graph, orderOf(method), operations))
    return std::nullopt;
  return graph.finish();
}

Accumulation accumulate(const ComputationalGraph &graph, Method method, size_t budget) {
  return *accumulateWithin(graph, method, SIZE_MAX, budget);
}

} // namespace costate::graph
