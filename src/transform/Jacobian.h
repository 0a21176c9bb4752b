// Whole Jacobians of straight-line procedures, by elimination in their computational graph (costate tangent --jacobian).
//
// `f_j` has the arguments of `f` and one more, the Jacobian: rows are the elements of the dependents in the order of the
// head, columns those of the independents. It runs the statements of `f`, each with the partial derivatives of its
// operations, then the elimination. Calls are flattened in, loops of a known number of iterations are unrolled, and
// assignments of arrays are written element by element before. Calls of what would not be straight-line then are steps of
// their own, by their local Jacobians (ContractedCalls.h); what else is not is refused.
#pragma once

#include "analysis/External.h"
#include "transform/ContractedCalls.h"

namespace costate::transform {

std::vector<DerivativeHead> makeJacobians(ir::Program &, const std::vector<analysis::Head> &, const analysis::Externals &,
                                          CalledTangents &, Diagnostics &);

} // namespace costate::transform
