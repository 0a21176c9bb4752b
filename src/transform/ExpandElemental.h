// Calls of elemental procedures with arrays as loops over the elements.
//
// The two sweeps of a procedure share a stack, so they are not elemental. Element by element gives the same:
// Fortran lets the elements of such a call be computed in any order. A function's result may be read
// by its own arguments, and may be allocated anew: then it goes to an array of its own first.
//
// So are assignments under a mask, where no element that is written is read as another one: their adjoints
// add to several arrays under the mask, and compilers make a copy of the mask and the values for each.
#pragma once

#include "ir/Program.h"
#include "support/Diagnostics.h"

namespace costate::transform {

/// Expands the calls through which derivatives may go; refuses those whose arguments cannot be taken
/// element by element.
void expandElemental(ir::Program &, Diagnostics &);

} // namespace costate::transform
