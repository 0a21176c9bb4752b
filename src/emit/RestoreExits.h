// Exits, for print.
//
// The canonical program has no jumps: the structurer says `exit`, `cycle` and `return` with flags
// and guards where it must, and turns counted loops that are left early into while loops. Readers
// want the jumps back. This rewrites the bodies that are printed, using the raw statements Exit,
// Cycle and Return, and Loop for a loop with a test that is left or cycled by name:
//   1. where the flags decide how the program goes on, a jump says so    (exits/Jumps.h)
//   2. flags known where they are read, and flags nobody reads, go       (exits/KnownFlags.h)
//   3. loops that were counted in the source are counted again           (exits/Counting.h)
//   4. what follows a jump in the other branch of an If is printed below it (exits/Flatten.h)
// Each step is the same program, bit for bit; where one does not apply, the flag stays. The canonical
// form of what is printed must be what is printed: so the structurer is asked how it would read it,
// until that changes nothing any more. Where that never comes, the flags are printed.
#pragma once

#include "ir/Program.h"

namespace costate::emit {

/// Puts exits into the bodies of a program's procedures for as long as it lives.
class RestoredExits {
public:
  explicit RestoredExits(ir::Program &);
  ~RestoredExits();
  RestoredExits(const RestoredExits &) = delete;
  RestoredExits &operator=(const RestoredExits &) = delete;

private:
  std::vector<std::pair<ir::Procedure *, ir::Block>> canonical;
};

/// Puts exits into one body, for flags among the symbols from `firstMade` on.
void restoreExits(ir::Program &, ir::Procedure &, size_t firstMade = 0);

} // namespace costate::emit
