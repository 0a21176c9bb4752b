#include "analysis/Liveness.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

/// One procedure, backwards from what is live at its end.
class LivenessFold {
public:
  LivenessFold(Liveness &all, const Procedure *p)
      : all(all), m(all.memory), p(p), own(all.summaries[p]) {}

  /// True where a callee's or its own summary grew, or another statement runs.
  bool run() {
    CellBits entry = block(p->body, own.exit);
    entry |= all.effects.of(p).shapes;
    changed |= own.entry |= entry;
    return changed;
  }

private:
  Liveness &all;
  Memory &m;
  const Procedure *p;
  Liveness::Summary &own;
  bool changed = false;

  CellBits reads(const Expr *e) { return e ? all.accesses.reads(p, e) : CellBits(); }
  void run(const Stmt &s) { changed |= all.running.insert(&s).second; }
  bool runsAny(const Block &block) {
    return std::any_of(block.begin(), block.end(), [&](const StmtPtr &s) { return all.runs(*s); });
  }

  CellBits block(const Block &statements, CellBits live) {
    for (auto s = statements.rbegin(); s != statements.rend(); ++s)
      live = before(**s, std::move(live));
    return live;
  }

  CellBits before(const Stmt &s, CellBits live) {
    switch (s.kind()) {
    case StmtKind::Assign:
      return assign(llvm::cast<Assign>(s), std::move(live));
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
    run(s);
    for (const Expr *e : expressions(s))
      live |= reads(e);
    return live;
  }

  CellBits assign(const Assign &s, CellBits live) {
    // A pointer in memory that others see must not go on pointing to what is gone.
    bool leads = s.place->type->isPointer() && !llvm::isa<Variable>(s.place);
    if (!leads && !all.accesses.writes(p, s).intersects(live))
      return live;
    run(s);
    if (!s.mask)
      kill(s.place, live);
    if (isWholeAllocatable(s.place) && !s.value->type->isArray())
      live |= all.accesses.cells(p, s.place); // a number goes to every element there is
    live |= reads(s.value);
    live |= reads(s.mask);
    live |= all.accesses.addressReads(p, s.place);
    return live;
  }

  void kill(const Expr *place, CellBits &live) {
    if (place->isPlace() && m.isWhole(p, place))
      m.forEachLeaf(m.places(p, place)[0], [&](CellId id) { live.reset(id); });
  }

  CellBits branch(const If &x, CellBits live) {
    CellBits other = block(x.elseBlock, live);
    live = block(x.thenBlock, std::move(live));
    live |= other;
    if (runsAny(x.thenBlock) || runsAny(x.elseBlock)) {
      run(x);
      live |= reads(x.condition);
    }
    return live;
  }

  /// It may run no iteration: what is live after it is live before.
  CellBits loop(const For &x, CellBits live) {
    CellId variable = m.variable(x.variable);
    bool leaves = live.test(variable);
    for (bool grown = true; grown;) {
      CellBits start = block(x.body, live);
      grown = live |= start;
    }
    if (!runsAny(x.body) && !leaves)
      return live;
    run(x);
    live.reset(variable);
    for (const Expr *bound : {x.lower, x.bound, x.step})
      live |= reads(bound);
    return live;
  }

  CellBits loop(const While &x, CellBits live) {
    for (bool grown = true; grown;) {
      if (all.runs(x))
        live |= reads(x.condition);
      CellBits start = block(x.head, live);
      start |= block(x.body, start);
      grown = live |= start;
      if (!all.runs(x) && (runsAny(x.head) || runsAny(x.body))) {
        run(x);
        grown = true;
      }
    }
    return live;
  }

  CellBits call(const Call &call, CellBits live) {
    bool known = m.calls().isKnown(call), runs = !known || all.accesses.writes(p, call).intersects(live);
    auto &targets = m.calls().targets(call);
    for (const Procedure *target : targets)
      runs = runs || all.hasOutsideEffect(target);
    if (!runs)
      return live;
    run(call);
    CellBits before = live;
    for (CellId id : all.effects.killsOf(p, call))
      before.reset(id);
    if (call.result) {
      kill(call.result, before);
      before |= all.accesses.addressReads(p, call.result);
    }
    for (const Procedure *target : targets) {
      if (!all.sliced.count(target)) {
        before |= all.effects.bound(p, call, target, all.effects.of(target).reads);
        continue;
      }
      Liveness::Summary &callee = all.summaries[target];
      changed |= callee.exit |= all.effects.inCallee(p, call, target, live);
      before |= all.effects.inCaller(p, call, target, callee.entry);
    }
    before |= all.accesses.argumentReads(p, call);
    before |= reads(call.pointer);
    if (!known) {
      before |= all.effects.reachable(p, call);
      before |= all.shared;
    }
    return before;
  }
};

Liveness::Liveness(Memory &memory, EffectSummaries &effects, Procedures given,
                   std::map<const Procedure *, CellBits> wanted)
    : memory(memory), effects(effects), accesses(memory, effects), sliced(std::move(given)),
      roots(std::move(wanted)) {
  addCallbacks();
  for (auto &[p, cells] : roots)
    summaries[p].exit |= cells;
  for (bool changed = true; changed;) {
    changed = false;
    for (auto component = memory.bottomUp().rbegin(); component != memory.bottomUp().rend(); ++component)
      for (const Procedure *p : *component)
        if (sliced.count(p))
          changed |= LivenessFold(*this, p).run();
    for (auto &[p, cells] : roots) {
      Summary &root = summaries[p];
      for (CellId id : root.entry)
        if (memory.isShared(id))
          changed |= root.exit.test_and_set(id);
    }
  }
}

/// A procedure whose name is used as a value may be called where nobody looks: all that it writes is wanted, and it
/// reads what is shared. (Its interface stays as others know it, too: no argument is left unset.)
void Liveness::addCallbacks() {
  std::set<const Symbol *> named;
  for (auto &component : memory.bottomUp())
    for (const Procedure *p : component) {
      forEachStmt(p->body, [&](const Stmt &s) {
        for (const Expr *e : expressions(s))
          forEach(e, [&](const Expr *x) {
            if (auto *reference = llvm::dyn_cast<ProcedureReference>(x))
              named.insert(reference->symbol);
          });
      });
      for (CellId id : effects.of(p).writes)
        if (memory.isShared(id))
          shared.set(id);
    }
  if (named.empty())
    return shared.clear();
  for (const Procedure *p : sliced)
    if (named.count(p->symbol)) {
      callbacks.insert(p);
      roots[p] |= effects.of(p).writes;
      if (p->result)
        memory.forEachLeaf(memory.variable(p->result), [&](CellId id) { roots[p].set(id); });
    }
}

/// What runs whether or not its results count. Memory that is allocated is freed elsewhere, and the other way round.
bool Liveness::hasOutsideEffect(const Procedure *p) {
  auto [known, isNew] = outside.try_emplace(p, false);
  if (isNew)
    known->second = memory.calls().reaches(p, [&](const Stmt &s) {
      auto *call = llvm::dyn_cast<Call>(&s);
      return llvm::isa<Opaque, Allocate, Free>(&s) || (call && !memory.calls().isKnown(*call));
    });
  return known->second;
}

} // namespace costate::analysis
