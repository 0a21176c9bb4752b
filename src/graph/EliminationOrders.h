// Orders of elimination: those that need no search, and the search that begins with the best of them.
#pragma once

#include "graph/EliminationGraph.h"

namespace costate::graph {

/// Eliminates all intermediate vertices by a method other than Search. False if it stopped because that took more
/// operations than the limit.
bool eliminateAll(EliminationGraph &, Method, size_t limit);

/// Forward, reverse and by Markowitz' rule.
std::vector<std::vector<Vertex>> simpleOrders(const EliminationGraph &);

std::optional<Accumulation> search(const ComputationalGraph &, size_t limit, size_t budget);

} // namespace costate::graph
