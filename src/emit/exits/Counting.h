// Counted loops that exits had turned into loops with a test are counted again.
//
// The structurer makes `i = lo; while (i <= n) { ...; i = i + s }` of a counted loop that is left
// early, with the increment wherever an iteration ends. Once exits are jumps again, that is the
// counted loop the source had, when (numbers are cited by the code)
//   (1) initial value, test and increments have the location of the loop: they were its header. A
//       while loop of the source stays one;
//   (2) every way to the next iteration ends with the increment, and nothing else assigns the
//       counter;
//   (3) in Fortran, bound and step are the same in every iteration, for DO evaluates them once, and
//       the step has the sign the test supposes. (C's `for` tests and steps just like the while
//       loop, so there nothing more is needed.)
// Leaving the loop leaves the counter as it is, in both forms; at its end it is one step beyond.
#pragma once

#include "emit/exits/Flags.h"

namespace costate::emit::exits {

/// Whether a statement is `i = i + s` with the location of the loop (1).
bool isStep(const ir::Stmt &, const ir::Loop &);

void countLoops(ir::Program &, ir::Procedure &, const Flags &);

} // namespace costate::emit::exits
