// Whether a write gives a value to everything that a read sees, before it, whenever the read takes place.
//
// In a block (the body of a loop, of a procedure) the write's statement runs before the read's where it
// comes first in the block in which their ways part, and below that only counted loops are around it. (Or it is in a branch
// that stands there, and another write on its other way covers the read as well. In a branch inside of loops that have run
// through, iterations could have gone either way, so that neither write has done all of its own.)
// Then it has written
//   - of an assignment, the element its subscripts say, or the section; where counted loops around it have run
//     through, the range of elements that a subscript with factor 1 or -1 of one counter goes through. A loop that
//     ran no iteration has an empty range: the read, which is inside it, sees nothing then;
//   - of an assignment to a whole array of the procedure's own, all that can be read of it, whatever the subscripts are;
//   - of a call, the ranges that the callee writes for sure (Sections).
//
// `given` another access takes place in some iteration of a loop, loops around that access run at least
// once, and it touches something: what it touches lies between its bounds, so the one is not below the other. Where these
// are the same in all iterations, that holds in every one.
#pragma once

#include "analysis/LoopNest.h"

namespace costate::analysis {

class Coverage {
public:
  Coverage(LoopNests &nests, const ir::Block &within) : nests(nests), within(within) {}

  /// `branch`: the way of it that the write is on has been taken.
  bool covers(const Access &write, const Access &read, const Access *given = nullptr,
              const Loop *of = nullptr, const ir::If *branch = nullptr);
  /// Whether one of these writes does, or several that lie side by side: `y[0] = a; y[1] = b;` before a loop over y.
  bool cover(const std::vector<const Access *> &writes, const Access &read, const Access *given = nullptr,
             const Loop *of = nullptr);

private:
  struct Range {
    Form low, high;
  };
  /// A statement and where it is in its block.
  using Way = std::vector<std::pair<const ir::Stmt *, size_t>>;
  Way wayTo(const ir::Stmt *);
  void findWays(const ir::Block &, const ir::Stmt *around);
  bool runsBefore(const Access &write, const Access &read, const ir::If *branch = nullptr);
  const ir::If *branchAround(const Access &write, const Access &read);
  bool coverOnBothWays(const std::vector<const Access *> &writes, const Access &read, const Access *given, const Loop *of);
  std::vector<std::vector<Range>> pieces(const std::vector<const Access *> &writes, const Access &read);
  std::vector<Range> allRead(const Access &read, const std::vector<const Access *> &writes);
  static bool reach(const std::vector<std::vector<Range>> &, size_t dimension, const std::vector<Range> &read,
                    symbolic::Prover &);
  std::optional<Range> range(const Form &subscript, const Access &write,
                             const std::set<LoopId> &through, std::set<LoopId> &moving);

  LoopNests &nests;
  const ir::Block &within;
  struct Place {
    const ir::Stmt *around; ///< null: the block itself
    size_t index;
  };
  llvm::DenseMap<const ir::Stmt *, Place> places; ///< of all statements in it, when one is asked for
};

} // namespace costate::analysis
