// Flattening of straight-line code into computational graphs (seed 003, Algorithms 1 and 2).
//
// A run is a sequence of assignments of one block. Its graphs have a vertex for every active operation and for every
// active place that is read before the graph defines it; places are told apart by memory, not by how they are spelled:
// the same address is the same vertex, addresses that may or may not be the same split the run where a graph would read
// what it may have written (section 5). Constants and passive values are no vertices, nor is what only jumps (floor),
// nor what no dependent depends on. Parentheses and conversions between reals have the vertex of their operand.
//
// What a graph says of a run, for all values of its addresses:
// 1. A read is one vertex: what the last assignment in the graph that certainly wrote its address computed, where no
//    later one of the graph may have written it; an independent, where no assignment of the graph may have.
// 2. An assignment is a dependent where something behind the graph may read what it wrote: a graph of the same run, or
//    the program after the run; and where no later assignment of the run certainly overwrites it before.
//    If its value is a constant, it has a vertex of its own that no edge leads to: its derivative is 0 then, a row of
//    the Jacobian without entries.
// 3. Two dependents may be one address, or an independent and a dependent. So derivatives of all independents are read
//    before those of dependents are written, and those are written in the order of the assignments; an adjoint takes
//    and clears those of dependents in the opposite order before it adds to those of independents.
// 4. The places of 2 and 3 are where they were when their statement ran: a subscript may have changed since.
//
// A run has the least number of graphs that 1 allows (section 6.1): each is as long as it can be, and whether two
// assignments can be in one graph does not depend on the others. So whether a value is constant is asked of the run,
// not of the graph.
#pragma once

#include "graph/ComputationalGraph.h"
#include "ir/Program.h"

#include "llvm/ADT/SmallVector.h"

#include <functional>
#include <optional>

namespace costate::analysis {

/// How two reads or writes of a run lie to each other.
enum class Identity { Same, Different, Maybe };

/// A place where a statement of the run reads or writes it.
struct PlaceUse {
  const ir::Expr *place = nullptr;
  const ir::Assign *statement = nullptr;
};

/// Where a use lies when its statement runs.
struct Position {
  /// Parts of memory: uses with none in common are different. All others have `anywhere` in common.
  static constexpr unsigned anywhere = 0;
  llvm::SmallVector<unsigned, 4> regions;
  /// Uses whose addresses are apart by known numbers are on one line: the same where their points are, else different.
  /// No line is 0: nothing is known of the address.
  unsigned line = 0, point = 0;
};

/// What flattening asks of the program around a run.
struct RunContext {
  ir::Language language;
  /// Whether a derivative goes through a value. A place that is not active is a constant to the graph.
  std::function<bool(const ir::Expr *)> isActive;
  std::function<Position(const PlaceUse &)> position;
  /// Whether two uses that are not on one line, the earlier first, may be of one address.
  std::function<bool(const PlaceUse &, const PlaceUse &)> mayMeet;
  /// Whether what a statement of the run wrote may be read after the run (section 6.2: 0 is in its du-chain), where
  /// nothing in the run certainly overwrites it.
  std::function<bool(const PlaceUse &)> isReadAfter;
};

Identity identity(const RunContext &, const PlaceUse &earlier, const PlaceUse &later);

/// One of the graphs of a run. Vertices and labels of `graph` are described by `vertices` and `partials`.
struct Subgraph {
  struct Value {
    const ir::Expr *expr = nullptr; ///< the operation, or the place of an independent
    const ir::Assign *statement = nullptr; ///< that computes it, or first reads it
  };
  /// A label: the partial derivative of an operation by one of its arguments (rules::Operation's numbering).
  struct Partial {
    const ir::Expr *operation = nullptr;
    unsigned argument = 0;
    const ir::Assign *statement = nullptr;
  };
  /// A read that an earlier graph cannot hold, because that may have written it; no places: that would be too long.
  struct Split {
    PlaceUse written, read;
  };
  graph::ComputationalGraph graph;
  std::vector<Value> vertices;
  std::vector<Partial> partials;
  std::vector<const ir::Assign *> statements; ///< all of the run that are in it, passive ones too
  std::vector<PlaceUse> independents; ///< of graph.independents, where they are first read
  std::vector<PlaceUse> dependents;   ///< of graph.dependents, in the order of the assignments
  std::optional<Split> split;         ///< why it begins where it does; nothing: the run begins there
};

/// Whether a statement can be part of a run: it assigns one number, and all its operations have partial derivatives.
/// What is not active may be of any type. A choice (`?:`, merge) must be between variables or constants: the operations
/// of a branch are run only where it is chosen, so their partial derivatives may not exist elsewhere.
bool canFlatten(const ir::Stmt &, const RunContext &);

/// The graphs of a run, in order (Algorithm 2). No more than `limit` statements go into one.
std::vector<Subgraph> flatten(const std::vector<const ir::Assign *> &run, const RunContext &, size_t limit = 2000);

} // namespace costate::analysis
