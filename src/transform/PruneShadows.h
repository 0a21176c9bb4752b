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


/// The symbols a procedure names, in statements and declarations.
std::set<const ir::Symbol *> namedIn(const ir::Procedure &);
