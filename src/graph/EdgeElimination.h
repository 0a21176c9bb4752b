// Edge elimination of one component, for the search.
#pragma once

#include "graph/BestFirst.h"

namespace costate::graph {

/// Better than `known`, where the budget suffices to find that. Orders of vertices are where it begins; those of other
/// components are passed over. Ends are vertices of the graph.
Moves<EdgeElimination> searchEdges(const EliminationGraph &, const Component &, Operations known,
                                   const std::vector<std::vector<Vertex>> &orders, size_t &budget);

void eliminateEdges(EliminationGraph &, const std::vector<EdgeElimination> &); ///< passes over edges that are not there

} // namespace costate::graph
