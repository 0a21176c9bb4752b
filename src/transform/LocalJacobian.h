// Code for the local Jacobian of a computational graph: the statements with their partial derivatives, then the
// elimination.
#pragma once

#include "analysis/Flattening.h"
#include "graph/Elimination.h"
#include "ir/Builder.h"

namespace costate::transform {

/// Entries of a Jacobian in the scope of a procedure, once its statements have run.
struct LocalJacobian {
  struct Entry {
    unsigned row, column;
    const ir::Expr *value; ///< a constant, or a variable of the procedure
  };
  std::vector<Entry> entries; ///< that are not zero
};

/// Appends the statements of the graph to `out`, each after what computes its partial derivatives, and then the
/// elimination. Costly functions are computed once for values and derivatives. New variables are made in the procedure.
LocalJacobian emitJacobian(ir::Program &, ir::Procedure &, const analysis::Subgraph &, const graph::Accumulation &,
                           ir::Block &out);

} // namespace costate::transform
