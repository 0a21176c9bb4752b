// What the two folds of Recording share. Only they include this.
#pragma once

#include "analysis/Recording.h"

namespace costate::analysis {

class RecordingFold {
protected:
  RecordingFold(Recording &all, const Variant &v)
      : all(all), v(v), p(v.procedure), own(all.summaries[&v]), use(all.varied, v, all.accesses) {}

  Recording &all;
  const Variant &v;
  const ir::Procedure *p;
  Recording::Summary &own;
  AdjointUse use;
  bool changed = false;
  std::vector<const Recomputed *> regions; ///< around the statement, outermost first
  unsigned loops = 0; ///< around the statement, inside the innermost fused one

  Recording::Statement &at(const ir::Stmt &s) { return own.statements[&s]; }
  // What is asked for while the folds run; see Recording::Remembered.
  using Remembered = Recording::Remembered;
  const CellBits &reads(const ir::Expr *e) {
    return Remembered::look(all.remembered.reads, p, e, [&] { return e ? all.accesses.reads(p, e) : CellBits(); });
  }
  const CellBits &addressReads(const ir::Expr *e) {
    return Remembered::look(all.remembered.addressReads, p, e, [&] { return all.accesses.addressReads(p, e); });
  }
  const CellBits &writes(const ir::Stmt &s) {
    return Remembered::look(all.remembered.writes, p, &s, [&] { return all.accesses.writes(p, s); });
  }
  const CellBits &writes(const ir::Block &b) {
    return Remembered::look(all.remembered.writes, p, &b, [&] { return all.accesses.writes(p, b); });
  }
  const CellBits &usedBy(const ir::Stmt &s, bool fromResult = false) {
    return Remembered::look(fromResult ? all.remembered.usesWithResult : all.remembered.uses, &v, &s,
                            [&] { return use.of(s, fromResult); });
  }

  /// In an iteration that runs both sweeps nothing needs to be computed again, but in loops inside it.
  const Recomputed *regionOf(const ir::Block &block) const;
  bool isAgain(const ir::Stmt &) const;

  template <typename Fold> auto inRegion(const ir::Block &block, Fold fold) {
    const Recomputed *region = regionOf(block);
    if (region)
      regions.push_back(region);
    auto out = fold(region);
    if (region)
      regions.pop_back();
    return out;
  }

  /// The body of a loop that is not fused.
  template <typename Fold> auto inLoop(Fold fold) {
    ++loops;
    auto out = fold();
    --loops;
    return out;
  }

  /// One iteration of a fused loop: its sweeps are a world of their own.
  template <typename Fold> auto inFused(Fold fold) {
    std::vector<const Recomputed *> around;
    around.swap(regions);
    unsigned outer = std::exchange(loops, 0);
    auto out = fold();
    loops = outer;
    regions.swap(around);
    return out;
  }

  void kill(const ir::Expr *place, CellBits &set) {
    if (place->isPlace() && all.memory.isWhole(p, place))
      all.memory.forEachLeaf(all.memory.places(p, place)[0], [&](CellId id) { set.reset(id); });
  }

  bool isCheckpointed(const ir::Stmt &x) { return all.options.checkpoints.of(x) && at(x).reversed; }

  const Variant *variantOf(const ir::Call &, ir::Procedure *target) const;
  Recording::Summary *summaryOf(const ir::Call &, ir::Procedure *target);
  /// Adds to what callers say in the summary of a variant.
  void tell(const ir::Call &, ir::Procedure *target, CellBits Recording::Summary::*, const CellBits &more);
  /// The variant that a joined call runs; null for others.
  const Variant *joinedCallee(const ir::Call &) const;
  CellBits inCallee(const ir::Call &call, const ir::Procedure *target, const CellBits &cells) {
    return all.effects.inCallee(p, call, target, cells);
  }
  CellBits inCaller(const ir::Call &call, const ir::Procedure *target, const CellBits &cells) {
    return all.effects.inCaller(p, call, target, cells);
  }
};

/// Adjoint liveness (1.10).
class AdjointLiveness : RecordingFold {
public:
  AdjointLiveness(Recording &all, const Variant &v) : RecordingFold(all, v) {}
  /// True where its own summary grew.
  bool run();

private:
  CellBits block(const ir::Block &, CellBits live);
  CellBits before(const ir::Stmt &, CellBits live);
  CellBits branch(const ir::If &, CellBits live);
  CellBits loop(const ir::For &, CellBits live);
  CellBits fused(const ir::For &, CellBits live);
  CellBits checkpointed(const ir::Stmt &, CellBits live);
  CellBits loop(const ir::While &, CellBits live);
  CellBits call(const ir::Call &, CellBits live);
  CellBits joined(const ir::Call &, const Variant &callee, CellBits live);
  void runArguments(const ir::Call &, CellBits &live);
  CellBits liveInCallee(const ir::Call &, ir::Procedure *target, const CellBits &live);
  bool actsForward(const ir::Call &);
  bool hasOutsideEffect(const ir::Call &);
  void addShape(const ir::Expr *place, CellBits &live);
  CellBits fromForward(CellBits use) const;
  bool anyRuns(const ir::Block &);
  void run(const ir::Stmt &);
};

/// What the backward sweep of all that was upstream still needs: cells, but for places in them that have been
/// overwritten since. An array is one cell; `a(i) = ...` kills the one element, whose old value, if it was
/// needed, has been kept then. It stays killed while the place means the same memory (nothing that finds it
/// changes) and no adjoint needs the array anew. Statements that have overwritten are remembered as well: what a
/// loop of them went through, a later statement may write again without keeping it (LoopReplay::covers).
class Used {
public:
  CellBits cells;

  Used() = default;
  Used(CellBits cells) : cells(std::move(cells)) {}
  Used &operator|=(const CellBits &);
  /// Joins what comes from another way; true where that changes anything.
  bool join(const Used &);
  /// Something has written these: places found by them are others now.
  void change(const CellBits &written);
  /// A place has been overwritten; `footprint`: cells it may be part of; `finders`: what finds it.
  void overwrite(const ir::Expr *place, CellBits footprint, CellBits finders);
  bool isOverwritten(const ir::Expr *place) const;

  struct Statement {
    const ir::Assign *statement;
    CellBits footprint;
    bool operator==(const Statement &other) const { return statement == other.statement; }
  };
  std::vector<Statement> statements; ///< that have overwritten, since when no adjoint has needed the cells
  void overwrite(const ir::Assign &, const CellBits &footprint);
  /// At the end of a loop. What was needed in it may have been overwritten by an earlier iteration. A counted loop
  /// has written all that its iterations write, which is nothing where it has none.
  void leave(const ir::Stmt &loop, const Used &iteration, const CellBits &needed);

private:
  struct Place {
    const ir::Expr *place;
    CellBits footprint, finders;
  };
  std::vector<Place> overwritten;
};

/// To be recorded (1.8, 1.9), with snapshots (1.11).
class ToBeRecorded : RecordingFold {
public:
  ToBeRecorded(Recording &all, const Variant &v) : RecordingFold(all, v) {}
  bool run();
  /// Marks what surely has something to do backwards.
  void findAdjoints() { mark(p->body); }
  /// Branches and loops around what is kept are reversed.
  bool reverseAround();

private:
  Used block(const ir::Block &, Used);
  Used after(const ir::Stmt &, Used);
  Used leaf(const ir::Stmt &, Used);
  Used loop(const ir::For &, Used);
  Used checkpointed(const ir::Stmt &, Used);
  Used call(const ir::Call &, Used);
  Used joined(const ir::Call &, const Variant &callee, Used);
  void again(const Recomputed &, Used &);
  void need(Used &, const CellBits &, const ir::Assign *reader = nullptr, bool isResult = false);
  bool isNeverRead(const ir::Assign &, const CellBits &written, const Used &);
  bool isElsewhere(const ir::Assign &, const CellBits &written, const Used &);
  unsigned position(const ir::Stmt &);
  llvm::DenseMap<const ir::Stmt *, unsigned> positions; ///< when one is asked for
  Recording::LoopNeeds &needsOf(const ir::Stmt *loop) { return own.loopNeeds[loop]; }
  bool isCovered(const ir::Assign &, const CellBits &written, const Used &) const;
  void keep(const ir::Stmt &, const CellBits &written, const Used &);
  bool undo(const ir::Stmt &, const CellBits &written, Used &);
  void keepBefore(const ir::For &, const Used &);
  void keepOnce(const ir::Stmt &loop, Used &);
  bool isNeededIn(const ir::Stmt &loop, CellId);
  CellBits keptAddress(const ir::Stmt &);
  bool mayMove(const ir::Expr *place);
  template <typename Body> Used around(const ir::Stmt &loop, Used used, Body body) {
    needed.emplace_back();
    changed |= needsOf(&loop).entry |= used.cells;
    loopsAround.push_back(&loop);
    Used last = inLoop([&] { return body(used); });
    while (used.join(last))
      last = inLoop([&] { return body(used); });
    used.leave(loop, last, needed.back());
    needed.pop_back();
    loopsAround.pop_back();
    return used;
  }
  /// An iteration that runs both its sweeps: its backward sweep needs these cells, and what it says itself.
  template <typename Body> Used byItself(const ir::Stmt &loop, const CellBits &entry, Body body) {
    changed |= needsOf(&loop).entry |= entry;
    std::vector<const ir::Stmt *> outer;
    outer.swap(loopsAround);
    const ir::Stmt *before = std::exchange(alone, &loop);
    Used out = inFused(body);
    alone = before;
    outer.swap(loopsAround);
    return out;
  }
  const ir::Stmt *alone = nullptr; ///< the innermost loop whose iterations run by themselves; none: the procedure
  std::vector<CellBits> needed; ///< in the loops around
  std::vector<const ir::Stmt *> loopsAround; ///< inside the innermost fused one

  bool mark(const ir::Block &);
  bool mark(const ir::Stmt &);
  bool runsAdjoint(const ir::Call &);
  bool aroundBlock(const ir::Block &);
  bool keepsInside(const ir::Call &);
};

} // namespace costate::analysis
