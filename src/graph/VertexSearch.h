// The search for an order of vertices in one component.
#pragma once

#include "graph/KindMatrix.h"

namespace costate::graph {

struct VertexOrder {
  std::vector<unsigned> order; ///< numbers of the matrix
  Operations cost;
  bool isOptimal = false;
};

Operations costOf(KindMatrix, const std::vector<unsigned> &order);

/// Better than `known` where that is found. Takes what it eliminates while looking from the budget. At most 64
/// intermediate vertices.
VertexOrder searchVertices(const KindMatrix &, VertexOrder known, size_t &budget);

} // namespace costate::graph
