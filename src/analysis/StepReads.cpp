#include "analysis/StepReads.h"

namespace costate::analysis {

using namespace ir;

CellBits StepReads::block(const Block &statements, CellBits live) {
  for (auto s = statements.rbegin(); s != statements.rend(); ++s)
    live = before(**s, std::move(live));
  return live;
}

bool StepReads::anyRuns(const Block &statements) const {
  return llvm::any_of(statements, [&](const StmtPtr &s) { return running.count(s.get()) > 0; });
}

CellBits StepReads::before(const Stmt &s, CellBits live) {
  switch (s.kind()) {
  case StmtKind::If: {
    auto &x = llvm::cast<If>(s);
    CellBits other = block(x.elseBlock, live);
    live = block(x.thenBlock, std::move(live));
    live |= other;
    if (!anyRuns(x.thenBlock) && !anyRuns(x.elseBlock))
      return live;
    running.insert(&s);
    live |= reads(x.condition);
    return live;
  }
  case StmtKind::For:
    return loop(llvm::cast<For>(s), std::move(live));
  case StmtKind::While:
    return loop(llvm::cast<While>(s), std::move(live));
  default:
    break;
  }
  bool isPlain = llvm::isa<Assign, Call>(&s); // others are seen from outside
  if (isPlain && !all && !accesses.writes(p, s).intersects(live))
    return live;
  running.insert(&s);
  if (auto *assigned = llvm::dyn_cast<Assign>(&s))
    assign(*assigned, live);
  else if (auto *called = llvm::dyn_cast<Call>(&s))
    call(*called, live);
  else
    for (const Expr *e : expressions(s))
      live |= reads(e);
  return live;
}

/// It may run no iteration: what is live after it is live before it.
CellBits StepReads::loop(const For &x, CellBits live) {
  CellId variable = memory.variable(x.variable);
  bool isWanted = all || live.test(variable);
  for (bool grown = true; grown;) {
    CellBits first = block(x.body, live);
    first.reset(variable);
    grown = live |= first;
  }
  if (!isWanted && !anyRuns(x.body))
    return live;
  running.insert(&x);
  live.reset(variable);
  for (const Expr *bound : {x.lower, x.bound, x.step})
    live |= reads(bound);
  return live;
}

/// Where anything in it runs it runs as often as it did; whether it ends is no question of values.
CellBits StepReads::loop(const While &x, CellBits live) {
  CellBits after = live;
  bool runs = all;
  for (bool grown = true; grown;) {
    if (runs)
      live |= reads(x.condition);
    grown = live |= block(x.body, block(x.head, live));
    if (!runs && (anyRuns(x.head) || anyRuns(x.body)))
      grown = runs = true;
  }
  if (!runs)
    return after;
  running.insert(&x);
  return block(x.head, std::move(live));
}

void StepReads::kill(const Expr *place, CellBits &live) {
  if (place->isPlace() && memory.isWhole(p, place))
    memory.forEachLeaf(memory.places(p, place)[0], [&](CellId id) { live.reset(id); });
}

void StepReads::assign(const Assign &s, CellBits &live) {
  if (!s.mask)
    kill(s.place, live);
  if (isWholeAllocatable(s.place))
    live |= accesses.cells(p, s.place); // its shape
  live |= reads(s.value);
  live |= reads(s.mask);
  live |= accesses.addressReads(p, s.place);
}

void StepReads::call(const Call &s, CellBits &live) {
  for (CellId id : effects.killsOf(p, s))
    live.reset(id);
  if (s.result)
    kill(s.result, live);
  live |= accesses.argumentReads(p, s);
  live |= reads(s.pointer);
  if (s.result)
    live |= accesses.addressReads(p, s.result);
  for (Procedure *target : memory.calls().targets(s))
    live |= effects.bound(p, s, target, effects.of(target).reads);
  if (!memory.calls().isKnown(s))
    live |= effects.reachable(p, s);
}

} // namespace costate::analysis
