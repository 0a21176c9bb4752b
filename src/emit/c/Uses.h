// Where the printed form of a function names its variables, types and everything else.
#pragma once

#include "emit/c/Layout.h"
#include "emit/c/Names.h"

#include <set>

namespace costate::emit::c {

/// One node that names a variable.
struct Use {
  int node = 0;
  bool reads = false;  ///< or writes in part, or takes the address
  bool writes = false; ///< whole, after everything the node reads
};

/// Braces and nodes by number, in the order of printing.
struct Shape {
  struct BracesInfo {
    Braces *braces;
    int owner; ///< the node the braces belong to; -1: the function
    int depth;
    int begin, end; ///< nodes inside, at any depth
  };
  struct NodeInfo {
    Node *node;
    int braces; ///< what it stands in
    int end;    ///< one past the last node inside it
  };
  std::vector<BracesInfo> braces;
  std::vector<NodeInfo> nodes;

  explicit Shape(Braces &function);
  /// The innermost braces around both.
  int common(int a, int b) const;
  /// The node directly in `outer` that holds node `n`.
  int childOf(int outer, int n) const;

private:
  void add(Braces &, int owner, int depth);
};

/// What a function's nodes name.
struct Uses {
  std::map<const ir::Symbol *, std::vector<Use>> ofLocal; ///< locals and the result
  std::map<std::string, std::vector<int>> ofOther;        ///< everything else, by name
  std::set<const ir::Symbol *> addressTaken;
};

/// Parameters the body never reads: compilers would complain about them.
std::set<const ir::Symbol *> unreadParameters(const ir::Procedure &);

Uses findUses(const ir::Procedure &, const Unhoisted &, const Shape &, const Names &);

} // namespace costate::emit::c
