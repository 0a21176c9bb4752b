// Vertices are moved to other places of the order, one at a time.
//
// (I1) What is left of a graph depends on the set of vertices that are gone (S1). So moving a vertex from one place to
//      another changes costs at these places and between them, nowhere else: that part is eliminated again.
// (I2) A move may cost something, less and less as the budget goes: an order that nothing improves need not be good.
// The
//      best order that was met is the result.
// (I3) Places are picked by a generator with a fixed start. The same graph gives the same order.
#include "graph/OrderImprovement.h"

#include <algorithm>
#include <cstdint>
#include <random>

namespace costate::graph {

namespace {

class Improvement {
public:
  Improvement(const KindMatrix &matrix, VertexOrder known, size_t &budget)
      : best(std::move(known)), order(best.order), costs(order.size()), budget(budget), first(budget) {
    checkpoints.assign((order.size() + stride - 1) / stride, matrix);
    replay(0, order.size(), matrix);
    for (const Operations &cost : costs)
      total = total + cost;
    best.cost = total;
  }

  VertexOrder run() {
    size_t idle = 0;
    while (budget > 2 * mostPlaces + stride && idle < patience * order.size()) {
      size_t before = best.cost.total(), place = random() % order.size();
      if (random() % 2)
        moveLater(place);
      else
        moveEarlier(place);
      idle = best.cost.total() < before ? 0 : idle + 1;
    }
    return std::move(best);
  }

private:
  static constexpr size_t stride = 8;      ///< between graphs that are kept
  static constexpr size_t mostPlaces = 48; ///< that a vertex moves at once
  static constexpr size_t patience = 60;   ///< moves for each vertex without anything better

  struct Change {
    size_t from, to; ///< places
    Operations before, after;
  };

  size_t distance() {
    size_t most = random() % 4 ? std::min<size_t>(mostPlaces / 4, order.size()) : mostPlaces;
    return 1 + random() % most;
  }

  Operations eliminate(KindMatrix &graph, size_t place) {
    budget -= budget > 0;
    return graph.eliminate(order[place]);
  }

  KindMatrix graphAt(size_t place) {
    KindMatrix result = checkpoints[place / stride];
    for (size_t i = place / stride * stride; i < place; ++i)
      eliminate(result, i);
    return result;
  }

  /// All places up to a distance are tried on the way; the cheapest is taken.
  void moveLater(size_t from) {
    size_t end = std::min(from + distance(), order.size() - 1);
    KindMatrix graph = graphAt(from);
    Change cheapest{from, from, {}, {}};
    Operations before = costs[from], after;
    for (size_t to = from + 1; to <= end; ++to) {
      before = before + costs[to];
      after = after + eliminate(graph, to);
      Change change{from, to, before, after + graph.cost(order[from])};
      budget -= budget > 0;
      if (cheapest.to == from || isBetter(change, cheapest))
        cheapest = change;
    }
    take(cheapest);
  }

  void moveEarlier(size_t from) {
    size_t to = from - std::min(distance(), from);
    KindMatrix graph = graphAt(to);
    Change change{from, to, costs[from], eliminate(graph, from)};
    for (size_t i = to; i < from; ++i) {
      change.before = change.before + costs[i];
      change.after = change.after + eliminate(graph, i);
    }
    take(change);
  }

  /// Of moves that save as much, the longest.
  static bool isBetter(const Change &a, const Change &b) {
    return a.after.total() + b.before.total() <= b.after.total() + a.before.total();
  }

  void take(const Change &change) {
    size_t room = total.total() * (budget + 1) / (first + 1) / 100; // (I2)
    size_t loss = room * (random() % 1024) / 1024 * (random() % 1024) / 1024;
    if (change.from == change.to || change.after.total() > change.before.total() + loss)
      return;
    auto at = [&](size_t place) { return order.begin() + std::ptrdiff_t(place); };
    if (change.from < change.to)
      std::rotate(at(change.from), at(change.from) + 1, at(change.to) + 1);
    else
      std::rotate(at(change.to), at(change.from), at(change.from) + 1);
    auto [begin, last] = std::minmax(change.from, change.to);
    replay(begin, last + 1, graphAt(begin));
    total = total + change.after - change.before;
    if (isCheaper(total, best.cost)) {
      best.cost = total;
      best.order = order;
    }
  }

  void replay(size_t begin, size_t end, KindMatrix graph) {
    for (size_t i = begin; i < end; ++i) {
      if (i % stride == 0)
        checkpoints[i / stride] = graph;
      costs[i] = eliminate(graph, i);
    }
  }

  VertexOrder best;
  std::vector<unsigned> order;
  std::vector<Operations> costs; ///< at each place
  Operations total;
  std::vector<KindMatrix> checkpoints; ///< at every place that is a multiple of the stride
  size_t &budget;
  const size_t first; ///< the budget at the beginning
  std::minstd_rand random;
};

} // namespace

VertexOrder improveOrder(const KindMatrix &matrix, VertexOrder known, size_t &budget) {
  if (known.order.size() < 3)
    return known;
  return Improvement(matrix, std::move(known), budget).run();
}

} // namespace costate::graph
