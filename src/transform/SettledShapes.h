// Allocatable local arrays (Fortran) whose shape never changes once they are allocated.
//
// `a = e` gives a the shape of e, so in general the backward sweep has to bring back the old shape with the
// old values, and the adjoint of a moves to new memory. Most programs allocate once and never mean that.
// Where a variable
//   - is allocated by one statement of the procedure's own block, with bounds,
//   - is assigned as a whole only after that, and only values of the very shape it has (what the bounds and
//     the value's extents name does not change from the allocation on, and they are equal; or the value is a
//     scalar, or made of the variable itself), and
//   - is passed to nothing that could allocate it,
// `a = e` means `a(:) = e`, and is written so. Deallocating it where nothing mentions it any more happens at
// the end of the procedure anyway, and goes. (A main program or SAVE variable is not local in this sense.)
// A component `f(i)%a` of a local variable that has just been allocated with constant bounds keeps its shape, too, where
// it is assigned values of that shape and nothing in between may shape it anew, or change i.
// A temporary of the front end (a mask, the result of a function) that one statement assigns becomes an
// automatic array where its extents are known on entry.
#pragma once

#include "analysis/Accesses.h"

namespace costate::transform {

void settleShapes(ir::Program &, analysis::Memory &, analysis::EffectSummaries &);

} // namespace costate::transform
