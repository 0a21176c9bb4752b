// What is added to one element of an adjoint array again and again is summed up in a variable first.
//
//   xb[c] += e; ... if (left) { xb[c] += f; ... }    is    xb_sum = e; ... if (left) { xb_sum += f; ... }  xb[c] += xb_sum
//
// and a value that is assigned first takes part in it: `zb[i] = 0; ...; zb[i] += e` is `zb[i] = e`. In C no compiler does
// this, since every store to other arrays between may be one to this element as far as it can see; those of Fortran do it
// where there are no branches.
//
// Sound, since in a stretch of assignments and branches that runs from one addition to the last
// - nothing that finds the element changes, and one of the statements adds to it on every way: it is there;
// - nothing reads what may be the element, nor overwrites it. Additions to what may be the same element do no harm:
//   the order of additions does not count, but for rounding. (Shadows of two arguments may be one array, where the
//   caller passes the arguments twice. Whatever is read or overwritten is the adjoint of something that is written:
//   the analysis of memory knows what else may be that.)
// - where an assignment begins it, nothing is added either to what may be the element, but by the element's name.
#pragma once

#include "transform/AdjointPlaces.h"

namespace costate::transform {

/// In the backward sweep of a procedure.
void sumElements(ir::Program &, ir::Procedure &, const AdjointRoots &);

} // namespace costate::transform
