// Arrays of which every iteration of a loop writes what it reads before it reads it.
//
// Coverage says which writes give a read its value.
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
  bool isRead(const ir::Symbol *array, const ir::Block &) const;

  LoopNests &nests;
  Memory &memory;
  Overlaps &overlaps;
  const Loop &loop;
  const std::vector<const Access *> &accesses;
};

} // namespace costate::analysis
