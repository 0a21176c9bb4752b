// Small changes of shape that make jumps read as they were written.
#pragma once

#include "ir/Program.h"

namespace costate::emit::exits {

/// `do; head; if (c) exit; body; end do`, where the exit has the location of the loop, was the test
/// of a while loop, and is its test again.
void liftTests(ir::Program &, ir::Block &);

/// `if (c) { ...; jump } else { rest }` is `if (c) { ...; jump } rest`; a branch that only goes on
/// with the next iteration where the iteration ends anyway says nothing. What no way leads to goes.
void flatten(ir::Program &, ir::Block &);

} // namespace costate::emit::exits
