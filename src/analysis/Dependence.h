// Which iterations of a loop depend on each other, and when they do not.
//
// A loop is parallel where its iterations can run in any order, given copies of its private variables
// and reductions, and its induction variables computed from their closed forms. Everything an
// iteration may touch is looked at:
//
// (D1) Scalars. One that every iteration writes before it reads is private; where it is needed after
//      the loop, every iteration must write it. One that is only updated by one operation is a
//      reduction. One with a closed form at the start of each iteration is an induction. Any other that
//      is written carries a dependence.
// (D2) Arrays and what pointers lead to. Each pair of accesses of which one writes and that may lie in
//      one object is tested in both directions (DependenceTest). An array that no one else sees and
//      that every iteration writes before it reads is private (Privatisation).
// (D3) Calls: what the callee may touch, as sections of what its parameters refer to (Sections). A
//      procedure without source, input and output, allocation: the loop is serial, and says why.
//
// Different objects: Fortran's arguments that are written do not overlap, by the language; a C pointer
// with `restrict` does not meet others; otherwise what two pointers lead to is told apart by comparing
// addresses, so that the condition of a loop over `a[i]` and `b[i]` tests whether they overlap.
// Objects of different types do not overlap, as C says.
//
// A loop that the user's own OpenMP promises to be independent is believed where no test proves anything, of memory that
// its threads share (ParallelPromises.h); not where two accesses that every iteration makes meet at a known distance.
#pragma once

#include "analysis/DependenceTest.h"
#include "analysis/Overlap.h"
#include "analysis/Sections.h"

#include <functional>

namespace costate::analysis {

struct Dependence {
  enum class Kind { Flow, Anti, Output };
  Kind kind;
  std::string on;
  Location from, to;
  std::vector<std::string> direction;
  std::optional<std::string> distance;
  std::string reason;
  symbolic::Condition vanishes; ///< false: nothing known
};

struct Reduction {
  const ir::Symbol *variable;
  std::string operation; ///< + * min max and or
  const ir::Expr *place = nullptr; ///< of what the variable points to, or of an array: the one number that is meant
};

struct LoopReport {
  enum class Verdict { Parallel, Conditional, Serial };
  const Loop *loop = nullptr;
  Verdict verdict = Verdict::Serial;
  /// Under which no dependence through arrays and pointers is left; of a serial loop, too, where only
  /// scalars stand in the way.
  symbolic::Condition condition;
  std::vector<const ir::Symbol *> privates; ///< scalars and arrays
  std::vector<const ir::Symbol *> lasts;    ///< those whose last value is needed after the loop
  std::vector<Reduction> reductions;
  std::vector<CellId> own; ///< memory that each iteration can have for itself (Dependences::isOwn)
  std::vector<const ir::Symbol *> inductions; ///< with closed forms
  std::vector<Dependence> dependences;
  /// Of a loop that the source promises to be independent (ParallelPromises.h): what proves that it is not.
  std::optional<Dependence> broken;
  std::string reason; ///< why the loop is serial, where no dependence says so
  Location reasonAt;
  std::map<std::string, unsigned> decidedBy; ///< pairs, by test
};

class Dependences {
public:
  Dependences(ir::Program &, LoopNests &, Memory &, EffectSummaries &, Callers = Callers::Any);

  /// Where it is set: whether each iteration of a loop can have a copy of some memory that no clause can name, or of which
  /// the tests do not see that it is private (OwnMemory.h).
  std::function<bool(const Loop &, CellId)> isOwn;

  const LoopReport &of(const Loop &);
  /// As people read it: outer counters as the loop variables, values at entry by the names that hold
  /// them where the loop begins.
  std::string text(const Loop &, const symbolic::Condition &);

private:
  friend class LoopJudge;
  std::vector<Access> callAccesses(const Loop &);
  bool isScalarByName(const Access &);
  void findDisturbing();
  bool isAddressTaken(const ir::Symbol *s) const { return addressTaken.count(s); }

  ir::Program &program;
  LoopNests &nests;
  Memory &memory;
  EffectSummaries &effects;
  Overlaps overlaps;
  Sections sections;
  DependenceTest tests;
  std::set<const ir::Symbol *> addressTaken;
  /// Procedures in which, or in what they call, there is something that keeps a loop serial: why.
  std::map<const ir::Procedure *, std::string> disturbing;
  std::map<const Loop *, LoopReport> reports;
};

} // namespace costate::analysis
