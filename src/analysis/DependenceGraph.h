// The graphs of activity analysis: how values flow between variables (VDG) or definitions (DUG).
//
// Both are graphs over cells of real and complex numbers, with FLOW edges inside procedures, CALL
// edges into them and RETURN edges out of them, labelled by the call. Variables that outlive calls
// have one Shared node each: what is downward exposed at a procedure's end, or at a call of
// something that may read it, flows into it, and out of it to upward exposed uses.
//
//   VDG: a node is a variable (a cell).
//   DUG: a node is a definition (statement, cell). Formal cells have an Incoming and an Outgoing node
//        each. Where definitions meet (after an If, at a loop) a Merge node stands for them, so the
//        graph grows with the chains and not with statements times variables. A definition that may
//        leave the old value in place (an array element, one of several cells) has an edge from the
//        definition before it.
#pragma once

#include "analysis/Effects.h"
#include "analysis/Head.h"

namespace costate::analysis {

using NodeId = uint32_t;

struct Node {
  enum class Kind {
    Variable,    ///< of a VDG
    Definition,
    Merge,
    Incoming,
    Outgoing,
    Shared,
    Independent, ///< the head's variables as the user declares them
    Dependent,
  };
  Kind kind;
  const ir::Procedure *procedure; ///< null: Shared
  CellId cell;
  const ir::Stmt *statement = nullptr; ///< of a Definition
};

struct Edge {
  enum class Kind : uint8_t { Flow, Keep, Call, Return };
  NodeId from, to;
  Kind kind;
  uint32_t site = 0; ///< of Call and Return: number of the call and its target

  bool operator<(const Edge &o) const {
    return std::tie(from, kind, site, to) < std::tie(o.from, o.kind, o.site, o.to);
  }
  bool operator==(const Edge &) const = default;
};

class DependenceGraph {
public:
  static constexpr NodeId none = 0; ///< no node: an undefined value

  DependenceGraph() : nodes(1) {}
  NodeId add(Node);
  void connect(NodeId from, NodeId to, Edge::Kind = Edge::Kind::Flow, uint32_t site = 0);
  /// Sorts the edges; none may be added afterwards.
  void finish();

  const Node &operator[](NodeId id) const { return nodes[id]; }
  size_t nodeCount() const { return nodes.size() - 1; }
  size_t edgeCount() const { return forward.size(); }
  llvm::ArrayRef<Edge> out(NodeId id) const { return slice(forward, outBegin, id); }
  /// With `from` and `to` swapped.
  llvm::ArrayRef<Edge> in(NodeId id) const { return slice(backward, inBegin, id); }

  std::vector<NodeId> independents, dependents;

private:
  static llvm::ArrayRef<Edge> slice(const std::vector<Edge> &edges,
                                    const std::vector<uint32_t> &begin, NodeId id) {
    return llvm::ArrayRef<Edge>(edges).slice(begin[id], begin[id + 1] - begin[id]);
  }

  std::vector<Node> nodes;
  std::vector<Edge> forward, backward;
  std::vector<uint32_t> outBegin, inBegin;
};

/// Whether derivatives are kept for the cell: real, complex, or of unknown type.
bool isDifferentiable(const Memory &, CellId);

/// The leaves of a head's variable: in its procedure's terms, behind pointers, components as named.
std::vector<CellId> cellsOf(Memory &, const Head &, const HeadVariable &);

/// Visits the places whose values an expression's derivative depends on. Functions that are constant
/// almost everywhere end the flow.
void forEachActiveRead(const ir::Expr *, ir::Language,
                       const std::function<void(const ir::Expr *place)> &visit);

/// With `everyArgument` the graphs have a Call and a Return edge for every argument passed by
/// reference, as the paper draws them; else a Call edge only for what the callee may read, a Return
/// edge only for what it may write. What is reachable is the same.
DependenceGraph buildVariableGraph(Memory &, EffectSummaries &, const std::vector<Head> &,
                                   bool everyArgument);
DependenceGraph buildDefUseGraph(Memory &, EffectSummaries &, const std::vector<Head> &,
                                 bool everyArgument);

} // namespace costate::analysis
