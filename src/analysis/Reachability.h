// What is reachable in a dependence graph along paths that calls and returns allow.
//
// A path that enters a procedure by one call may leave it only to where that call returns. The
// search keeps, for every node it reaches, the entry of its procedure from which it was reached
// (Reps, Horwitz and Sagiv's tabulation): the pairs (entry, exit) it finds are the summary edges of
// the procedure, and a call that meets an entry again uses them instead of searching again. A path
// through a Shared node may go on in any procedure, and from there return to any caller.
#pragma once

#include "analysis/DependenceGraph.h"

#include "llvm/ADT/DenseSet.h"

namespace costate::analysis {

enum class Sweep { Forward, Backward };

class Reachability {
public:
  /// From the sources; only over nodes in `within`, where given. With `explain`, `path` works.
  Reachability(const DependenceGraph &, Sweep, const std::vector<NodeId> &sources,
               const std::vector<bool> *within = nullptr, bool explain = false);

  const std::vector<bool> &reached() const { return marks; }

  /// The summary edges found: formal to formal, in the direction of the sweep.
  std::vector<std::pair<NodeId, NodeId>> summaries() const;

  /// The nodes on one way from a source to the node, in the order of the sweep.
  std::vector<NodeId> path(NodeId) const;

private:
  using EntryId = NodeId; ///< or one of:
  static constexpr EntryId top = ~0u;     ///< reached without an open call: no return allowed
  static constexpr EntryId anywhere = ~1u; ///< through a Shared node: any return allowed
  struct Fact {
    EntryId entry;
    NodeId node;
    uint64_t key() const { return (uint64_t)entry << 32 | node; }
  };
  struct Origin {
    uint64_t before;         ///< the fact it came from; ~0: a source
    uint64_t inside = ~0ull; ///< of a return: the fact at the callee's exit
  };

  void add(EntryId, NodeId, uint64_t before, uint64_t inside = ~0ull);
  void visit(Fact);
  void descend(Fact, const Edge &);
  void ascend(Fact, const Edge &);
  void returns(EntryId caller, uint32_t site, NodeId exit, uint64_t before, uint64_t inside);
  llvm::ArrayRef<Edge> edges(NodeId node) const {
    return sweep == Sweep::Forward ? graph.out(node) : graph.in(node);
  }
  void trace(uint64_t fact, EntryId until, std::vector<NodeId> &out) const;

  const DependenceGraph &graph;
  Sweep sweep;
  const std::vector<bool> *within;
  bool explain;
  Edge::Kind down, up;
  std::vector<bool> marks;
  llvm::DenseSet<uint64_t> facts;
  std::vector<Fact> open;
  struct Caller {
    EntryId entry;
    uint32_t site;
    uint64_t fact;
  };
  llvm::DenseMap<NodeId, std::vector<Caller>> callers; ///< by entry
  llvm::DenseMap<NodeId, std::vector<NodeId>> exits;   ///< by entry
  llvm::DenseMap<uint64_t, Origin> origins;
  llvm::DenseMap<NodeId, uint64_t> firstFact;
};

} // namespace costate::analysis
