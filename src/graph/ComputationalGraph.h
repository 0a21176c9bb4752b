// The computational graph of seed 003: vertices are values, edges carry local partial derivatives.
//
// Labels are numbers that somebody else can compute: the graph knows of each only what it costs to multiply with it.
// Accumulating a Jacobian (Elimination.h) is a straight-line program over labels.
#pragma once

#include <cstdint>
#include <vector>

namespace costate::graph {

using Vertex = unsigned;
using LabelId = unsigned;

/// What is known of a label when code is generated: products with one cost nothing, with minus one a sign, and products
/// of constants are computed by the compiler.
enum class Label : uint8_t { One, MinusOne, Constant, Value };

struct Edge {
  Vertex from, to; ///< `to` depends on `from`
  LabelId label;
};

/// Acyclic: vertices are numbered so that every edge goes from a lower to a higher number. Parallel edges add up
/// (x*x). Independents are minimal. A dependent may have edges to others, and may be an independent (Fig. 6): its row
/// is then what the paper's augmented vertex would have. One vertex may be several dependents, each with its row. A
/// dependent that is no independent and has no edges into it is a constant: its row is empty.
struct ComputationalGraph {
  unsigned vertices = 0;
  std::vector<Edge> edges;
  std::vector<Label> labels;        ///< what edges are labelled with
  std::vector<Vertex> independents; ///< columns of the Jacobian
  std::vector<Vertex> dependents;   ///< rows
};

} // namespace costate::graph
