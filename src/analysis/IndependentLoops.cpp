#include "analysis/IndependentLoops.h"

#include "analysis/Differentiable.h"
#include "analysis/ForwardFusion.h"
#include "analysis/Updates.h"
#include "rules/Marks.h"

namespace costate::analysis {

using namespace ir;

IndependentLoops::IndependentLoops(Recording &all, const Variant &v) : all(all), v(v), p(v.procedure) {}

std::optional<IndependentLoop> IndependentLoops::of(const For &x) {
  if (!all.replay || !x.variable->type->isInteger() || !all.isReversed(v, x) || (!all.isFused(v, x) && !isAlone(x)))
    return std::nullopt;
  IndependentLoop out;
  CellBits written = all.accesses.writes(p, x.body), read;
  for (CellId id : written)
    if (!sortWritten(x, id, out))
      return std::nullopt;
  ForwardFusion statements(all, v);
  forEachStmt(x.body, [&](const Stmt &s) { read |= statements.reads(s); });
  read.intersectWithComplement(written);
  for (CellId id : read) {
    const Cell &cell = all.memory[id];
    if (cell.type && !carriesDerivative(cell.type))
      continue;
    llvm::ArrayRef<CellId> aliases = all.memory.aliases(p, id);
    bool isWritten = llvm::any_of(aliases, [&](CellId other) { return written.test(other); });
    if (!cell.type || isWritten || cell.overlaid)
      return std::nullopt;
    bool isScalar = !cell.many && cell.kind == Cell::Kind::Variable;
    bool isApart = cell.many && aliases.empty() && all.replay->isTouchedOnce(x, id);
    if (!isScalar)
      (isApart ? out.apart : out.added).set(id);
  }
  return out;
}

bool IndependentLoops::isAlone(const For &x) {
  bool alone = true;
  forEachStmt(x.body, [&](const Stmt &s) { alone &= !llvm::isa<Call, Allocate, Free, Opaque, While>(s); });
  return alone && !all.isForward(v, x);
}

bool IndependentLoops::sortWritten(const For &x, CellId id, IndependentLoop &out) {
  const Cell &cell = all.memory[id];
  if (!cell.type || !all.memory.aliases(p, id).empty() || cell.overlaid)
    return false;
  bool isInterface = all.memory.isInterface(p, id);
  if (!cell.many && cell.kind == Cell::Kind::Variable && !isInterface)
    return true; // by name
  if (ForwardFusion(all, v).isSum(x, id) || isAddedTo(x, id)) {
    out.sums.set(id);
    return true;
  }
  if (!cell.many)
    return false;
  if (!isInterface && isOwn(x, id)) {
    out.own.set(id);
    return true;
  }
  if (!all.replay->isTouchedOnce(x, id) && !all.replay->isPromisedOnce(x, id))
    return false;
  out.apart.set(id);
  return true;
}

/// An expression reads the cell elsewhere than by the place itself.
bool IndependentLoops::touches(const Expr *e, const Expr *place, CellId id) {
  if (!e || equal(e, place))
    return false;
  if (e->isPlace() && all.accesses.cells(p, e).test(id))
    return true;
  return llvm::any_of(operands(e), [&](const Expr *operand) { return touches(operand, place, id); });
}

/// Nothing in the loop but `place = place + e` has to do with it. Its adjoint is only read then, whichever elements they are.
bool IndependentLoops::isAddedTo(const For &x, CellId id) {
  ForwardFusion statements(all, v);
  bool only = all.memory[id].many;
  forEachStmt(x.body, [&](const Stmt &s) {
    bool isTouched = statements.reads(s).test(id) || (blocks(s).empty() && all.accesses.writes(p, s).test(id));
    if (!only || !isTouched)
      return;
    if (!llvm::isa<Assign>(s)) {
      only = false;
      return;
    }
    Block one; // without marks (rules/Marks.h)
    one.push_back(clone(s));
    rules::unmark(one, all.memory.program());
    auto *assign = llvm::cast<Assign>(one.front().get());
    std::optional<Update> update = updateOf(*assign);
    only = update && update->operation == "+" && all.accesses.cells(p, update->place).test(id) &&
           !touches(assign->value, update->place, id);
    for (const Expr *part : update ? operands(update->place) : std::vector<const Expr *>())
      if (part && !part->type->isArray()) // subscripts, and pointers
        forEach(part, [&](const Expr *e) { only &= !(e->isPlace() && all.accesses.cells(p, e).test(id)); });
  });
  return only;
}

/// Where an iteration may read what no iteration has written (`Private`), it must be what the loop finds there: nothing
/// that has a value, if only the loop writes there.
bool IndependentLoops::isOwn(const For &x, CellId id) {
  LoopReplay::Carry carry = all.replay->of(x, id);
  bool isCovered = carry == LoopReplay::Carry::Covered;
  if (!isCovered && carry != LoopReplay::Carry::Private)
    return false;
  ForwardFusion statements(all, v);
  std::set<const Stmt *> inside;
  forEachStmt(x.body, [&](const Stmt &s) { inside.insert(&s); });
  bool isReadOutside = false, isWrittenOutside = false; // an adjoint may come from there, or a value
  forEachStmt(p->body, [&](const Stmt &s) {
    if (inside.count(&s) || &s == &x || llvm::isa<Free>(s))
      return;
    auto *allocate = llvm::dyn_cast<Allocate>(&s);
    bool isBorn = allocate && (allocate->how == Allocate::How::Malloc || allocate->how == Allocate::How::Fortran) &&
                  !allocate->source;
    isReadOutside |= !isBorn && statements.reads(s).test(id);
    isWrittenOutside |= !isBorn && blocks(s).empty() && all.accesses.writes(p, s).test(id);
  });
  const Symbol *variable = all.memory[id].symbol;
  return !isReadOutside && (isCovered || (!isWrittenOutside && !(variable && variable->initial)));
}

} // namespace costate::analysis
