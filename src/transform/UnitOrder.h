// Compilers want a module before its users.
#pragma once

#include "ir/Program.h"

namespace costate::transform {

/// Puts the program's units in an order in which each stands after what it uses; else they keep theirs.
void modulesFirst(ir::Program &);

} // namespace costate::transform
