// DATA statements: initial values of variables, element by element.
#pragma once

#include "frontend/fortran/Declarations.h"

namespace costate::frontend::fortran {

/// Sets Symbol::initial from the DATA statements (and `/.../` initialisations) of one unit.
void readData(Translation &, Owner, const SemScope &, const DeclaredStatements &);

} // namespace costate::frontend::fortran
