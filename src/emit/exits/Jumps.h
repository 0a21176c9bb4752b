// Says with jumps what flags say.
//
// Where a flag has just been set, or a branch has been taken because one is set, the way the program
// goes from there is often decided: `if (!flag) { rest }` does nothing, `while (!flag && c)` ends.
// Following that way, through nothing but conditions the known flags decide and settings of flags
// (which are copied to where we start), leads to the end of a loop's body, behind a loop, or to the
// end of the procedure. A jump there is the same program. The flags are still set: what they are
// still needed for is another question (KnownFlags.h).
#pragma once

#include "emit/exits/Flags.h"

namespace costate::emit::exits {

/// Inserts jumps. All loops of the procedure are For or Loop, with ids of their own. Returns
/// whether there were any to insert.
bool insertJumps(ir::Procedure &, const Flags &);

} // namespace costate::emit::exits
