#include "analysis/ForwardFusion.h"

#include "analysis/Differentiable.h"
#include "analysis/Updates.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

ForwardFusion::ForwardFusion(Recording &all, const Variant &v)
    : all(all), v(v), p(v.procedure), use(all.varied, v, all.accesses) {
  for (auto s = p->body.rbegin(); s != p->body.rend() && !llvm::isa<For>(s->get()); ++s)
    after.push_back(s->get());
  for (const Stmt *s : after) {
    readAfter |= reads(*s);
    for (const Block *inner : blocks(*s))
      forEachStmt(*inner, [&](const Stmt &x) { readAfter |= reads(x); });
  }
}

const For *ForwardFusion::candidate() {
  auto isPlain = [](const Stmt &s) {
    auto *assign = llvm::dyn_cast<Assign>(&s);
    return llvm::isa<If>(&s) || (assign && !assign->place->type->isPointer() && !isWholeAllocatable(assign->place));
  };
  bool plain = true;
  for (const Stmt *s : after) {
    plain &= isPlain(*s);
    for (const Block *inner : blocks(*s))
      forEachStmt(*inner, [&](const Stmt &x) { plain &= isPlain(x); });
  }
  if (!plain || after.size() == p->body.size())
    return nullptr;
  auto *loop = llvm::cast<For>(p->body[p->body.size() - after.size() - 1].get());
  bool hasCheckpoints = false;
  forEachStmt(loop->body, [&](const Stmt &s) { hasCheckpoints |= all.snapshotsOf(s) > 0; });
  return all.mayFuse(*loop) && !hasCheckpoints && commutes(*loop) ? loop : nullptr;
}

// ---- (L4) -----------------------------------------------------------------------------------------------

bool ForwardFusion::commutes(const For &x) {
  for (CellId id : all.accesses.writes(p, x.body)) {
    const Type *type = all.memory[id].type;
    bool hasAdjoint = !type || carriesDerivative(type);
    if (hasAdjoint && !isPrivate(x, id) && !isSum(x, id) && !isApart(x, id))
      return false;
  }
  return true;
}

bool ForwardFusion::isPrivate(const For &x, CellId id) {
  if (all.memory.isInterface(p, id) || readAfter.test(id))
    return false;
  if (all.memory[id].many)
    return all.replay->of(x, id) == LoopReplay::Carry::Covered;
  CellBits written;
  return !exposed(x.body, written).test(id);
}

/// What a block may read and has not surely written itself before; adds what it surely writes.
CellBits ForwardFusion::exposed(const Block &block, CellBits &written) {
  CellBits out;
  for (const StmtPtr &s : block)
    out |= exposed(*s, written);
  return out;
}

CellBits ForwardFusion::exposed(const Stmt &s, CellBits &written) {
  CellBits out = reads(s);
  out.intersectWithComplement(written);
  if (auto *branch = llvm::dyn_cast<If>(&s)) {
    CellBits other = written;
    out |= exposed(branch->thenBlock, written);
    out |= exposed(branch->elseBlock, other);
    written &= other;
    return out;
  }
  if (auto *loop = llvm::dyn_cast<For>(&s))
    written.set(all.memory.variable(loop->variable));
  for (const Block *inner : blocks(s)) { // which may not run at all
    CellBits inside = written;
    out |= exposed(*inner, inside);
  }
  auto *assign = llvm::dyn_cast<Assign>(&s);
  if (assign && !assign->mask && all.memory.isWhole(p, assign->place))
    all.memory.forEachLeaf(all.memory.places(p, assign->place)[0], [&](CellId id) { written.set(id); });
  if (auto *call = llvm::dyn_cast<Call>(&s))
    written |= all.effects.killsOf(p, *call);
  return out;
}

/// What a statement may read, but for what is inside it.
CellBits ForwardFusion::reads(const Stmt &s) {
  CellBits out;
  if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
    out = all.accesses.addressReads(p, assign->place);
    out |= all.accesses.reads(p, assign->value);
    if (assign->mask)
      out |= all.accesses.reads(p, assign->mask);
    return out;
  }
  for (const Expr *e : expressions(s))
    out |= all.accesses.reads(p, e);
  if (auto *call = llvm::dyn_cast<Call>(&s))
    out |= all.accesses.calleeAccesses(p, *call);
  return out;
}

bool ForwardFusion::isSum(const For &x, CellId id) {
  bool only = !all.memory[id].overlaid && all.memory.aliases(p, id).empty();
  std::vector<Update> fixed = fixedUpdates(x); // of `*f += e`, or `f[0] += e`
  auto isFixed = [&](const Expr *place) {
    return (llvm::isa<Variable>(place) && !all.memory[id].many) ||
           llvm::any_of(fixed, [&](const Update &u) { return equal(u.place, place); });
  };
  forEachStmt(x.body, [&](const Stmt &s) {
    if (!blocks(s).empty()) {
      only = only && !reads(s).test(id);
      return;
    }
    if (!only || !(all.accesses.writes(p, s).test(id) || reads(s).test(id)))
      return;
    std::optional<Update> update = llvm::isa<Assign>(&s) ? updateOf(s) : std::nullopt;
    only = update && update->operation == "+" && isFixed(update->place) &&
           all.accesses.cells(p, update->place).test(id);
  });
  return only;
}

bool ForwardFusion::isApart(const For &x, CellId id) {
  if (!all.memory[id].many || all.replay->of(x, id) == LoopReplay::Carry::Carried)
    return false;
  std::vector<const Assign *> readers, writers;
  bool plain = true;
  forEachStmt(x.body, [&](const Stmt &s) {
    bool isRead = reads(s).test(id), isWritten = blocks(s).empty() && all.accesses.writes(p, s).test(id);
    auto *assign = llvm::dyn_cast<Assign>(&s);
    plain &= assign || !(isRead || isWritten);
    if (assign && isRead)
      readers.push_back(assign);
    if (assign && isWritten)
      writers.push_back(assign);
  });
  auto isKeptBy = [&](const Assign *writer) {
    auto isRead = [&](const Assign *reader) {
      std::set<const Expr *> places;
      for (const Expr *e : expressions(*reader))
        forEach(e, [&](const Expr *part) {
          if (part->isPlace())
            places.insert(part);
        });
      return !all.replay->isNeverRead(p, x, *reader, places, *writer);
    };
    auto isOverwritten = [&](const Assign *other) { return !all.replay->isNeverOverwritten(p, x, *other, *writer); };
    return std::none_of(readers.begin(), readers.end(), isRead) &&
           std::none_of(writers.begin(), writers.end(), isOverwritten);
  };
  return plain && std::all_of(writers.begin(), writers.end(), isKeptBy);
}

// ---- (L1) to (L3) -------------------------------------------------------------------------------------------

bool ForwardFusion::holds(const For &x) {
  CellBits written = all.accesses.writes(p, x), used = all.summaries[&v].replayed[&x].upstream;
  bool plain = !all.keeps(v, x);
  for (const Stmt *s : after)
    written |= all.accesses.writes(p, *s);
  for (const Stmt *s : after) {
    auto look = [&](const Stmt &one) {
      plain &= !all.keeps(v, one) && !all.undoes(v, one);
      used |= usedBackwards(one);
    };
    look(*s);
    for (const Block *inner : blocks(*s))
      forEachStmt(*inner, look);
  }
  for (CellId id : putBack(x.body))
    plain = plain && isPrivate(x, id);
  return plain && !used.intersects(written);
}

/// What the backward piece of a statement reads of the original's values, but for what is inside it.
CellBits ForwardFusion::usedBackwards(const Stmt &s) {
  const Recording::Statement *found = all.at(v, s);
  if (auto *branch = llvm::dyn_cast<If>(&s))
    return found && found->reversed ? all.accesses.reads(p, branch->condition) : CellBits();
  CellBits out = use.of(s, found && found->fromResult);
  if (found && (found->fromResult || found->recomputed))
    out |= all.accesses.writes(p, s);
  return out;
}

/// What the backward pieces of statements may write of the original's values.
CellBits ForwardFusion::putBack(const Block &block) {
  CellBits out;
  forEachStmt(block, [&](const Stmt &s) {
    const Recording::Statement *found = all.at(v, s);
    bool isCall = llvm::isa<Call>(&s) && found && found->reversed;
    if (found && (found->keeps || found->undone || found->recomputed || isCall))
      out |= all.accesses.writes(p, s);
    for (const Symbol *kept : all.keepsBefore(v, s))
      out.set(all.memory.variable(kept));
    auto *inner = llvm::dyn_cast<For>(&s);
    if (!inner || !found || !found->reversed)
      return;
    out.set(all.memory.variable(inner->variable)); // it counts down, too
    if (all.isFused(v, *inner))
      out |= all.accesses.writes(p, *inner);
  });
  return out;
}

} // namespace costate::analysis
