// Scarcity (Griewank and Vogel 2003): a graph that is eliminated in part may have fewer labels than its Jacobian has
// entries. The paper's example in section 7.2 is x = a b^T x by z = b^T x; x = a z: the Jacobian has n^2 entries, the
// graph that keeps z has 2n labels.
#pragma once

#include "graph/Elimination.h"

namespace costate::graph {

struct Scarce {
  std::vector<Vertex> eliminated; ///< in this order
  /// What is left: with the same independents and rows, and the Jacobian of the whole. Its labels are the graph's, then
  /// one for each step. A dependent that was eliminated because others depended on it has a new vertex.
  ComputationalGraph rest;
  std::vector<Step> steps;
  Operations operations; ///< of the steps
  size_t stored = 0;     ///< Values in `rest`, each once, whatever their signs
};

/// Eliminates the vertex that leaves the fewest edges with Values, again and again, and returns the graph on the way
/// that has the fewest to store, of equal ones the last. The number of edges may grow for a while, but not by more than
/// 64: big graphs do not fill in. Greedy: there may be graphs with fewer.
Scarce fewestLabels(const ComputationalGraph &);

} // namespace costate::graph
