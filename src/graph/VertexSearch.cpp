// (S1) What is left of a graph, kinds included, depends on the set of vertices that were eliminated and not on their
//      order. So of all orders of one set only the cheapest is followed.
// (S2) Sets go by layers, from k to k + 1 vertices. A layer keeps as many sets as the budget allows for all layers to
//      come, the cheapest ones. Where no set had to be dropped, no order is cheaper than what was found.
// (S3) A set is given up if its cost and a bound of the rest reach what is already known. The bound is a sum over
//      vertices: one that has only Values on one side and no units on the other keeps these kinds (products with them
//      have them too), so in the end it costs a product for each pair of a predecessor and a successor. Of these it has
//      at least as many as disjoint paths lead to it from independents, or from it to dependents, in the first graph:
//      every such path has a predecessor on it, the last vertex that is not eliminated yet.
#include "graph/VertexSearch.h"

#include <algorithm>
#include <unordered_map>

namespace costate::graph {

Operations costOf(KindMatrix matrix, const std::vector<unsigned> &order) {
  Operations cost;
  for (unsigned v : order)
    cost = cost + matrix.eliminate(v);
  return cost;
}

// ---- the bound (S3) ---------------------------------------------------------------------------------------

namespace {

/// How many paths lead from one vertex to ends without meeting in between: a flow through vertices that have room for
/// one. Vertex v has the nodes 2v, where paths arrive, and 2v + 1, where they leave.
class DisjointPaths {
public:
  DisjointPaths(const std::vector<std::vector<unsigned>> &next, const std::vector<bool> &isEnd)
      : arcsOf(2 * next.size() + 1) {
    for (unsigned v = 0; v < next.size(); ++v) {
      connect(2 * v, 2 * v + 1);
      for (unsigned to : next[v])
        connect(2 * v + 1, 2 * to);
      if (isEnd[v])
        connect(2 * v + 1, unsigned(2 * next.size()));
    }
  }

  size_t count(unsigned from) {
    for (size_t i = 0; i < arcs.size(); ++i)
      arcs[i].isFree = i % 2 == 0;
    size_t result = 0;
    while (isSeen.assign(arcsOf.size(), false), augment(2 * from + 1))
      ++result;
    return result;
  }

private:
  struct Arc {
    unsigned to;
    bool isFree;
  };

  void connect(unsigned from, unsigned to) {
    arcsOf[from].push_back(unsigned(arcs.size()));
    arcs.push_back({to, true});
    arcsOf[to].push_back(unsigned(arcs.size()));
    arcs.push_back({from, false});
  }

  bool augment(unsigned node) {
    if (node + 1 == arcsOf.size())
      return true;
    isSeen[node] = true;
    for (unsigned a : arcsOf[node])
      if (arcs[a].isFree && !isSeen[arcs[a].to] && augment(arcs[a].to)) {
        arcs[a].isFree = false;
        arcs[a ^ 1].isFree = true;
        return true;
      }
    return false;
  }

  std::vector<Arc> arcs; ///< each before its opposite
  std::vector<std::vector<unsigned>> arcsOf;
  std::vector<bool> isSeen;
};

/// For each intermediate vertex, multiplications that it takes in any order.
std::vector<size_t> leastCosts(const KindMatrix &m) {
  unsigned inner = m.intermediates();
  std::vector<size_t> result(inner);
  std::vector<std::vector<unsigned>> up(m.columns()), down(m.rows());
  std::vector<bool> isDependent(m.columns()), isIndependent(m.rows());
  std::vector<Kind> leastIn(inner, Kind::Value), leastOut(inner, Kind::Value);
  for (unsigned row = 0; row < m.rows(); ++row)
    for (unsigned column = 0; column < m.columns(); ++column) {
      if (!m.has(row, column))
        continue;
      if (row < inner) {
        up[row].push_back(column);
        leastOut[row] = std::min(leastOut[row], m.kind(row, column));
      }
      if (column < inner) {
        down[column].push_back(row);
        leastIn[column] = std::min(leastIn[column], m.kind(row, column));
      }
    }
  std::fill(isDependent.begin() + inner, isDependent.end(), true);
  std::fill(isIndependent.begin() + inner, isIndependent.end(), true);
  DisjointPaths toDependents(up, isDependent), toIndependents(down, isIndependent);
  for (unsigned v = 0; v < inner; ++v)
    if (isMultiplication(leastIn[v], leastOut[v]))
      result[v] = toDependents.count(v) * toIndependents.count(v);
  return result;
}

// ---- layers (S1), (S2) ------------------------------------------------------------------------------------

struct Set {
  uint64_t vertices;
  Operations cost;
  size_t bound;  ///< of the total
  size_t parent; ///< in the layer before
  unsigned last; ///< the vertex that was eliminated last
};

class Layers {
public:
  Layers(const KindMatrix &matrix, VertexOrder &best, size_t &budget)
      : inner(matrix.intermediates()), best(best), budget(budget), least(leastCosts(matrix)), graphs{matrix} {
    size_t rest = 0;
    for (size_t cost : least)
      rest += cost;
    layers.push_back({{0, {}, rest, 0, 0}});
  }

  void search() {
    best.isOptimal = true;
    for (unsigned size = 0; size < inner && !layers.back().empty(); ++size) {
      expand();
      keep(inner - size - 1);
      eliminate();
    }
    if (layers.size() == inner + 1 && !layers.back().empty())
      recover();
  }

private:
  void expand() {
    std::vector<Set> next;
    std::unordered_map<uint64_t, size_t> places;
    const std::vector<Set> &layer = layers.back();
    for (size_t i = 0; i < layer.size(); ++i)
      for (unsigned v = 0; v < inner; ++v) {
        if (layer[i].vertices >> v & 1)
          continue;
        if (budget == 0) {
          best.isOptimal = false;
          break;
        }
        --budget;
        Operations step = graphs[i].cost(v);
        Set set{layer[i].vertices | uint64_t(1) << v, layer[i].cost + step, layer[i].bound - least[v] + step.total(), i,
                v};
        if (set.bound >= best.cost.total())
          continue;
        auto [place, isNew] = places.try_emplace(set.vertices, next.size());
        if (isNew)
          next.push_back(set);
        else if (isCheaper(set.cost, next[place->second].cost))
          next[place->second] = set;
      }
    layers.push_back(std::move(next));
  }

  /// Of the newest layer, as many sets as the budget allows for all layers to come: each costs a look at every vertex
  /// that is left.
  void keep(size_t left) {
    std::vector<Set> &layer = layers.back();
    size_t width = left ? std::max<size_t>(1, budget / (left * (left + 1) / 2)) : 1;
    if (layer.size() <= width)
      return;
    best.isOptimal &= left == 0; // only one set has all vertices
    std::stable_sort(layer.begin(), layer.end(), [](const Set &a, const Set &b) {
      return a.bound != b.bound ? a.bound < b.bound : a.cost.multiplications < b.cost.multiplications;
    });
    layer.resize(width);
  }

  void eliminate() {
    std::vector<KindMatrix> next;
    next.reserve(layers.back().size());
    for (const Set &set : layers.back()) {
      next.push_back(graphs[set.parent]);
      next.back().eliminate(set.last);
    }
    graphs = std::move(next);
  }

  void recover() {
    best.cost = layers.back().front().cost;
    best.order.assign(inner, 0);
    size_t place = 0;
    for (size_t i = inner; i > 0; --i) {
      const Set &set = layers[i][place];
      best.order[i - 1] = set.last;
      place = set.parent;
    }
  }

  const unsigned inner;
  VertexOrder &best;
  size_t &budget;
  const std::vector<size_t> least;
  std::vector<std::vector<Set>> layers;
  std::vector<KindMatrix> graphs; ///< of the newest layer
};

} // namespace

VertexOrder searchVertices(const KindMatrix &matrix, VertexOrder known, size_t &budget) {
  Layers(matrix, known, budget).search();
  return known;
}

} // namespace costate::graph
