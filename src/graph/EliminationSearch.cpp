// The search for a good order of elimination.
#include "graph/EliminationOrders.h"

#include <utility>

namespace costate::graph {

std::optional<Accumulation> search(const ComputationalGraph &computational, size_t limit, size_t) {
  std::optional<Accumulation> best;
  for (Method method : {Method::Forward, Method::Reverse, Method::Markowitz, Method::RelativeMarkowitz}) {
    EliminationGraph graph(computational);
    if (!eliminateAll(graph, method, limit))
      continue;
    limit = graph.program.operations.total();
    if (Accumulation found = graph.finish(); !best || found.operations.total() < best->operations.total())
      best = std::move(found);
  }
  return best;
}

} // namespace costate::graph
