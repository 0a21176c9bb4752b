// Flattening of straight-line code into computational graphs (seed 003, Algorithms 1 and 2).
//
// A run is a sequence of assignments of one block. Its graphs have a vertex for every active operation and for every
// active place that is read before the graph defines it; places are told apart by memory, not by how they are spelled:
// the same address is the same vertex, addresses that may or may not be the same split the run where a graph would read
// what it may have written (section 5). Constants and passive values are no vertices, nor is what only jumps (floor).
#pragma once

#include "graph/ComputationalGraph.h"
#include "ir/Program.h"

#include <functional>
#include <optional>
#include <string>

namespace costate::analysis {

/// How two reads or writes of a run lie to each other.
enum class Identity { Same, Different, Maybe };

/// A place where a statement of the run reads or writes it.
struct PlaceUse {
  const ir::Expr *place = nullptr;
  const ir::Assign *statement = nullptr;
};

/// What flattening asks of the program around a run.
struct RunContext {
  ir::Language language;
  /// Whether a derivative goes through a value. A place that is not active is a constant to the graph.
  std::function<bool(const ir::Expr *)> isActive;
  /// Of two uses in the run, the earlier first. The addresses that each has when its statement runs are compared.
  std::function<Identity(const PlaceUse &, const PlaceUse &)> identity;
  /// Whether what a statement of the run wrote may be read after the run (section 6.2: 0 is in its du-chain), where
  /// nothing in the run certainly overwrites it.
  std::function<bool(const PlaceUse &)> isReadAfter;
};

/// One of the graphs of a run. Vertices and labels of `graph` are described by `vertices` and `partials`.
struct Subgraph {
  struct Value {
    const ir::Expr *expr = nullptr; ///< the operation, or the place of an independent
    const ir::Assign *statement = nullptr; ///< that computes it, or first reads it
  };
  /// A label: the partial derivative of an operation by one of its arguments (rules::Operation's numbering).
  struct Partial {
    const ir::Expr *operation = nullptr; ///< null: a copy (`y = x`, a conversion), 1
    unsigned argument = 0;
    const ir::Assign *statement = nullptr;
  };
  graph::ComputationalGraph graph;
  std::vector<Value> vertices;
  std::vector<Partial> partials;
  std::vector<const ir::Assign *> statements; ///< all of the run that are in it, passive ones too
  std::vector<PlaceUse> independents; ///< of graph.independents, where they are first read
  std::vector<PlaceUse> dependents;   ///< of graph.dependents, in the order of the assignments
  /// Why it begins where it does; empty: the run begins there.
  std::string splitReason;
};

/// Whether a statement can be part of a run: it assigns one number, and all its operations have partial derivatives.
bool canFlatten(const ir::Stmt &, const RunContext &);

/// The graphs of a run, in order (Algorithm 2). No more than `limit` statements go into one.
std::vector<Subgraph> flatten(const std::vector<const ir::Assign *> &run, const RunContext &, size_t limit = 2000);

} // namespace costate::analysis
