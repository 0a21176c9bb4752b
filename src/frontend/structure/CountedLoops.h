// Recognises C's counted loops: `i = lo; for (; i < n; i++)` becomes For where its trips are fixed
// on entry.
#pragma once

#include "frontend/structure/LoopEffects.h"

namespace costate::structure {

void recogniseCountedLoops(ir::Program &, ir::Procedure &, const EffectsOfCalls &);

} // namespace costate::structure
