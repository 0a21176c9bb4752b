// The Jacobian of a computational graph, by elimination.
//
// Vertex elimination (Griewank and Reese 1991) connects all predecessors of an intermediate vertex with all its
// successors and takes it out; edge elimination does that for one edge at its front or back; face elimination (Naumann
// 2004) for one pair of edges, in the line graph. What remains is bipartite: its labels are the Jacobian. The order decides how many
// products that takes.
#pragma once

#include "graph/ComputationalGraph.h"

#include <cstddef>
#include <optional>
#include <string>

namespace costate::graph {

enum class Method {
  Forward,           ///< vertices in the order of the program
  Reverse,           ///< in the opposite order
  Markowitz,         ///< the least number of new products first
  RelativeMarkowitz, ///< least in comparison with what reverse order would cost the vertex: see Elimination.cpp
  Search,            ///< the best of all that a search finds, within a number of steps; optimal where the graph is small
};

struct Operations {
  unsigned multiplications = 0, additions = 0; ///< of numbers that are not known when code is generated
  unsigned total() const { return multiplications + additions; }
  bool operator==(const Operations &) const = default;
};

/// A label that is computed from others.
struct Step {
  enum class Kind { Product, Sum } kind;
  LabelId left, right;
};

/// A straight-line program over labels, and where the Jacobian's entries are then.
struct Accumulation {
  std::vector<Label> labels; ///< the graph's, then one for each step
  std::vector<Step> steps;
  struct Entry {
    unsigned row, column; ///< of `dependents` and `independents`
    LabelId label;
  };
  std::vector<Entry> entries; ///< that are not zero, by row, then column
  Operations operations;
  bool isOptimal = false; ///< Search: no other order of vertices takes fewer operations
};

/// `budget` bounds Search, in vertices that it eliminates while looking: the same on every machine.
Accumulation accumulate(const ComputationalGraph &, Method, size_t budget = 20000);

} // namespace costate::graph
