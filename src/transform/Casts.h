// Memory that is seen as two types, by casts of pointers, by COMMON or by EQUIVALENCE, where derivatives go through it.
//
// A shadow has its original's layout, so memory may be seen through another type as long as both see
// the same kind of reals in it: a complex number as two reals, a struct as its members. Memory with
// derivatives must not be read as integers or as reals of another kind.
#pragma once

#include "analysis/Varied.h"
#include "support/Diagnostics.h"

namespace costate::transform {

/// Whether memory of one type may be used as the other without losing derivatives.
bool mayPun(const ir::Type *, const ir::Type *);

/// Refuses what would lose derivatives.
void checkCasts(ir::Program &, const analysis::Varied &, Diagnostics &);

} // namespace costate::transform
