// Subscripts of paths (Access), as people write them: in the variables of loops, without the pointers they start from.
#pragma once

#include "analysis/LoopNest.h"

namespace costate::analysis {

class ElementNames {
public:
  ElementNames(LoopNests &nests, const Memory &memory) : nests(nests), memory(memory) {}

  /// Of an array, one part of a path: `i + 1`, `1:n`. Counters are those of the loops around, from the innermost.
  std::string subscript(CellId array, const Known &, const Loop *innermost = nullptr);

private:
  std::string bound(CellId array, const std::optional<Form> &, const Loop *innermost);

  LoopNests &nests;
  const Memory &memory;
};

} // namespace costate::analysis
