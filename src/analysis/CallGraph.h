// Who calls whom, and in which order summaries are made.
//
// A call through a pointer or a dummy procedure may run every procedure of the program whose name is
// used as a value somewhere and whose parameters fit. That is a superset of what runs: a procedure can
// only get into a pointer by its name, or from outside as a dummy procedure of a head.
#pragma once

#include "ir/Program.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace costate::analysis {

class CallGraph {
public:
  explicit CallGraph(ir::Program &);

  /// Procedures a call may run; none where no source is given.
  const std::vector<ir::Procedure *> &targets(const ir::Call &) const;
  /// A procedure without source that a call through a pointer or dummy procedure may run besides;
  /// null: none.
  const ir::Symbol *unknownTarget(const ir::Call &) const;
  /// Whether all a call may run is in `targets`.
  bool isKnown(const ir::Call &) const;

  /// The strongly connected components of what these procedures reach, callees before callers.
  std::vector<std::vector<ir::Procedure *>>
  bottomUp(const std::vector<ir::Procedure *> &roots) const;

  const std::vector<ir::Procedure *> &callees(const ir::Procedure *) const;
  /// Every call statement of a procedure, in order.
  const std::vector<const ir::Call *> &calls(const ir::Procedure *) const;

  /// Whether a procedure, or one that it may run, has such a statement.
  template <typename Is> bool reaches(const ir::Procedure *p, Is &&is) const {
    llvm::DenseSet<const ir::Procedure *> seen{p};
    std::vector<const ir::Procedure *> open{p};
    bool found = false;
    while (!open.empty() && !found) {
      const ir::Procedure *next = open.back();
      open.pop_back();
      forEachStmt(next->body, [&](const ir::Stmt &s) { found = found || is(s); });
      for (const ir::Procedure *callee : callees(next))
        if (seen.insert(callee).second)
          open.push_back(callee);
    }
    return found;
  }

private:
  std::vector<ir::Procedure *> valuesOf(ir::Program &);

  const ir::Symbol *unknownValue = nullptr; ///< one without source whose name is used as a value
  llvm::DenseMap<const ir::Call *, std::vector<ir::Procedure *>> targetsOf;
  llvm::DenseMap<const ir::Procedure *, std::vector<ir::Procedure *>> calleesOf;
  llvm::DenseMap<const ir::Procedure *, std::vector<const ir::Call *>> callsOf;
};

} // namespace costate::analysis
