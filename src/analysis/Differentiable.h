// Which types can carry derivatives at all.
#pragma once

#include "ir/Program.h"

namespace costate::analysis {

/// Real or complex, or an array, record or pointer that holds or reaches such. `void *` reaches
/// anything. Procedures, integers, logicals and characters carry none.
bool carriesDerivative(const ir::Type *);

/// Whether a value of this type holds pointers, so that copying it makes memory shared.
bool holdsPointer(const ir::Type *);

/// Real or complex, or an array of such: what a derivative can be assigned to.
bool isDifferentiableScalar(const ir::Type *);

} // namespace costate::analysis
