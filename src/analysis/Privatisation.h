// Arrays of which every iteration of a loop writes what it reads before it reads it.
//
// A read is covered by a write that runs before it in the same iteration, whatever the conditions
// inside the iteration: the same element by an assignment that dominates the read, or a range of
// elements by one in loops that have run through by then. Ranges are intervals of forms: of a subscript
// with factor 1 or -1 of one counter, all values from the first to the last are written.
#pragma once

#include "analysis/Overlap.h"

namespace costate::analysis {

class Privatisation {
public:
  Privatisation(LoopNests &nests, Memory &memory, Overlaps &overlaps, const Loop &loop,
                const std::vector<const Access *> &accesses)
      : nests(nests), memory(memory), overlaps(overlaps), loop(loop), accesses(accesses) {}

  /// Nobody else sees the array, no value in it survives the loop, and every read is covered.
  bool isPrivate(const ir::Symbol *array);

private:
  bool isCovered(const Access &read, const Access &write);
  bool runsBefore(const Access &write, const Access &read);
  bool isRead(const ir::Symbol *array, const ir::Block &) const;

  LoopNests &nests;
  Memory &memory;
  Overlaps &overlaps;
  const Loop &loop;
  const std::vector<const Access *> &accesses;
};

} // namespace costate::analysis
