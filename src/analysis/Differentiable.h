// Which types can carry derivatives at all.
#pragma once

#include "ir/Program.h"

namespace costate::analysis {

/// Real or complex, or an array, record or pointer that holds or reaches such. `void *` reaches
/// anything. Procedures, integers, logicals and characters carry none.
bool carriesDerivative(const ir::Type *);

/// The same for a component or element itself, not what pointers in it reach.
bool isDifferentiableScalar(const ir::Type *);

} // namespace costate::analysis
