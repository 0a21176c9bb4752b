// Derivatives alone: tangent procedures without what only the original's values need.
//
// Predictive slicing, as Strout and Hovland call it (seed 000, section 3): a value on which the dependents depend
// only linearly is in no derivative, and is not computed. Here it is the backward slice of the tangent program from
// its derivatives, which finds these values and all that led to them.
#pragma once

#include "analysis/External.h"
#include "ir/Program.h"

#include <map>

namespace costate::transform {

/// Takes statements out of the derivatives; their interfaces stay. `others` are procedures that come with them;
/// `wanted` says for each head's derivative which variables hold what its callers want.
void keepDerivatives(ir::Program &, const analysis::Externals &, const std::vector<ir::Procedure *> &derivatives,
                     const std::vector<ir::Procedure *> &others,
                     const std::map<const ir::Procedure *, std::vector<const ir::Symbol *>> &wanted);

} // namespace costate::transform
