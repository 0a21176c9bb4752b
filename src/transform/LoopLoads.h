// What a loop of the backward sweep puts back, read from variables.
//   for (i = 1; i <= n; i++) { y[i] = kept; ...; use(y[i], y[i - 1]); }
// reads y[i] after other stores, and y[i - 1] an iteration after it was put back. Compilers of C cannot know that the stores
// between lead elsewhere, and read memory again, which has to wait for what was just written. Instead:
//   before = y[0]; for (i = 1; i <= n; i++) { here = kept; y[i] = here; ...; use(here, before); before = here; }
// The store stays: others read it later.
//
// Sound, where the loop is counted by one, its body is assignments of numbers, branches and loops (MovingPlaces.h), and
// (V1) the element is a value of the original, and moves with the counter by one subscript; the assignment is a statement
//      of the body itself, so it runs once in every iteration;
// (V2) nothing else in the loop writes what may be an element of that array: adjoints are memory of their own, and so are
//      variables that have no other name. So the element one step behind has what the iteration before has put there;
// (V3) that one is read in every iteration, by a statement of the body itself: in the first it is there, too.
#pragma once

#include "transform/AdjointPlaces.h"

namespace costate::transform {

/// In the backward sweep of a procedure.
void readFromVariables(ir::Program &, ir::Procedure &, const AdjointRoots &);

} // namespace costate::transform
