// The program made ready to run backwards.
//
// The backward sweep of a statement starts from the state after it. So what it must know beforehand -
// where a place lies, which way a branch went, where a loop ran - may not depend on what the
// statement itself changes. Where it does, the value is put into a variable of its own first, which
// is then kept or restored like any other:
//   a[a[0]] = 1           k = a[0]; a[k] = 1
//   do i = i, n           first = i; do i = first, n
//   if (x > 0) x = ...    positive = x > 0; if (positive) x = ...
// A condition also gets its variable where what it reads is written anywhere in the procedure: one
// bit is less to keep than the values.
#pragma once

#include "analysis/Accesses.h"

namespace costate::transform {

/// For every procedure that the memory's heads reach.
void makeReversible(ir::Program &, analysis::Memory &, analysis::EffectSummaries &);

} // namespace costate::transform
