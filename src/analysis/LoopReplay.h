// Whether an iteration of a counted loop, run by itself from the state before the loop, reads the values
// it read when the program ran.
//
// Asked of one cell that an iteration may both read and write. `Covered`: whatever it reads there, it has
// written itself before (Coverage). `Private`: so it has if any iteration writes there at all; if none
// does, what it reads is from before the loop. `Apart`: what it reads was not written by an earlier
// iteration: for every read and every write of the cell in the loop, the dependence tests prove that no
// iteration reads what one before it wrote. `Carried`: none of these is proven. A scalar that is read
// before it is written is carried.
//
// A loop whose iterations the source promises to be independent (`$AD II-LOOP`, DO CONCURRENT) is believed
// where nothing is proven: `Carried` becomes `Apart`. It is not believed where a dependence is proven, that
// is where two accesses that every iteration makes meet at a known distance; nor of scalars. So is one whose own OpenMP
// says so (--openmp), of memory that its threads share (ParallelPromises.h).
//
// The same accesses and tests say the opposite, too: that what an assignment overwrites has never been read by
// another in the loop (`isNeverRead`), so that no backward sweep misses it.
#pragma once

#include "analysis/Coverage.h"
#include "analysis/DependenceTest.h"
#include "analysis/Sections.h"

namespace costate::analysis {

class LoopReplay {
public:
  LoopReplay(ir::Program &, Memory &, EffectSummaries &);

  enum class Carry { Covered, Private, Apart, Carried };
  Carry of(const ir::For &, CellId);

  /// A promise of the source that does not hold, or is not believed.
  struct Broken {
    const ir::For *loop;
    CellId cell;
    std::string distance; ///< empty: nothing is proven
  };
  const std::vector<Broken> &broken() const { return brokenPromises; }
  /// Whether what the second assignment writes has been written by the first, every time, in the same
  /// iteration of the loops around both.
  bool covers(const ir::Procedure *, const ir::Assign &first, const ir::Assign &second);

  /// Whether none of these places that the first assignment reads in an iteration of a loop is what the second
  /// writes after that: later in the same iteration, or in a later one. Both are in the loop, and may be one.
  bool isNeverRead(const ir::Procedure *, const ir::For &, const ir::Assign &reader,
                   const std::set<const ir::Expr *> &places, const ir::Assign &writer);
  /// The same for what the first has written.
  bool isNeverOverwritten(const ir::Procedure *, const ir::For &, const ir::Assign &first,
                          const ir::Assign &second);

  /// Whether these places that the first assignment reads are never what the second writes, in one iteration of the loops
  /// around both. Loops around one alone may be in any iteration.
  bool areApart(const ir::Procedure *, const ir::Assign &reader, const std::set<const ir::Expr *> &places,
                const ir::Assign &writer);
  /// The same for what the first has written.
  bool areApart(const ir::Procedure *, const ir::Assign &first, const ir::Assign &second);

  /// Whether no element of what an assignment writes is one of a place that it reads, at the same run of it: their
  /// paths are in one object, and one part of them is proven to differ. (A section that is empty meets nothing.)
  bool isApart(const ir::Procedure *, const ir::Assign &, const ir::Expr *read);

  /// Whether no two iterations touch the same element of a cell.
  bool isTouchedOnce(const ir::For &, CellId);
  /// Whether the source promises that of all elements that some iteration writes (ParallelPromises.h), and none but those
  /// are read: every read is of a place that its iteration writes in the same statement, or at the same address in the
  /// same block. (Elements that are only read, several iterations may read, whatever was promised.)
  bool isPromisedOnce(const ir::For &, CellId);
  /// Between which addresses the iterations touch a cell that C pointers lead to: from the least of some to the greatest
  /// of some, over what variables hold when the procedure is entered and counters of outer loops. It may be further than
  /// they go, where conditions or loops without an iteration leave something out.
  struct Reach {
    std::vector<Form> least, greatest;
  };
  std::optional<Reach> reach(const ir::For &, CellId);
  LoopNests &loopNests() { return nests; }
  const Loop *loopOf(const ir::For &) const;

private:
  std::vector<Form> ends(const Form &, const Access &, const Loop *within, bool greatest);
  const std::vector<Access> &accessesIn(const Loop &);
  bool areApart(const Access &, const Access &);
  bool areApart(const ir::Procedure *, const Access &, const Access &write);
  bool meetsLater(const Loop &, const Access &read, const Access &write);
  bool isNeverMet(const ir::Procedure *, const Loop &, const Access &, const ir::Assign &writer);
  Carry judge(const Loop &, CellId);
  Carry meets(const Loop &, CellId, const Access &write, const Access &read, bool mayMeet);
  bool isPromised(const Loop &);
  bool isBelieved(const Loop &, CellId);
  bool touches(const ir::Procedure *, const Access &, CellId);

  ir::Program &program;
  Memory &memory;
  std::map<const Loop *, bool> promised;
  std::vector<Broken> brokenPromises;
  LoopNests nests;
  Overlaps overlaps;
  Sections sections;
  DependenceTest tests;
  std::map<const ir::Stmt *, const Loop *> loops;
  std::map<const Loop *, std::vector<Access>> accesses; ///< of statements and calls
  std::map<std::pair<const ir::For *, CellId>, Carry> known;
  std::map<std::pair<const ir::Assign *, const ir::Assign *>, bool> covered;
  std::map<const ir::Procedure *, Coverage> coverages;
  llvm::DenseMap<const ir::Assign *, const Access *> writes; ///< of what they assign
  llvm::DenseMap<const ir::Assign *, std::vector<const Access *>> reads;
  std::map<std::tuple<const ir::For *, const Access *, const ir::Assign *>, bool> neverMet;
};

} // namespace costate::analysis
