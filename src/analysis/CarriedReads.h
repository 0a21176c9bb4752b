// Which reads of arrays in a loop may see what an earlier iteration wrote: use by use, by the dependence tests.
//
// "Not carried" is a proof, for each write in the loop that may lie in the same object: no iteration reads what one
// before it wrote (DependenceTest), or every iteration has written what it reads before it reads it (Coverage).
#pragma once

#include "analysis/DependenceTest.h"
#include "analysis/Sections.h"

namespace costate::analysis {

class CarriedReads {
public:
  CarriedReads(ir::Program &, Memory &, EffectSummaries &);

  /// A place that a statement in the loop reads.
  bool isCarried(const ir::Stmt &loop, const ir::Stmt &, const ir::Expr *place);
  /// Memory that a call in the loop may read, in the caller's terms.
  bool isCarried(const ir::Stmt &loop, const ir::Call &, CellId);

  /// What it works on, for others that ask about the same accesses.
  LoopNests &loopNests() { return nests; }
  Overlaps &overlapping() { return overlaps; }
  Sections &sectionsOf() { return sections; }

private:
  struct Accessed {
    const Loop *loop = nullptr; ///< null: nothing is known of it
    std::vector<Access> all;    ///< of statements and calls
    std::map<CellId, std::vector<const Access *>> writes;
    std::map<const ir::Stmt *, std::vector<const Access *>> reads;
    std::vector<Access> ofCalls;
    std::map<const Access *, bool> carried; ///< as far as it was asked for
    unsigned left = 200; ///< pairs to be looked at; then nothing more is proven
  };
  Accessed &accessesIn(const ir::Stmt &loop);
  bool isCarried(Accessed &, const Access &read);
  bool judge(Accessed &, const Access &read);
  bool mayMeet(const Accessed &, const Access &write, const Access &read);

  Memory &memory;
  LoopNests nests;
  Overlaps overlaps;
  Sections sections;
  DependenceTest tests;
  std::map<const ir::Stmt *, const Loop *> loops;
  size_t leftOfAll; ///< the same for all loops together: time grows as the program does
  std::map<const ir::Stmt *, std::unique_ptr<Accessed>> known;
};

} // namespace costate::analysis
