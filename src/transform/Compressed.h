// The procedures that users call for a sparse Jacobian.
//
// `f_plan` runs the pattern procedure `f_s` once, with a set of its own for each element of the independents, and
// hands what comes out of the dependents to libcostate_sparse, which colours the columns. `f_jacobian` runs the
// vector tangent `f_dv` with one direction for each colour and puts what comes out into the compressed rows of that
// plan; it may be called at many points. Columns are numbered in the order of the head's independents, rows in that
// of its dependents, elements in the order of memory.
#pragma once

#include "transform/Generated.h"
#include "transform/OperationCounts.h"
#include "transform/SeparableTerms.h"
#include "transform/SparseLibrary.h"
#include "transform/Tangent.h"

namespace costate::transform {

/// Says what of a head has no sparse Jacobian in this form; true: nothing.
bool canCompress(const analysis::Head &, Diagnostics &);

bool canCompress(const DerivativeHead &pattern, Diagnostics &);

/// `f_plan` and `f_jacobian` for a head, whose pattern and vector tangent are given; `width`: its number of directions,
/// 0 where it is an argument; `sum`: the head's one dependent is a sum whose terms tell the library of themselves, and
/// it is `f_gradient`.
std::vector<std::unique_ptr<ir::Procedure>> compressedProcedures(ir::Program &, const DerivativeHead &pattern,
                                                                 const DerivativeHead &vector, unsigned width, bool sum,
                                                                 Generated &, SparseLibrary &);

/// Tells the user what this costs, and what reverse mode would.
void remarkOnCosts(const analysis::Head &, const SeparableTerms &, const OperationCounts &, Diagnostics &);

} // namespace costate::transform
