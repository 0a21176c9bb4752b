// A better order of vertices from a given one, for components that are too large to look at all orders.
#pragma once

#include "graph/VertexSearch.h"

namespace costate::graph {

/// Takes what it eliminates while looking from the budget, and may leave some of it where nothing gets better.
VertexOrder improveOrder(const KindMatrix &, VertexOrder known, size_t &budget);

} // namespace costate::graph
