// The adjoint data-flow analyses of seed 002 (Hascoet and Araya-Polo): which statements the forward
// sweep runs, what they keep for the backward sweep, and what a call that is run again needs restored.
//
// Definitions by their numbers in the paper, on the structured program, sets being sets of cells:
//   use, out, kill (1.2-1.5)   Accesses, and must-writes of whole scalars
//   live(I-bar; D-bar) (1.10)  adjoint liveness, one fold backwards (AdjointLiveness.cpp): what the
//                              adjoint of a statement reads is live before it; a statement that writes
//                              nothing live is not run, and what it reads is not live because of it
//   use(I'; U-back) (1.8, 1.9) to be recorded, one fold forwards (ToBeRecorded.cpp): what the backward
//                              sweep of all that was upstream still needs; a statement that runs and
//                              overwrites some of it (or of what its own adjoint needs) keeps the old value
//   snp(U, C, D) (1.11)        what is kept before a joined call C, put back before C-bar, and after it
//   out(U |- C-bar) (1.12)     adjoint write: what C-bar may leave other than it found it
// Lemma 1 then holds for what is generated: the adjoint of the rest leaves everything that the backward
// sweep of the upstream code uses as it was. Loops take the sets around until they stay the same.
// Both grow with what they are given, so taking more as live or used than is, is always sound.
//
// Where this differs from (1.11). The paper's model puts back live(C-bar) where C or D-bar changed it.
// Here live(C-bar) counts as used by the backward sweep of what is upstream of D, so D itself keeps what
// it overwrites of it, and only what C changes is left for the snapshot:
//   before C-bar: out(C) n live(C-bar);   after it: (out(C) u out([] |- C-bar)) n use(U-back).
// C-bar is made for an empty context; the second part answers for that. A call whose results nothing
// downstream needs is not run forward: out(C) is empty, and nothing is kept.
//
// Beyond the paper: control. Whether a branch or loop has anything to do backwards is not known before
// it is known what is recorded inside it; such statements get their condition, and everything is
// done again until none is left. Calls that are not joined are split: what the callee's backward sweep
// needs at its start is used by the caller's, and what is live or required at any call is so in the callee
// (one answer for each variant).
//
// Fused loops: a counted loop nothing downstream needs the results of, and whose iterations compute the
// same values when each is run by itself from the state before the loop, is not run forward at all; its
// backward loop runs both sweeps of one iteration after the other. The state before the loop (K: what
// an iteration reads and has not written itself) is left as it was by every iteration: it counts as used in
// the body. So iteration i, which runs after those that follow it, finds in K what it found when the
// program ran, if no earlier iteration gave it a value: LoopReplay proves that. Adjoints need no argument of
// their own: the adjoint statements run in the order they always have. Where the results of the last loop of a head
// are wanted, too, ForwardFusion may do it.
//
// Checkpointed loops: a step is like a joined call. The forward sweep runs the original steps; the backward sweep runs
// both sweeps of one step after the other, each from the state before it, which is put back from a snapshot and steps
// that are run again. The state is out(step) n (what a step, or both its sweeps, may read and has not written itself);
// what else a step reads no step changes. The sweeps of a step are made for an empty context, so what the loop changes
// and use(U-back) needs is kept once before it and put back after its backward piece: (1.11) again.
#pragma once

#include "analysis/AdjointUse.h"
#include "analysis/Checkpoints.h"
#include "analysis/LoopReplay.h"
#include "analysis/Reaching.h"
#include "analysis/Recomputation.h"
#include "analysis/VariantRounds.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace costate::analysis {

/// Kept before a joined call runs; put back before its adjoint runs, after it, or both.
struct SnapshotPlace {
  const ir::Expr *place; ///< in the caller's terms
  bool before, after;
};

/// Of `i = i + e`, where i is an integer or a pointer: e. Null for others.
const ir::Expr *increment(const ir::Assign &);

struct RecordingOptions {
  bool liveness = true;     ///< off: every statement runs (--no-liveness)
  bool tbr = true;          ///< off: everything overwritten is kept (--no-tbr)
  bool fusion = true;       ///< off: nothing is computed again (--no-fusion)
  bool recurrence = true;   ///< off: integers that count are kept, not counted back (--no-recurrence)
  bool adjointWrite = true; ///< off: an adjoint may change all that its original does (--no-adjoint-write)
  bool slicing = true;      ///< off: what heads compute is live at their end, promised or not (--no-slicing)
  /// What becomes of what heads compute: they need not leave it behind; it is live at their end; or they
  /// leave all that they read as it was, to be run once more.
  enum class Results { Lost, Live, RunAgain } results = Results::Lost;
  std::set<const Variant *> runAgain; ///< heads that must be, where results are live
  Results resultsOf(const Variant &head) const { return runAgain.count(&head) ? Results::RunAgain : results; }
  bool isLive(const Variant &head) const {
    return resultsOf(head) == Results::Live || (resultsOf(head) == Results::Lost && !slicing);
  }
  /// What procedures keep between calls: heads leave it as it was, so that each of their runs starts alike.
  std::vector<const ir::Symbol *> state;
  /// Variants whose calls are joined: the forward sweep runs the original, the backward sweep both
  /// sweeps of the callee. Those whose snapshot cannot be taken are split all the same.
  std::set<const Variant *> joined;
  Checkpoints checkpoints; ///< loops that run from snapshots
};

class Recording {
public:
  /// `variants`: those with an adjoint, heads first; `needed`: those through which derivatives go.
  /// `replay`: null where no loop is to be fused.
  Recording(const Varied &, Memory &, EffectSummaries &, const std::vector<const Variant *> &variants,
            const std::set<const Variant *> &needed, LoopReplay *replay, RecordingOptions);

  /// Whether the forward sweep runs a statement. (Branches and loops run where something in them does.)
  /// In a fused loop the forward sweep is the iteration's; of a joined call, the original.
  bool runs(const Variant &, const ir::Stmt &) const;
  /// Whether the old value of what the statement overwrites is kept; of a counted loop, its variable.
  bool keeps(const Variant &, const ir::Stmt &) const;
  /// Whether the backward sweep finds the old value from the new one: see increment().
  bool undoes(const Variant &, const ir::Stmt &) const;
  /// Whether the adjoint of an assignment finds the value of its last operation in the place that got it.
  bool readsResult(const Variant &, const ir::Assign &) const;
  /// Whether iterations may keep values of their own, not only what they overwrite.
  bool keepsNewValues() const { return options.tbr && options.recurrence; }
  /// Whether a branch or loop has something to do in the backward sweep.
  bool isReversed(const Variant &, const ir::Stmt &) const;
  /// What the backward piece of a block begins with: assignments of the block, run again.
  std::vector<const ir::Assign *> recomputes(const Variant &, const ir::Block &) const;
  /// Variables that a loop changes and whose old value is needed after its backward piece only, and those that it
  /// computes again.
  std::vector<const ir::Symbol *> keepsBefore(const Variant &, const ir::Stmt &loop) const;
  /// Whether both sweeps of an iteration run one after the other in the backward loop.
  bool isFused(const Variant &v, const ir::For &x) const { return fused.count({&v, &x}); }
  /// Whether both sweeps of an iteration run one after the other in a loop forwards, which stands in the backward
  /// sweep; all that follows it in the body runs after it (ForwardFusion).
  bool isForward(const Variant &v, const ir::For &x) const {
    auto found = forward.find(&v);
    return found != forward.end() && found->second == &x;
  }
  /// Whether both sweeps of each step run one after the other, from the state before it.
  bool isCheckpointed(const Variant &v, const ir::Stmt &x) const {
    return options.checkpoints.of(x) && isReversed(v, x);
  }
  unsigned snapshotsOf(const ir::Stmt &loop) const { return options.checkpoints.of(loop); }
  /// Of a checkpointed loop: what a snapshot holds, and what is put back after its backward piece.
  struct Checkpoint {
    CellBits needs; ///< what both sweeps of steps, and steps that are run again, read from before them
    CellBits state, after;
    std::set<const ir::Stmt *> forward, again; ///< statements of original steps that run in the one sweep, and the other
  };
  const Checkpoint &checkpoint(const Variant &v, const ir::Stmt &x) const { return summaries.at(&v).checkpoints.at(&x); }
  Memory &cells() const { return memory; }
  Accesses &accessed() const { return accesses; }
  EffectSummaries &summarised() const { return effects; }
  /// Whether all of a variable can be copied: its extent is known where it is.
  static bool hasKnownExtent(const ir::Symbol *);
  /// Whether a loop runs as often in every iteration of one around it.
  bool isFixed(const Variant &, const ir::For &, const ir::For &outer) const;
  /// Whether the value that a counted loop leaves in its variable is wanted by the forward sweep.
  bool leaves(const Variant &, const ir::For &) const;
  /// Whether the backward procedure of a pair needs the value a variable has at the end of the forward one.
  bool carries(const Variant &, const ir::Symbol *) const;

  /// Whether the variant has an adjoint.
  bool knows(const Variant &v) const { return summaries.count(&v); }
  bool isJoined(const Variant &v) const { return options.joined.count(&v); }
  std::vector<SnapshotPlace> snapshot(const Variant &, const ir::Call &) const;

  /// With live results: those whose backward sweeps may change them. Looks at what is put back, and takes every
  /// callee's interface for part of them.
  std::set<const Variant *> changingResults(const std::vector<const Variant *> &) const;

  /// How many statements keep something, and how many there are, in a head and all that it calls: one that stands in
  /// loops counts ten times for each.
  struct Work {
    double kept = 0, statements = 0;
  };
  Work work(const Variant &head) const;

  /// Whether a statement may write memory of a place.
  bool mayWrite(const ir::Procedure *, const ir::Stmt &, const ir::Expr *place) const;
  /// Whether an array assignment writes nothing of a place that it reads: by other elements of the same array, say.
  bool isApart(const ir::Procedure *, const ir::Assign &, const ir::Expr *read) const;
  /// How many assignments, calls and loops of the procedure may write a place, or part of it.
  unsigned writers(const ir::Procedure *, const ir::Expr *place) const;
  /// Whether a later statement of the block may write what the assignment, one of the block's own, writes.
  bool isWrittenAfter(const ir::Procedure *, const ir::Block &, const ir::Assign &) const;
  /// Whether calling a procedure is seen from outside: input, output, procedures without source.
  bool hasOutsideEffect(const ir::Procedure *p) const { return outside.count(p); }

private:
  friend class RecordingFold;
  friend class AdjointLiveness;
  friend class ToBeRecorded;
  friend class ForwardFusion;
  friend class IndependentLoops;
  struct Statement {
    bool runs = false, keeps = false, reversed = false;
    bool undone = false;     ///< the old value is found from the new one
    bool recomputed = false; ///< an assignment that the backward sweep runs again
    bool fromResult = false; ///< an assignment whose adjoint reads what it has written
    bool leaves = false; ///< of a counted loop: its variable is live after it
  };
  struct Snapshot {
    CellBits before, after;
  };
  /// What the folds ask of the program again and again. It is forgotten when they are done: statements may be made in
  /// the place of others then.
  struct Remembered {
    template <typename Of> using Cells = llvm::DenseMap<std::pair<const Of *, const void *>, std::unique_ptr<CellBits>>;
    Cells<ir::Procedure> reads, addressReads, writes;
    Cells<Variant> uses, usesWithResult;
    template <typename Of, typename Find>
    static const CellBits &look(Cells<Of> &known, const Of *of, const void *at, Find &&find) {
      auto [found, isNew] = known.try_emplace({of, at});
      if (!isNew)
        return *found->second;
      auto cells = std::make_unique<CellBits>(find()); // which may look for others
      return *(known[{of, at}] = std::move(cells));
    }
  };
  struct Replayed {
    CellBits wanted; ///< live after the loop
    CellBits needs;  ///< what iterations read from before the loop
    CellBits common; ///< of that, what other iterations may read where one writes there: K
    CellBits upstream; ///< of a loop that runs forwards: what the backward sweep of what stands before it uses
  };
  /// Statements whose adjoints need cells, found by the cells: a long procedure asks for each of its statements.
  class Needers {
  public:
    /// True where something is new.
    bool add(const ir::Assign *, const CellBits &);
    bool anyOf(CellId cell) const { return byCell.contains(cell); }
    /// Whether it holds for all that need one of the cells.
    template <typename Holds> bool allOf(const CellBits &cells, Holds holds) const {
      llvm::SmallPtrSet<const ir::Assign *, 8> seen;
      return llvm::all_of(cells, [&](CellId cell) {
        auto found = byCell.find(cell);
        return found == byCell.end() || llvm::all_of(found->second, [&](const ir::Assign *s) {
          return !seen.insert(s).second || holds(*s);
        });
      });
    }

  private:
    llvm::DenseMap<const ir::Assign *, CellBits> cellsOf;
    llvm::DenseMap<CellId, std::vector<const ir::Assign *>> byCell;
  };
  /// Of a loop: what the backward sweep of what was upstream needs when it begins, and what statements inside need.
  struct LoopNeeds {
    CellBits entry;
    Needers readers; ///< by the places that they read
    Needers writers; ///< whose adjoints read what they have written
    CellBits others; ///< in any other way
  };
  struct Summary {
    bool acts = false;            ///< its forward sweep does something
    CellBits liveExit, liveEntry; ///< of the forward sweep
    CellBits usedEntry;           ///< by the backward sweeps of what was upstream of its calls
    CellBits usedExit;            ///< by its own backward sweep, and by those
    CellBits changes;             ///< adjoint write, of what callers see
    llvm::DenseMap<const ir::Stmt *, Statement> statements;
    std::map<const ir::Stmt *, std::set<const ir::Symbol *>> keptBefore; ///< loops
    std::map<const ir::Stmt *, std::set<const ir::Symbol *>> keptOnce;   ///< the same: what no iteration needs
    std::map<const ir::Call *, Snapshot> snapshots;
    std::map<const ir::For *, Replayed> replayed; ///< fused loops
    std::map<const ir::Stmt *, LoopNeeds> loopNeeds;
    std::map<const ir::Stmt *, Checkpoint> checkpoints;
  };

  void analyse(const std::vector<const Variant *> &);
  void addWork(const Variant &, const ir::Block &, double times, bool isFree, std::set<const Variant *> &around,
               Work &) const;
  void findResultsRead(const Variant &);
  void findFusable(const Variant &);
  void findForward(const Variant &);
  bool withdraw(const std::vector<const Variant *> &);
  bool mayFuse(const ir::For &) const;
  CellBits changedBy(const Variant &, const ir::Block &);
  const Statement *at(const Variant &, const ir::Stmt &) const;
  void addSnapshot(const Variant &, const ir::Call &, const CellBits &cells,
                   std::vector<const ir::Expr *> &places, CellBits &left) const;

  const Varied &varied;
  Memory &memory;
  EffectSummaries &effects;
  mutable Accesses accesses; ///< the memory model remembers what it was asked
  const std::set<const Variant *> &needed;
  LoopReplay *replay;
  RecordingOptions options;
  std::map<const Variant *, Summary> summaries;
  std::optional<VariantRounds> rounds; ///< of the folds, while they run
  Remembered remembered;               ///< the same
  std::set<std::pair<const Variant *, const ir::For *>> fused;
  std::map<const Variant *, const ir::For *> forward;
  ProcedureSet outside; ///< with effects that are seen from outside
  mutable std::map<const ir::Procedure *, llvm::DenseMap<CellId, unsigned>> writersOf;
  mutable std::map<const ir::Block *, llvm::DenseMap<CellId, const ir::Stmt *>> lastWriters;
  std::map<const ir::Procedure *, Recomputation> recomputation;
};

} // namespace costate::analysis
