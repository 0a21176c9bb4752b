// Face elimination, for the search.
#pragma once

#include "graph/BestFirst.h"
#include "graph/LineGraph.h"

namespace costate::graph {

Moves<FaceElimination> searchFaces(const EliminationGraph &, Operations known, size_t &budget);

} // namespace costate::graph
