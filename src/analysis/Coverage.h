// Whether a write gives a value to everything that a read sees, before it, whenever the read takes place.
//
// In a block (the body of a loop, of a procedure) the write's statement runs before the read's where it
// comes first in the block in which their ways part, and below that only counted loops are around it.
// Then it has written
//   - of an assignment, the element its subscripts say, or the section; where counted loops around it have run
//     through, the range of elements that a subscript with factor 1 or -1 of one counter goes through. A loop that
//     ran no iteration has an empty range: the read, which is inside it, sees nothing then;
//   - of a call, the ranges that the callee writes for sure (Sections).
//
// `given` another access takes place in some iteration of a loop, loops around that access run at least
// once: where their bounds are the same in all iterations, they do so in every one.
#pragma once

#include "analysis/LoopNest.h"

namespace costate::analysis {

class Coverage {
public:
  Coverage(LoopNests &nests, const ir::Block &within) : nests(nests), within(within) {}

  bool covers(const Access &write, const Access &read, const Access *given = nullptr,
              const Loop *of = nullptr);

private:
  struct Range {
    Form low, high;
  };
  bool runsBefore(const Access &write, const Access &read);
  std::optional<Range> range(const Form &subscript, const Access &write,
                             const std::set<LoopId> &through, std::set<LoopId> &moving);

  LoopNests &nests;
  const ir::Block &within;
};

} // namespace costate::analysis
