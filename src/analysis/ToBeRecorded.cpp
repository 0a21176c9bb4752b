#include "analysis/RecordingFold.h"

namespace costate::analysis {

using namespace ir;

bool ToBeRecorded::run() {
  changed = false;
  CellBits exit = block(p->body, own.usedEntry);
  changed |= own.usedExit |= exit;
  for (auto &[s, x] : own.statements)
    if (x.keeps && !std::exchange(own.acts, true))
      changed = true;
  return changed;
}

CellBits ToBeRecorded::block(const Block &statements, CellBits used) {
  return inRegion(statements, [&](const Recomputed *region) {
    for (const StmtPtr &s : statements)
      used = after(*s, std::move(used));
    if (region)
      again(*region, used);
    return used;
  });
}

/// At the end of a block that computes some values again: those the backward sweep needs, and those
/// they need; what they read is used instead of them.
void ToBeRecorded::again(const Recomputed &region, CellBits &used) {
  for (size_t i = region.statements.size(); i-- > 0;) {
    const Assign *s = region.statements[i];
    CellBits cells = all.accesses.cells(p, s->place);
    if (!cells.intersects(used))
      continue;
    if (!std::exchange(at(*s).recomputed, true))
      changed = true;
    used.intersectWithComplement(cells);
    used |= reads(s->value);
  }
}

/// Keeps what the statement overwrites where the backward sweep still needs it.
void ToBeRecorded::keep(const Stmt &s, const CellBits &written, const CellBits &used) {
  Recording::Statement &x = at(s);
  bool writes = x.runs || (x.reversed && llvm::isa<For>(&s)); // a reversed loop counts, too
  if (writes && !x.keeps && (!all.options.tbr || written.intersects(used)))
    x.keeps = changed = true;
}

/// What a loop computes again and something upstream needs as it was before the loop.
void ToBeRecorded::keepBefore(const For &x, const CellBits &used) {
  ++loops;
  const Recomputed *region = regionOf(x.body);
  --loops;
  if (region)
    for (const Assign *s : region->statements)
      if (all.accesses.cells(p, s->place).intersects(used) &&
          own.keptBefore[&x].insert(rootVariable(s->place)).second)
        changed = true;
}

CellBits ToBeRecorded::after(const Stmt &s, CellBits used) {
  switch (s.kind()) {
  case StmtKind::If: {
    auto &x = llvm::cast<If>(s);
    if (at(s).reversed)
      used |= reads(x.condition);
    CellBits other = block(x.elseBlock, used);
    used = block(x.thenBlock, std::move(used));
    used |= other;
    return used;
  }
  case StmtKind::For:
    return loop(llvm::cast<For>(s), std::move(used));
  case StmtKind::While: {
    auto &x = llvm::cast<While>(s);
    CellBits before = inLoop([&] { return block(x.head, used); });
    return around(before, [&](CellBits in) { return block(x.head, block(x.body, std::move(in))); });
  }
  case StmtKind::Call:
    return call(llvm::cast<Call>(s), std::move(used));
  default:
    break;
  }
  used |= use.of(s);
  if (!at(s).runs)
    return used;
  if (!isAgain(s) || !all.options.tbr)
    keep(s, all.accesses.writes(p, s), used);
  if (auto *assign = llvm::dyn_cast<Assign>(&s); assign && !assign->mask)
    kill(assign->place, used);
  if (at(s).keeps)
    used |= keptAddress(s);
  if (auto *allocate = llvm::dyn_cast<Allocate>(&s)) // to be freed where it was born
    for (const Allocation &a : allocate->objects)
      used |= all.accesses.cells(p, a.place);
  return used;
}

/// What finds the place that the backward sweep puts a kept value back to.
CellBits ToBeRecorded::keptAddress(const Stmt &s) {
  CellBits out;
  if (auto *assign = llvm::dyn_cast<Assign>(&s))
    out |= addressReads(assign->place);
  else if (auto *call = llvm::dyn_cast<Call>(&s); call && call->result)
    out |= addressReads(call->result);
  else if (auto *opaque = llvm::dyn_cast<Opaque>(&s))
    for (const OpaquePiece &piece : opaque->pieces)
      if (piece.effect >= OpaquePiece::Effect::Writes && piece.value && piece.value->isPlace())
        out |= addressReads(piece.value);
  return out;
}

CellBits ToBeRecorded::loop(const For &x, CellBits used) {
  CellId variable = all.memory.variable(x.variable);
  CellBits counter;
  counter.set(variable);
  keep(x, counter, used);
  bool isFused = all.isFused(v, x) && at(x).reversed;
  if (!isFused)
    keepBefore(x, used);
  if (at(x).reversed)
    for (const Expr *bound : {x.lower, x.bound, x.step})
      used |= reads(bound);
  used.reset(variable);
  if (!isFused)
    return around(used, [&](CellBits in) {
      CellBits out = block(x.body, std::move(in));
      out.reset(variable); // the reversed loop sets it
      return out;
    });
  // Every iteration leaves what others start from as it was; what its own backward sweep needs has been
  // used up when it ends.
  CellBits inside = used;
  inside |= own.replayed[&x].common;
  inFused([&] { return block(x.body, inside); });
  used |= own.replayed[&x].needs;
  return used;
}

// ---- Calls ------------------------------------------------------------------------------------------

CellBits ToBeRecorded::call(const Call &call, CellBits used) {
  if (!at(call).runs && !at(call).reversed)
    return used;
  if (const Variant *callee = joinedCallee(call))
    return joined(call, *callee, std::move(used));
  used |= use.of(call);
  CellBits written;
  if (call.result)
    written = all.accesses.placeWrites(p, call.result);
  if (!all.memory.calls().isKnown(call))
    written |= all.accesses.writes(p, call);
  keep(call, written, used);
  CellBits after = used;
  if (at(call).runs) {
    for (CellId id : all.effects.killsOf(p, call))
      after.reset(id);
    if (call.result)
      kill(call.result, after);
  }
  if (at(call).keeps)
    after |= keptAddress(call);
  for (Procedure *target : all.memory.calls().targets(call))
    if (Recording::Summary *callee = summaryOf(call, target)) {
      changed |= callee->usedEntry |= inCallee(call, target, used);
      after |= inCaller(call, target, callee->usedExit);
    }
  return after;
}

/// The snapshot (see Recording.h). What it puts back before the adjoint runs, or what the adjoint does not
/// need and is put back after it, may be overwritten downstream.
CellBits ToBeRecorded::joined(const Call &call, const Variant &callee, CellBits used) {
  Recording::Statement &x = at(call);
  CellBits needs, written, changes;
  if (x.runs)
    written = changes = all.accesses.writes(p, call);
  if (x.reversed && all.needed.count(&callee)) {
    needs = use.of(call);
    needs |= inCaller(call, callee.procedure, all.summaries[&callee].liveEntry);
    changes |= all.options.adjointWrite
                   ? inCaller(call, callee.procedure, all.summaries[&callee].changes)
                   : all.effects.bound(p, call, callee.procedure,
                                       all.effects.of(callee.procedure).writes);
  }
  Recording::Snapshot now{written, changes};
  if (all.options.tbr) {
    now.before &= needs;
    now.after &= used;
  }
  Recording::Snapshot &kept = own.snapshots[&call];
  changed |= kept.before |= now.before;
  changed |= kept.after |= now.after;
  if ((!kept.before.empty() || !kept.after.empty()) && !std::exchange(x.keeps, true))
    changed = true;
  CellBits left = kept.after;
  left.intersectWithComplement(needs);
  left |= kept.before;
  used |= needs;
  for (const SnapshotPlace &s : all.snapshot(v, call))
    if (CellBits cells = all.accesses.cells(p, s.place); left.contains(cells))
      kill(s.place, used);
  for (const SnapshotPlace &s : all.snapshot(v, call))
    used |= addressReads(s.place);
  return used;
}

// ---- What surely has an adjoint ---------------------------------------------------------------------

bool ToBeRecorded::mark(const Block &statements) {
  bool any = false;
  for (const StmtPtr &s : statements)
    any |= mark(*s);
  return any;
}

bool ToBeRecorded::mark(const Stmt &s) {
  bool any = false;
  if (auto *assign = llvm::dyn_cast<Assign>(&s))
    any = use.isActive(assign->place) && !assign->place->type->isPointer();
  else if (auto *call = llvm::dyn_cast<Call>(&s))
    any = (call->result && use.isActive(call->result)) || runsAdjoint(*call);
  else if (auto *opaque = llvm::dyn_cast<Opaque>(&s))
    for (const OpaquePiece &piece : opaque->pieces)
      any |= piece.effect >= OpaquePiece::Effect::Writes && use.isActive(piece.value);
  else
    any = llvm::isa<Allocate, Free>(&s);
  for (const Block *inner : blocks(s))
    any |= mark(*inner);
  at(s).reversed = any;
  return any;
}

/// Whether a derivative goes through a call.
bool ToBeRecorded::runsAdjoint(const Call &call) {
  auto &targets = all.memory.calls().targets(call);
  if (targets.empty())
    return true; // of the library: it says itself what it does
  for (Procedure *target : targets)
    if (const Variant *callee = variantOf(call, target); callee && all.needed.count(callee))
      return true;
  return false;
}

// ---- Control around what is kept --------------------------------------------------------------------

bool ToBeRecorded::reverseAround() {
  changed = false;
  aroundBlock(p->body);
  return changed;
}

bool ToBeRecorded::aroundBlock(const Block &statements) {
  bool any = false;
  for (const StmtPtr &s : statements) {
    bool inside = at(*s).keeps || at(*s).reversed;
    if (auto *call = llvm::dyn_cast<Call>(s.get()); call && at(*s).runs)
      inside |= keepsInside(*call);
    for (const Block *inner : blocks(*s))
      inside |= aroundBlock(*inner);
    // A loop that only the backward sweep runs keeps its variable in the forward sweep all the same, so
    // what is around it runs there, too.
    if (auto *loop = llvm::dyn_cast<For>(s.get());
        loop && (at(*s).keeps || own.keptBefore.count(loop)) && !std::exchange(at(*s).runs, true))
      changed = true;
    bool isControl = llvm::isa<If, For, While>(s.get());
    if (isControl && inside && !std::exchange(at(*s).reversed, true))
      changed = true;
    any |= inside;
  }
  return any;
}

/// Whether the callee's forward procedure may leave something on the tape.
bool ToBeRecorded::keepsInside(const Call &call) {
  if (joinedCallee(call))
    return false;
  for (Procedure *target : all.memory.calls().targets(call))
    if (summaryOf(call, target))
      return true;
  return false;
}

} // namespace costate::analysis
