// The two sweeps of one procedure.
//
// Every statement becomes a piece of the forward sweep, which runs it and keeps what it overwrites,
// and a piece of the backward sweep, which starts from the state after the statement, puts back what
// was kept, and moves the adjoints from what the statement wrote to what it read. The backward
// pieces stand in the opposite order. So whatever the backward piece of a statement reads has the
// value it had when the statement ran. AdjointRecords.cpp has what is kept and put back, AdjointLoops.cpp
// branches and loops, AdjointCalls.cpp calls.
#pragma once

#include "analysis/LibraryFunctions.h"
#include "analysis/Recording.h"
#include "transform/AdjointTerms.h"
#include "transform/ElementLoops.h"
#include "transform/HeldValues.h"
#include "transform/BlockLocals.h"
#include "transform/KeptArrays.h"
#include "transform/ParallelIterations.h"
#include "transform/SharedAdjoints.h"
#include "transform/StateExtents.h"
#include "transform/SweepMarks.h"

namespace costate::transform {

struct Sweeps {
  ir::Block forward, backward;
};

inline void append(ir::Block &to, ir::Block from) {
  for (ir::StmtPtr &s : from)
    to.push_back(std::move(s));
}

/// Variables in a statement and below.
void collectVariables(const ir::Stmt &, std::set<const ir::Symbol *> &out);

/// By how much the variable of a loop moves, where that is a constant.
std::optional<int64_t> constantStep(const ir::For &);

/// How a procedure other than a head runs in the two sweeps.
struct AdjointPair {
  ir::Symbol *forward, *backward;
};

/// What a body needs to know of the other adjoint procedures.
class AdjointCallees {
public:
  /// The pair that a call of this variant runs; nothing: it changes no memory but its result and no
  /// derivative goes through it, so the original is its forward sweep and it has no backward one.
  virtual std::optional<AdjointPair> pairOf(const analysis::Variant &) = 0;
  /// Of a joined call: the procedure that runs both sweeps of the callee; null: no derivative goes
  /// through it.
  virtual ir::Symbol *joinedOf(const analysis::Variant &) = 0;
  /// Whether its procedures take a shadow after this parameter (index; -1: of the result).
  virtual bool hasShadow(const analysis::Variant &, int parameter) = 0;
  /// Whether a function pointer may hold a function that is not in the program.
  virtual bool mayRunOthers() = 0;
  /// Arguments whose adjoints are one.
  virtual const SharedAdjoints &shared() = 0;
  virtual ~AdjointCallees() = default;
};

class AdjointBody {
public:
  /// `paired`: the two sweeps are procedures of their own, and no variable lives from one to the
  /// other.
  AdjointBody(const Duals::Context &context, AdjointCallees &callees,
              const analysis::Recording &recording, Tape &tape, bool paired)
      : c(context), callees(callees), recording(recording), tape(tape), paired(paired),
        b(context.program), terms(context),
        elements(context.program, context.procedure, context.directions, terms.arrays, fromOne),
        kept(context.program, context.procedure, tape), held(recording, context.variant, paired),
        blockLocals(*context.variant.procedure) {}

  Sweeps transform(const ir::Block &);

  /// Tells of every statement that is in both sweeps; nothing may be carried between them.
  void tellOfStatements(unsigned &places);

  /// What a place of the backward sweep is the adjoint of, where that is known.
  std::optional<analysis::PlaceUse> origin(const ir::Expr *adjoint) const { return terms.origin(adjoint); }

  /// These loops may run their iterations at the same time.
  void runInParallel(const std::map<const ir::For *, analysis::IndependentLoop> &loops, analysis::Memory &memory,
                     analysis::LoopReplay &replay) {
    independent = &loops;
    iterations.emplace(c, memory, replay, tape);
  }

  /// Snapshots of loops go to a scratch file.
  void putSnapshotsOnDisk() { snapshotsOnDisk = true; }

  /// What carries the variables of a pair from its forward to its backward procedure.
  void carry(Sweeps &);
  /// Gives variables that go on the tape a value from the start.
  void defineTaped(Sweeps &);
  /// The adjoint of a local variable begins as zero in the backward sweep.
  void startAsZero(const ir::Expr *shadow, ir::Block &out) { terms.clear(shadow, out); }
  /// The adjoint of what procedures keep between calls begins as zero, in the shape that it has by then.
  void clearKept(ir::Symbol *kept, ir::Symbol *shadow, ir::Block &out);
  /// Adds one adjoint to another of the same type.
  void add(const ir::Expr *adjoint, const ir::Expr *more, ir::Block &out) {
    terms.addParts(adjoint, more, out);
  }

private:
  void statement(const ir::Stmt &, Sweeps &out);
  void assign(const ir::Assign &, Sweeps &out);
  void addToZero(const ir::Expr *adjoint, ir::Block &out, size_t first);
  bool isReadByName(const ir::Assign &);
  void holdResult(const ir::Assign &, ir::Block &backward);
  void undo(const ir::Assign &, const ir::Expr *place, ir::Block &out);
  void assignPointer(const ir::Assign &, Sweeps &out);
  void reverseAssign(const ir::Assign &, ir::Block &out);
  /// The adjoint of a value, and the value.
  struct Seeded {
    const ir::Expr *value, *seed;
  };
  void distribute(std::vector<Seeded>, const ir::Expr *mask, Location, ir::Block &out);
  bool isInStep(const ir::Expr *, const ir::Assign &);
  bool reverseElements(const ir::Assign &, ir::Block &out);
  bool distributeElements(const std::vector<Seeded> &, Location, ir::Block &out);
  const ir::Expr *conformed(const Seeded &, const ir::Expr *mask);
  struct Summand {
    const ir::Expr *value;
    bool negative;
  };
  std::vector<Summand> addedTo(const ir::Assign &);
  bool mayOverlap(const ir::Expr *place, const ir::Stmt &);
  void branch(const ir::If &, Sweeps &out);
  Sweeps way(const ir::Block &, bool runsInBoth);
  void loop(const ir::For &, Sweeps &out);
  void recompute(const ir::Block &, ir::Block &backward);
  bool readsLater(const ir::For &) const;
  bool runsForward(const ir::For &x) const {
    return recording.isForward(c.variant, x) && recording.isReversed(c.variant, x);
  }
  ir::Block iteration(const ir::Block &);
  void fusedLoop(const ir::For &, Sweeps &out);
  void forwardLoop(const ir::For &, Sweeps &out);
  void parallelLoop(const ir::For &, ParallelIterations::Sweep, ir::Block body, ir::Block &out);
  void backwardLoop(const ir::For &, ir::Block body, ir::Block &out);
  void reverseLoop(const ir::For &, ir::Block body, ir::Block &out);
  void setCounter(const ir::For &, const ir::Expr *iterations, ir::Block &out);
  void countDown(const ir::For &, ir::Block body, ir::Block &out);
  void walkShadow(const ir::For &, ir::Symbol *shadow, ir::Block &body, ir::Block &out);
  const ir::Expr *trips(const ir::For &, const ir::Type *);
  void loop(const ir::While &, Sweeps &out);
  void allocate(const ir::Allocate &, Sweeps &out);
  bool refuseExtension(const ir::Expr *place, const ir::Expr *value, Location);
  void allocateFortran(const ir::Allocate &, const ir::Allocation &, Sweeps &out);
  void free(const ir::Free &, Sweeps &out);
  void opaque(const ir::Opaque &, Sweeps &out);

  // Loops that run from snapshots (AdjointCheckpoints.cpp)
  struct Copies {
    ir::Block before;        ///< what is known when the loop begins
    ir::Block save, restore; ///< one snapshot
    std::vector<ir::Symbol *> known; ///< in `before`, and when memory was allocated
  };
  struct Checkpointed {
    const ir::Stmt &loop;
    const ir::Block &body;
    ir::Symbol *steps, *held, *step; ///< of the run; snapshots that are there; of the state that is there
    Copies state;
    std::vector<ir::Symbol *> known; ///< that both sweeps need
    ir::Block first;                 ///< before the first step, if there is one
  };
  const ir::Expr *hasSteps(const Checkpointed &);
  void checkpointedLoop(const ir::For &, Sweeps &out);
  void checkpointedLoop(const ir::While &, Sweeps &out);
  bool mayCheckpoint(const ir::Stmt &loop, const ir::Block &body);
  std::string obstacle(const ir::Stmt &);
  Checkpointed checkpointed(const ir::Stmt &loop, const ir::Block &body, Sweeps &out);
  Copies copyState(const ir::Stmt &loop, const analysis::CellBits &);
  void copyPlace(const ir::Expr *place, Copies &);
  bool copyAllocated(const ir::Stmt &loop, analysis::CellId, Copies &);
  bool copyExtents(const ir::Stmt &loop, analysis::CellId, Copies &);
  void copyBytes(ir::Symbol *pointer, const ir::Expr *bytes, Copies &);
  void rememberBlock(const ir::Allocate &, Sweeps &out);
  ir::Block saveHere(const Checkpointed &);
  ir::Block turn(const Checkpointed &, ir::Symbol *last);
  ir::Block advance(const Checkpointed &, ir::Symbol *last);
  void reverseSteps(const Checkpointed &, Sweeps &out);
  ir::Block original(const ir::Block &, const std::set<const ir::Stmt *> &running);

  // Calls (AdjointCalls.cpp)
  void call(const ir::Call &, Sweeps &out);
  void callPair(const ir::Call &, const analysis::Variant &, AdjointPair, Sweeps &out);
  void callJoined(const ir::Call &, const analysis::Variant &, Sweeps &out);
  struct CallArguments {
    std::vector<ir::Argument> forward, backward;
    ir::Block before, after; ///< of the call in the backward sweep
  };
  bool mayCall(const ir::Call &, const analysis::Variant &);
  CallArguments arguments(const ir::Call &, const analysis::Variant &);
  void callOriginal(const ir::Call &, Sweeps &out);
  void reshape(const ir::Call &, ir::Block &forward, ir::Block &backward);
  void callByPointer(const ir::Call &, Sweeps &out);
  bool touches(const ir::Call &);
  void callUnknown(const ir::Call &, Sweeps &out);
  void callLibrary(const ir::Call &, analysis::LibraryEffect, Sweeps &out);
  void copyBytes(const ir::Call &, Sweeps &out);
  ir::StmtPtr countUp(ir::Symbol *k, const ir::Expr *count, ir::Block body, Location);
  void moveOverlapping(const ir::Expr *liesBefore, ir::Symbol *k, const ir::Expr *count, ir::Block body,
                       ir::Block &out);
  void splitNumber(const ir::Call &, Sweeps &out);
  /// `use`: a specification says what it writes.
  void recordArguments(const ir::Call &, Sweeps &out, const analysis::ExternalUse *use = nullptr);
  const ir::Expr *writtenByLibrary(const ir::Call &, const analysis::ExternalUse &, size_t argument);
  const ir::Expr *forwardShadow(const ir::Expr *argument, const ir::Symbol &parameter);
  const ir::Expr *backwardShadow(const ir::Expr *argument, const ir::Symbol &parameter,
                                 ir::Block &before, ir::Block &after);
  /// Of an argument that shares memory with another one (SharedAdjoints).
  const ir::Expr *ownAdjoint(const ir::Expr *argument, const ir::Symbol &parameter, ir::Block &before,
                             ir::Block &after);
  const ir::Expr *ownSequence(const ir::Element &, const ir::Symbol &parameter, ir::Block &before, ir::Block &after);
  const ir::Expr *zeroLike(const ir::Expr *argument, const ir::Symbol &parameter, ir::Block &out);
  const ir::Expr *seedOf(const ir::Call &, const ir::Procedure &target, bool hasShadow,
                         ir::Block &before);
  void refuseUnknown(const ir::Call &, const std::string &name);

  // Procedures that a specification knows (AdjointExternals.cpp)
  void callExternal(const ir::Call &, const analysis::ExternalUse &, Sweeps &out);
  bool refusesExternal(const ir::Call &, const analysis::ExternalUse &);
  void callAdjoint(const ir::Call &, const analysis::ExternalUse &, ir::Block &out);
  void callSteps(const ir::Call &, const analysis::ExternalUse &, ir::Block &out);
  const ir::Expr *externalAdjoint(const ir::Expr *argument, const std::string &name,
                                  ir::Block &before, ir::Block &after);
  void clearConstants(const ir::Call &, const analysis::ExternalUse &, ir::Block &out);

  // What is overwritten
  /// Appends what keeps the value of a place of the original, and what puts it back.
  void record(const ir::Stmt &, const ir::Expr *place, Sweeps &out);
  void recordShadow(const ir::Stmt &, const ir::Expr *place, const ir::Expr *shadow, Sweeps &out);
  void keepBefore(const ir::Stmt &loop, Sweeps &out);
  /// True where the tape holds it: what is pushed is popped once.
  bool recordPlace(const ir::Expr *place, Sweeps &out);
  struct Stored {
    ir::Block save, restore;
    ir::Block again; ///< after `restore`, so that it can be restored once more
  };
  Stored store(const ir::Expr *place);
  void recordAllocatable(const ir::Expr *place, Sweeps &out);
  const ir::Expr *keptElement(const ir::Expr *place);
  /// Whether what a statement computes is kept, instead of what it overwrites.
  bool keepsNew(const ir::Assign &);
  void recordNew(const ir::Assign &, Sweeps &out);
  bool hasElements(const ir::Type *) const;
  std::vector<const ir::For *> countedAround() const;
  void keep(ir::Symbol *, Sweeps &out);
  bool survives() const { return depth == 0 && (!paired || inFused); }
  bool isFresh(const ir::Expr *place) const;
  Sweeps inner(const ir::Block &, bool runsInBoth);
  bool runs(const ir::Stmt &s) const { return recording.runs(c.variant, s); }
  bool keeps(const ir::Stmt &s) const { return recording.keeps(c.variant, s); }
  const ir::Expr *shadowPlace(const ir::Expr *place);
  const ir::Expr *shadowPointer(const ir::Expr *place);
  void shapeLike(const ir::Expr *shadow, const ir::Expr *place, ir::Block &out);
  void allocateNumber(const ir::Expr *shadow, ir::Block &out);
  void clearNumber(const ir::Expr *shadow, const ir::Expr *place, ir::Block &out);
  void shapeParts(const ir::Expr *shadow, const ir::Expr *place, ir::Block &out);
  const ir::Expr *inquiry(const char *name, const ir::Expr *, const ir::Type *,
                          const ir::Expr *dimension = nullptr);
  ir::StmtPtr copy(const ir::Stmt &);
  ir::Symbol *variable(const char *name, const ir::Type *);

  Duals::Context c;
  AdjointCallees &callees;
  const analysis::Recording &recording;
  Tape &tape;
  bool paired;
  ir::Builder b;
  AdjointTerms terms;
  std::set<const ir::Symbol *> fromOne; ///< none is known
  ElementLoops elements;
  KeptArrays kept;
  HeldValues held;
  unsigned depth = 0; ///< of loops, inside the innermost one that runs both sweeps of its iterations
  unsigned loops = 0; ///< all around
  unsigned nesting = 0; ///< of blocks, likewise
  bool inFused = false; ///< such a loop is around
  std::vector<const ir::For *> nest; ///< of loops; null: one that is not counted, or a branch
  std::vector<ir::Block> loads; ///< of the loops of the nest: what begins an iteration of the backward sweep
  BlockLocals blockLocals;
  struct Way {
    const ir::Block *block;
    std::vector<const ir::Expr *> kept; ///< on the tape, when the block has run
  };
  std::vector<Way> ways; ///< of branches around
  std::set<const ir::Symbol *> loaded; ///< variables of the procedure that are in `loads`, or kept at the ends of ways
  std::set<const ir::Symbol *> taped; ///< variables of the procedure that go on the tape
  std::set<const ir::Symbol *> seen; ///< variables of statements so far
  std::optional<SweepMarks> marks;
  const std::map<const ir::For *, analysis::IndependentLoop> *independent = nullptr;
  std::optional<ParallelIterations> iterations;
  bool inBoth = true; ///< the block runs in both sweeps
  struct AllocatedBlock {
    ir::Symbol *start, *bytes;
  };
  std::map<const ir::Stmt *, AllocatedBlock> allocatedBlocks; ///< that checkpointed loops change (C)
  bool snapshotsOnDisk = false;
  std::unique_ptr<StateExtents> extents; ///< where they were asked for
};

} // namespace costate::transform
