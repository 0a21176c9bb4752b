// Results of array functions that are assigned to allocatables.
//
// `a = f(x)` allocates `a` if it has to. The tangent of `f` takes the value as an argument, which must be there before,
// and the vector tangent takes the derivatives so, too. So they see `t = f(x); a = t`, where `t` is a temporary, which
// gets the shape of the result before the call and is released after it; the assignment does to `a` and to its shadow
// what the original did.
#pragma once

#include "ir/Program.h"

namespace costate::transform {

/// Whether the assignment of a call's result may allocate what it goes to.
bool mayAllocateResult(const ir::Call &);

/// Gives all results that may be so a temporary.
void separateArrayResults(ir::Program &);

} // namespace costate::transform
