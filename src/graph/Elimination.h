// The Jacobian of a computational graph, by elimination.
//
// Vertex elimination (Griewank and Reese 1991) connects all predecessors of an intermediate vertex with all its
// successors and takes it out; edge elimination does that for one edge at its front or back; face elimination (Naumann
// 2004) for one pair of edges, in the line graph. What remains is bipartite: its labels are the Jacobian. The order
// decides how many products that takes.
//
// Vertices that are on no path from an independent to a dependent cost nothing. Costs are what is left for the program
// to compute: a product with one is no operation, with minus one a sign, and what consists of constants is folded.
// Equal products and sums are computed once.
//
// The time is that of the steps that result, a logarithm apart. Their number is bounded by the number of edges times
// independents (Forward) or dependents (Reverse): a graph of 30,000 vertices that all depend on 1000 independents has
// that many products, and accumulateWithin() is for those who would rather not.
#pragma once

#include "graph/ComputationalGraph.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace costate::graph {

enum class Method {
  Forward,           ///< vertices in the order of the program
  Reverse,           ///< in the opposite order
  Markowitz,         ///< the least number of new products first
  RelativeMarkowitz, ///< least in comparison with what it would cost to eliminate the vertex last
  Search,            ///< the best of these and of what a search finds: optimal where the graph is small
};

std::string_view name(Method); ///< in one word of lower case

struct Operations {
  size_t multiplications = 0, additions = 0; ///< of numbers that are not known when code is generated
  size_t total() const { return multiplications + additions; }
  bool operator==(const Operations &) const = default;
};

/// A label that is computed from others.
struct Step {
  enum class Kind { Product, Sum, One } kind; ///< One: has no operands, for Jacobians with an entry that is no edge's
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
  std::vector<Entry> entries; ///< where there is a path, by row, then column; a Constant may be zero (1 - 1)
  Operations operations;      ///< of the steps
  Operations unshared;        ///< had equal products been computed again: what orders are compared by
  /// Of Search: no order of vertices has fewer operations, unshared, than `operations` in total. Edges or faces may
  /// have brought these below.
  bool isOptimal = false;
};

/// `budget` bounds Search, in vertices (edges, faces) that it eliminates while looking: the same on every machine.
Accumulation accumulate(const ComputationalGraph &, Method, size_t budget = 50000);

/// Nothing if it would take more operations than that; it stops there.
std::optional<Accumulation> accumulateWithin(const ComputationalGraph &, Method, size_t operations,
                                             size_t budget = 50000);

// ---- vertices, edges and faces in any order ---------------------------------------------------------------
//
// The search for the best order of each kind begins with Markowitz' rule, or what is better, and returns that where the
// budget ends before something cheaper is found. The budget is in vertices, edges or faces that it eliminates while
// looking. isOptimal: no order of this kind has fewer unshared operations in total.

/// By the intermediate vertices in the given order. Those that it leaves out follow in the order of the program;
/// those that are none (unused, independents, maximal dependents) are passed over.
Accumulation accumulateVertices(const ComputationalGraph &, const std::vector<Vertex> &order);
Accumulation bestVertices(const ComputationalGraph &, size_t budget = 50000);

/// Takes one edge out: at its front, its beginning gets edges to all successors of its end; at its back, its end gets
/// edges from all predecessors of its beginning. The vertex between must be an intermediate one. A dependent that has
/// successors or is an independent has an edge to a vertex of its own: these have the numbers after the graph's, in
/// the order of the dependents.
struct EdgeElimination {
  Vertex from, to;
  enum class At { Front, Back } at;
};

/// By edges in the given order; those that are not there are passed over. Vertices that are left follow in the order
/// of the program.
Accumulation accumulateEdges(const ComputationalGraph &, const std::vector<EdgeElimination> &order);
Accumulation bestEdges(const ComputationalGraph &, size_t budget = 20000);

/// Takes one pair of edges that follow each other out of the line graph. Edges are numbered by their ends, parallel
/// ones as one; each product that is not added to another makes a new one.
struct FaceElimination {
  unsigned first, second;
};

/// By faces in the given order; those that are not there are passed over, those that are left follow by numbers.
Accumulation accumulateFaces(const ComputationalGraph &, const std::vector<FaceElimination> &order);
/// Eliminating vertices and edges is eliminating faces: what is optimal here is optimal at all.
Accumulation bestFaces(const ComputationalGraph &, size_t budget = 5000);

} // namespace costate::graph
