// Assignments of arrays of constant extents, element by element (Fortran).
//
// Fortran evaluates the whole value before it stores anything. Where the value reads what is assigned as another element,
// its elements go to variables of their own first. matmul, dot_product, sum, product and transpose are written out.
#pragma once

#include "ir/Program.h"

namespace costate::transform {

/// Statements that cannot be taken apart stay as they are, and so does everything beyond so many statements.
void expandArrays(ir::Program &, ir::Procedure &, size_t limit = 5000);

} // namespace costate::transform
