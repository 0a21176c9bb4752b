// Procedures as values: C functions whose address is taken and called through a pointer.
//
// A derivative compares the pointer with each function it may hold and calls that one's derivative.
// So it must know them all, and the address in the pointer must be the one the generated file sees:
// a static function copied into the generated file has another address than in the user's.
#pragma once

#include "analysis/Head.h"

#include <set>

namespace costate::transform {

/// Gives functions of math.h that are used as values (`{sin, cos, my_function}`) a body, so that they
/// have derivatives like any function.
void giveMathBodies(ir::Program &);

/// Whether a pointer may hold a function that is not in the program: through an argument of a head, or
/// a global that others can set.
bool functionsFromOutside(const ir::Program &, const std::vector<analysis::Head> &);

/// Refuses static functions whose address reaches a derivative from the user's own file: through a
/// global, or from a procedure that is called as it is (`original`).
void checkStaticFunctions(ir::Program &, const std::set<const ir::Procedure *> &original,
                          Diagnostics &);

} // namespace costate::transform
