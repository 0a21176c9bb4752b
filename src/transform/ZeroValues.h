// Derivatives are born zero.
#pragma once

#include "ir/Program.h"

namespace costate::transform {

/// The zero of a type, or of an array's elements; of a record with all it holds. What is allocatable
/// starts unallocated.
const ir::Expr *zeroOf(ir::Program &, const ir::Type *, Location);

/// Whether a variable of the type is born with numbers other than zero, by the default initialisation
/// of a Fortran type. A shadow of the same type is too, and has to be cleared. (The shadow types of
/// several directions have zeros there.)
bool isBornNonzero(const ir::Type *);

/// Whether that happens to a variable whenever its procedure begins, where no statement says so (ExpandIntents): to
/// its own variables, and to arguments with INTENT(OUT) that are arrays.
bool isBornNonzeroInCalls(const ir::Symbol &);

} // namespace costate::transform
