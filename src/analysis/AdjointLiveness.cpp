#include "analysis/RecordingFold.h"
#include "analysis/StepReads.h"

namespace costate::analysis {

using namespace ir;

bool AdjointLiveness::run() {
  changed = false;
  CellBits entry = block(p->body, own.liveExit);
  entry |= all.effects.of(p).shapes;
  changed |= own.liveEntry |= entry;
  if (anyRuns(p->body) && !std::exchange(own.acts, true))
    changed = true;
  return changed;
}

CellBits AdjointLiveness::block(const Block &statements, CellBits live) {
  return inRegion(statements, [&](const Recomputed *) {
    for (auto s = statements.rbegin(); s != statements.rend(); ++s)
      live = before(**s, std::move(live));
    return live;
  });
}

void AdjointLiveness::run(const Stmt &s) {
  if (!std::exchange(at(s).runs, true))
    changed = true;
}

bool AdjointLiveness::anyRuns(const Block &statements) {
  for (const StmtPtr &s : statements)
    if (at(*s).runs)
      return true;
  return false;
}

/// What the backward sweep reads is not read of the forward sweep where it is computed again: what
/// that needs is.
CellBits AdjointLiveness::fromForward(CellBits use) const {
  for (auto region = regions.rbegin(); region != regions.rend(); ++region)
    if (use.intersects((*region)->cells)) {
      use.intersectWithComplement((*region)->cells);
      use |= (*region)->inputs;
    }
  return use;
}

/// Assigned whole, an allocatable gets a shape, which its adjoint shares.
void AdjointLiveness::addShape(const Expr *place, CellBits &live) {
  if (place && use.isActive(place) && isWholeAllocatable(place))
    live |= all.accesses.cells(p, place);
}

CellBits AdjointLiveness::before(const Stmt &s, CellBits live) {
  if (isCheckpointed(s))
    return checkpointed(s, std::move(live));
  switch (s.kind()) {
  case StmtKind::If:
    return branch(llvm::cast<If>(s), std::move(live));
  case StmtKind::For:
    return loop(llvm::cast<For>(s), std::move(live));
  case StmtKind::While:
    return loop(llvm::cast<While>(s), std::move(live));
  case StmtKind::Call:
    return call(llvm::cast<Call>(s), std::move(live));
  default:
    break;
  }
  CellBits needs = fromForward(usedBy(s));
  bool outside = llvm::isa<Opaque, Allocate, Free>(&s); // seen from outside, or seen by memory
  auto *assign = llvm::dyn_cast<Assign>(&s);
  if (assign)
    addShape(assign->place, live);
  if (outside || !all.options.liveness || writes(s).intersects(live)) {
    run(s);
    if (assign) {
      if (!assign->mask)
        kill(assign->place, live);
      if (isWholeAllocatable(assign->place) && !assign->value->type->isArray())
        live |= all.accesses.cells(p, assign->place); // a number goes to every element there is
      live |= reads(assign->value);
      live |= reads(assign->mask);
      live |= addressReads(assign->place);
    } else {
      for (const Expr *e : expressions(s))
        live |= reads(e);
    }
  }
  live |= needs;
  return live;
}

// ---- Control ----------------------------------------------------------------------------------------

CellBits AdjointLiveness::branch(const If &x, CellBits live) {
  CellBits other = block(x.elseBlock, live);
  live = block(x.thenBlock, std::move(live));
  live |= other;
  if (anyRuns(x.thenBlock) || anyRuns(x.elseBlock)) {
    run(x);
    live |= reads(x.condition);
  }
  if (at(x).reversed)
    live |= fromForward(reads(x.condition));
  return live;
}

CellBits AdjointLiveness::loop(const For &x, CellBits live) {
  if (all.isFused(v, x) && at(x).reversed)
    return fused(x, std::move(live));
  CellId variable = all.memory.variable(x.variable);
  CellBits after = live, around = live;
  bool isForward = all.isForward(v, x) && at(x).reversed;
  for (bool grown = true; grown;) {
    auto iteration = [&] { return block(x.body, around); };
    CellBits before = isForward ? inFused(iteration) : inLoop(iteration);
    grown = around |= before;
  }
  bool leaves = after.test(variable) || !all.options.liveness;
  at(x).leaves |= leaves;
  bool runsAtAll = anyRuns(x.body) || leaves;
  if (runsAtAll)
    run(x);
  around.reset(variable);
  for (const Expr *bound : {x.lower, x.bound, x.step}) {
    if (runsAtAll)
      around |= reads(bound);
    if (at(x).reversed)
      around |= fromForward(reads(bound));
  }
  return around;
}

/// Nothing of it is left in the forward sweep. What an iteration reads and did not write itself, it reads
/// in the backward sweep.
CellBits AdjointLiveness::fused(const For &x, CellBits live) {
  changed |= own.replayed[&x].wanted |= live;
  CellBits needs = inFused([&] { return block(x.body, {}); });
  needs.reset(all.memory.variable(x.variable));
  CellBits written = writes(x.body), common = needs;
  written &= needs;
  for (CellId id : written) {
    LoopReplay::Carry carry = all.replay->of(x, id);
    if (carry == LoopReplay::Carry::Covered)
      needs.reset(id);
    if (carry == LoopReplay::Carry::Covered || carry == LoopReplay::Carry::Private)
      common.reset(id);
  }
  Recording::Replayed &replayed = own.replayed[&x];
  changed |= replayed.needs |= needs;
  changed |= replayed.common |= common;
  for (const Expr *bound : {x.lower, x.bound, x.step})
    needs |= reads(bound);
  live |= fromForward(needs);
  return live;
}

/// Its steps run forwards, for what is live after it and for those to come. They run again in the backward sweep, for
/// steps both of whose sweeps run there, and for those alone. What LoopReplay proves that every step has written before
/// it reads it is not from before the step.
CellBits AdjointLiveness::checkpointed(const Stmt &x, CellBits live) {
  auto *counted = llvm::dyn_cast<For>(&x);
  auto *whileLoop = llvm::dyn_cast<While>(&x); // with its head moved into its body
  const Block &step = counted ? counted->body : whileLoop->body;
  Recording::Checkpoint &found = own.checkpoints[&x];
  size_t before = found.forward.size() + found.again.size();
  auto untilStable = [&](std::set<const Stmt *> &running, CellBits &wanted) {
    StepReads steps(p, all.memory, all.effects, all.accesses, use, running, !all.options.liveness);
    for (bool grown = true; grown;) {
      CellBits first = steps.block(step, wanted);
      if (counted)
        first.reset(all.memory.variable(counted->variable));
      grown = wanted |= first;
    }
  };
  CellBits needs = inFused([&] { return block(step, {}); });
  if (counted)
    needs.reset(all.memory.variable(counted->variable));
  untilStable(found.again, needs);
  live |= needs;
  if (whileLoop)
    live |= reads(whileLoop->condition);
  untilStable(found.forward, live);
  changed |= found.forward.size() + found.again.size() != before;
  if (counted) {
    CellBits written = all.accesses.writes(p, step);
    written &= needs;
    for (CellId id : written)
      if (all.replay && all.replay->of(*counted, id) == LoopReplay::Carry::Covered)
        needs.reset(id);
    at(x).leaves = true;
    live.reset(all.memory.variable(counted->variable));
    for (const Expr *bound : {counted->lower, counted->bound, counted->step})
      live |= reads(bound);
  }
  run(x);
  changed |= found.needs |= needs;
  live |= fromForward(needs);
  return live;
}

CellBits AdjointLiveness::loop(const While &x, CellBits live) {
  CellBits after = live, around = live;
  bool runsAtAll = at(x).reversed || !all.options.liveness;
  for (bool grown = true; grown;) {
    if (runsAtAll)
      around |= reads(x.condition);
    CellBits before = inLoop([&] { return block(x.body, block(x.head, around)); });
    grown = around |= before;
    if (!runsAtAll && (anyRuns(x.head) || anyRuns(x.body)))
      grown = runsAtAll = true;
  }
  if (!runsAtAll)
    return after;
  run(x);
  return inLoop([&] { return block(x.head, around); });
}

// ---- Calls ------------------------------------------------------------------------------------------

/// A call of a pair runs where derivatives go through it or what it writes is live; what is live
/// after it is live at the end of the callee.
CellBits AdjointLiveness::call(const Call &call, CellBits live) {
  addShape(call.result, live);
  if (const Variant *callee = joinedCallee(call))
    return joined(call, *callee, std::move(live));
  CellBits needs = fromForward(usedBy(call));
  for (Procedure *target : all.memory.calls().targets(call))
    if (summaryOf(call, target))
      tell(call, target, &Recording::Summary::liveExit, inCallee(call, target, live));
  bool runsHere = !all.options.liveness || hasOutsideEffect(call) || actsForward(call) ||
                  writes(call).intersects(live);
  if (!runsHere && !at(call).reversed)
    return live; // nothing of it is left in either sweep
  if (!runsHere) { // only its backward sweep is
    for (Procedure *target : all.memory.calls().targets(call))
      needs |= fromForward(liveInCallee(call, target, live));
    live |= needs;
    return live;
  }
  CellBits before = live;
  runArguments(call, before);
  for (Procedure *target : all.memory.calls().targets(call))
    before |= liveInCallee(call, target, live);
  if (!all.memory.calls().isKnown(call))
    before |= all.effects.reachable(p, call);
  before |= needs;
  return before;
}

/// What the call itself does to what is live: overwrites some, and reads its arguments.
void AdjointLiveness::runArguments(const Call &call, CellBits &live) {
  run(call);
  for (CellId id : all.effects.killsOf(p, call))
    live.reset(id);
  if (call.result)
    kill(call.result, live);
  live |= all.accesses.argumentReads(p, call);
  live |= reads(call.pointer);
  if (call.result)
    live |= addressReads(call.result);
}

/// The original runs where what it writes is live. Its adjoint runs in the backward sweep, both sweeps of
/// it, and needs there what it reads.
CellBits AdjointLiveness::joined(const Call &call, const Variant &callee, CellBits live) {
  bool runsHere = !all.options.liveness || hasOutsideEffect(call) ||
                  writes(call).intersects(live);
  bool isReversed = at(call).reversed && all.needed.count(&callee);
  if (runsHere) {
    runArguments(call, live);
    live |= all.effects.bound(p, call, callee.procedure, all.effects.of(callee.procedure).reads);
  }
  if (isReversed) {
    CellBits needs = usedBy(call);
    needs |= inCaller(call, callee.procedure, all.summaries[&callee].liveEntry);
    live |= fromForward(needs);
  } else if (at(call).reversed && use.isActive(call.result)) {
    live |= fromForward(addressReads(call.result)); // its adjoint is cleared
  }
  return live;
}

CellBits AdjointLiveness::liveInCallee(const Call &call, Procedure *target, const CellBits &live) {
  const Effects &effects = all.effects.of(target);
  Recording::Summary *callee = summaryOf(call, target);
  if (!callee) // the original runs
    return all.effects.bound(p, call, target, effects.reads);
  tell(call, target, &Recording::Summary::liveExit, inCallee(call, target, live));
  return inCaller(call, target, callee->liveEntry);
}

/// Whether the forward sweep of what is called does anything, where derivatives go through it.
bool AdjointLiveness::actsForward(const Call &call) {
  auto &targets = all.memory.calls().targets(call);
  bool acts = targets.empty();
  for (Procedure *target : targets)
    if (Recording::Summary *callee = summaryOf(call, target))
      acts |= callee->acts;
  return acts && at(call).reversed;
}

/// Input, output and calls of procedures without source happen whether or not their results count.
bool AdjointLiveness::hasOutsideEffect(const Call &call) {
  if (!all.memory.calls().isKnown(call))
    return true;
  for (Procedure *target : all.memory.calls().targets(call))
    if (all.hasOutsideEffect(target))
      return true;
  return false;
}

} // namespace costate::analysis
