// What a loop of the backward sweep adds to elements of an adjoint array, in variables.
//
// Sums of one element.
//   for (i = n; i >= 1; i--) { ...; yb[j] += e; }
// loads and stores yb[j] in every iteration, and each has to wait for the one before; compilers of C cannot know that no
// other pointer leads there. Instead:
//   sum = 0; for (i = n; i >= 1; i--) { ...; sum += e; }
//   if (n >= 1) yb[j] += sum;
// Sound, where the loop is counted, its body is assignments of numbers, branches and loops, and
// (I1) nothing in the place changes in the loop, and nothing in the bounds does;
// (I2) one of the additions is a statement of the body itself: if the loop runs at all, the element is there.
//
// Sums of neighbours.
//   for (i = n; i >= 1; i--) { ...; xb[i + 1] += e; xb[i] += f; xb[i - 1] += g; }
// adds to every element in three iterations one after the other. The sums of elements that later iterations add to are
// carried to them:
//   for (i = n; i >= 1; i--) { ...; xb[i + 1] += carried + e; carried = carried1 + f; carried1 = g; }
//   if (n >= 1) { xb[1] += carried; xb[0] += carried1; }
// Sound, where moreover the loop counts by one, and
// (N1) the elements differ by whole numbers without a gap, by one subscript that is the counter and something that the loop
//      does not change; nothing else in the places changes. So what one iteration adds to k steps ahead is what the next one
//      adds to k - 1 steps ahead, and what is left at the end are elements that the last iteration added to: they are there;
// (N2) each of these additions is a statement of the body itself, so it runs once in every iteration.
//
// And for both:
// (S) nothing in the loop reads or overwrites what may be such an element, whatever the iterations: all it does is add. The
//     order of additions does not count, but for rounding.
#pragma once

#include "transform/AdjointPlaces.h"

namespace costate::transform {

/// In the backward sweep of a procedure.
void sumInLoops(ir::Program &, ir::Procedure &, const AdjointRoots &);

} // namespace costate::transform
