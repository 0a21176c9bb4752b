// Adjoint code as a person would write it.
//
// The sweeps are made statement by statement: every adjoint is added to, and cleared where its
// variable was assigned. For scalars of the procedure that nobody else sees, most of that says nothing:
//   tb = 0.0; tb = tb + e    is    tb = e
//   tb = e; tb = tb + f      is    tb = e + f
// and a value that nobody reads before the next one need not be stored. Nothing is reassociated, so
// no bit changes.
#pragma once

#include "ir/Program.h"

#include <set>

namespace costate::transform {

/// Of a real or complex constant.
bool isZero(const ir::Expr *);

/// `adjoints` are scalar variables of the procedure.
void tidyAdjoints(ir::Program &, ir::Procedure &, std::set<const ir::Symbol *> adjoints);

} // namespace costate::transform
