// Orders of elimination: those that need no search, and the search that begins with the best of them.
#pragma once

#include "graph/EliminationGraph.h"

namespace costate::graph {

/// The first four are methods. Others are only where a search begins: see Elimination.cpp.
enum class Order { Forward, Reverse, Markowitz, RelativeMarkowitz, FewestEdges, Ripest };

/// Eliminates all intermediate vertices. False if it stopped because that took more operations than the limit.
bool eliminateAll(EliminationGraph &, Order, size_t limit);

/// Forward, reverse and by Markowitz' rule.
std::vector<std::vector<Vertex>> simpleOrders(const EliminationGraph &);

std::optional<Accumulation> search(const ComputationalGraph &, size_t limit, size_t budget);

} // namespace costate::graph
