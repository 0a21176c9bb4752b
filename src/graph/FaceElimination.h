// Face elimination, for the search.
#pragma once

#include "graph/BestFirst.h"
#include "graph/LineGraph.h"

namespace costate::graph {

bool isSmallForFaces(const EliminationGraph &); ///< whether it can be searched
/// Better than `known`, where the budget suffices to find that. Orders of all vertices are where it begins.
Moves<FaceElimination> searchFaces(const EliminationGraph &, Operations known,
                                   const std::vector<std::vector<Vertex>> &orders, size_t &budget);

} // namespace costate::graph
