// Shadow parameters that nobody reads.
//
// A parameter may vary and its derivative not matter: it only decides which way to go, or goes to
// procedures where that holds. Such a shadow is taken out of the procedure and of all calls of it.
#pragma once

#include "ir/Program.h"

namespace costate::transform {

/// `prunable` are the shadow parameters whose place in the interface nothing else fixes.
void pruneShadows(const std::vector<ir::Procedure *> &derivatives,
                  const std::set<const ir::Symbol *> &prunable);

/// Parameters that a head's interface has all the same are named once in its Fortran derivative, so
/// that compilers know that they are meant to be unused. (C's emitter says so of any parameter.)
void nameUnusedShadows(ir::Program &, ir::Procedure &derivative,
                       const std::set<const ir::Symbol *> &shadows);

/// The symbols a procedure names, in statements and declarations.
std::set<const ir::Symbol *> namedIn(const ir::Procedure &);

} // namespace costate::transform
