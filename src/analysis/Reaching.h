// Procedures that do something, themselves or through what they may run.
#pragma once

#include "analysis/CallGraph.h"

namespace costate::analysis {

using ProcedureSet = llvm::DenseSet<const ir::Procedure *>;

/// Of these procedures, callees before callers (CallGraph::bottomUp), those that have such a statement or may run one
/// that has. All are asked at once: each statement is looked at once, however deep the calls go.
template <typename Is>
ProcedureSet reaching(const CallGraph &calls, const std::vector<std::vector<ir::Procedure *>> &components, Is &&is) {
  ProcedureSet out;
  for (auto &component : components) {
    bool found = false;
    for (const ir::Procedure *p : component) {
      if (!found)
        forEachStmt(p->body, [&](const ir::Stmt &s) { found = found || is(*p, s); });
      for (const ir::Procedure *callee : calls.callees(p))
        found = found || out.count(callee);
    }
    if (found)
      out.insert(component.begin(), component.end());
  }
  return out;
}

} // namespace costate::analysis
