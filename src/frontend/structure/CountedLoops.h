// Recognises C's counted loops: `i = lo; for (; i < n; i++)` becomes For where its trips are fixed
// on entry.
#pragma once

#include "ir/Program.h"

namespace costate::structure {

void recogniseCountedLoops(ir::Program &, ir::Procedure &);

} // namespace costate::structure
