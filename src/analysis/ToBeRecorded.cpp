#include "analysis/RecordingFold.h"

namespace costate::analysis {

using namespace ir;

// ---- What is used ---------------------------------------------------------------------------------------

Used &Used::operator|=(const CellBits &more) {
  cells |= more;
  auto isHit = [&](auto &x) { return x.footprint.intersects(more); };
  std::erase_if(overwritten, isHit);
  std::erase_if(statements, isHit);
  return *this;
}

bool Used::join(const Used &other) {
  // Overwritten on both ways, or not needed on the one where it is not.
  auto isSpared = [](const Used &way, const Place &x) {
    return way.isOverwritten(x.place) || !x.footprint.intersects(way.cells);
  };
  std::vector<Place> both;
  for (const Place &x : overwritten)
    if (isSpared(other, x))
      both.push_back(x);
  bool changed = both.size() != overwritten.size();
  for (const Place &x : other.overwritten)
    if (!isOverwritten(x.place) && isSpared(*this, x))
      both.push_back(x);
  overwritten = std::move(both);
  auto isKnown = [](const Used &way, const Statement &x) {
    return llvm::is_contained(way.statements, x) || !x.footprint.intersects(way.cells);
  };
  std::vector<Statement> common;
  for (const Statement &x : statements)
    if (isKnown(other, x))
      common.push_back(x);
  changed |= common.size() != statements.size();
  for (const Statement &x : other.statements)
    if (!llvm::is_contained(statements, x) && isKnown(*this, x))
      common.push_back(x);
  statements = std::move(common);
  changed |= cells |= other.cells;
  return changed;
}

void Used::change(const CellBits &written) {
  std::erase_if(overwritten, [&](const Place &x) { return x.finders.intersects(written); });
}

void Used::overwrite(const Expr *place, CellBits footprint, CellBits finders) {
  if (!isOverwritten(place) && footprint.intersects(cells))
    overwritten.push_back({place, std::move(footprint), std::move(finders)});
}

bool Used::isOverwritten(const Expr *place) const {
  return llvm::any_of(overwritten, [&](const Place &x) { return equal(x.place, place); });
}

void Used::overwrite(const Assign &s, const CellBits &footprint) {
  Statement x{&s, footprint};
  if (footprint.intersects(cells) && !llvm::is_contained(statements, x))
    statements.push_back(std::move(x));
}

void Used::leave(const Stmt &loop, const Used &iteration, const CellBits &needed) {
  auto isInside = [&](const Statement &x) {
    bool found = false;
    for (const Block *inner : blocks(loop))
      forEachStmt(*inner, [&](const Stmt &s) { found |= &s == x.statement; });
    return found;
  };
  std::erase_if(statements, isInside);
  for (const Statement &x : iteration.statements)
    if (llvm::isa<For>(&loop) && isInside(x) && !x.footprint.intersects(needed))
      statements.push_back(x);
}

// ---- The fold ---------------------------------------------------------------------------------------------

bool ToBeRecorded::run() {
  changed = false;
  changed |= needsOf(nullptr).entry |= own.usedEntry;
  Used exit = block(p->body, own.usedEntry);
  changed |= own.usedExit |= exit.cells;
  if (!v.head && !all.isJoined(v)) // the backward procedure has the same declarations
    changed |= own.usedExit |= all.effects.of(p).shapes;
  for (auto &[s, x] : own.statements)
    if (x.keeps && !std::exchange(own.acts, true))
      changed = true;
  for (auto &[loop, kept] : own.keptOnce)
    if (!kept.empty() && !std::exchange(own.acts, true))
      changed = true;
  return changed;
}

Used ToBeRecorded::block(const Block &statements, Used used) {
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
void ToBeRecorded::again(const Recomputed &region, Used &used) {
  for (size_t i = region.statements.size(); i-- > 0;) {
    const Assign *s = region.statements[i];
    CellBits cells = all.accesses.cells(p, s->place);
    if (!cells.intersects(used.cells))
      continue;
    if (!std::exchange(at(*s).recomputed, true))
      changed = true;
    used.cells.intersectWithComplement(cells);
    need(used, reads(s->value));
  }
}

bool Recording::Needers::add(const Assign *s, const CellBits &cells) {
  CellBits added = cells;
  CellBits &known = cellsOf[s];
  added.intersectWithComplement(known);
  for (CellId cell : added)
    byCell[cell].push_back(s);
  return known |= added;
}

/// `reader`: it is the statement's own adjoint that needs them, where the statement reads them; `isResult`: where it
/// has written them.
void ToBeRecorded::need(Used &used, const CellBits &cells, const Assign *reader, bool isResult) {
  used |= cells;
  for (CellBits &inside : needed)
    inside |= cells;
  auto note = [&](Recording::LoopNeeds &inside) {
    if (reader)
      changed |= (isResult ? inside.writers : inside.readers).add(reader, cells);
    else
      changed |= inside.others |= cells;
  };
  for (const Stmt *loop : loopsAround)
    note(needsOf(loop));
  note(needsOf(alone));
}

/// Whether all that is needed of what a statement writes has been overwritten before, and not been needed since:
/// the memory that it writes was written by a statement that ran before it.
bool ToBeRecorded::isCovered(const Assign &s, const CellBits &written, const Used &used) const {
  CellBits open = written;
  open &= used.cells;
  return all.replay && llvm::any_of(used.statements, [&](const Used::Statement &x) {
           return x.footprint.contains(open) && x.statement != &s && all.replay->covers(p, *x.statement, s);
         });
}

/// Whether no element that a statement in a loop overwrites is one that was needed: `x(i+1) = f(x(i))` needs x,
/// but never what was in x(i+1) before. Elements are needed from before one of the loops around, or by statements
/// in it. Where the former need nothing of what is written, and each of the latter only elements that it reads,
/// the dependence tests tell: there must be no way from such a read to this write.
bool ToBeRecorded::isNeverRead(const Assign &s, const CellBits &written, const Used &used) {
  CellBits open = written;
  open &= used.cells;
  auto isFreeIn = [&](const Stmt *loop) {
    const Recording::LoopNeeds &needs = needsOf(loop);
    auto *counted = llvm::dyn_cast<For>(loop);
    if (!counted || needs.entry.intersects(open) || needs.others.intersects(open))
      return false;
    auto isApart = [&](const Assign &reader) {
      return all.replay->isNeverRead(p, *counted, reader, use.places(reader, at(reader).fromResult), s);
    };
    auto isKept = [&](const Assign &writer) { return all.replay->isNeverOverwritten(p, *counted, writer, s); };
    return needs.readers.allOf(open, isApart) && needs.writers.allOf(open, isKept);
  };
  return all.replay && all.options.recurrence && !s.mask && llvm::any_of(loopsAround, isFreeIn);
}

/// Where a statement stands in the text of the procedure.
unsigned ToBeRecorded::position(const Stmt &s) {
  if (positions.empty())
    forEachStmt(p->body, [&](const Stmt &x) { positions.try_emplace(&x, positions.size()); });
  return positions.lookup(&s);
}

/// The same outside of loops: in a procedure, or in the iteration of a loop whose both sweeps are in one. The statement runs
/// once there, so what stands below it has not run, and of the rest elements are apart where their subscripts are:
/// `y[0] = f(x); y[1] = g(x);` keeps nothing for y[0]'s sake.
bool ToBeRecorded::isElsewhere(const Assign &s, const CellBits &written, const Used &used) {
  constexpr size_t most = 64; // statements to compare with
  if (!all.replay || !all.options.recurrence || s.mask || !loopsAround.empty())
    return false;
  CellBits open = written;
  open &= used.cells;
  const Recording::LoopNeeds &needs = needsOf(alone);
  if (needs.entry.intersects(open) || needs.others.intersects(open))
    return false;
  for (CellId id : open) // a scalar of an EQUIVALENCE may be an element: accesses do not name it
    if (all.memory[all.memory.root(id)].overlaid)
      return false;
  size_t compared = 0;
  auto isBelow = [&](const Assign &other) { return position(other) > position(s); };
  auto isUnread = [&](const Assign &reader) {
    return isBelow(reader) || (++compared <= most && all.replay->areApart(
                                  p, reader, use.places(reader, at(reader).fromResult), s));
  };
  auto isKept = [&](const Assign &writer) {
    return &writer == &s || isBelow(writer) || (++compared <= most && all.replay->areApart(p, writer, s));
  };
  return needs.readers.allOf(open, isUnread) && needs.writers.allOf(open, isKept);
}

/// Keeps what the statement overwrites where the backward sweep still needs it.
void ToBeRecorded::keep(const Stmt &s, const CellBits &written, const Used &used) {
  Recording::Statement &x = at(s);
  auto *assign = llvm::dyn_cast<Assign>(&s);
  bool writes = x.runs || (x.reversed && llvm::isa<For>(&s)); // a reversed loop counts, too
  bool isNeeded = written.intersects(used.cells) &&
                  !(assign && (used.isOverwritten(assign->place) || isCovered(*assign, written, used) ||
                               isNeverRead(*assign, written, used) || isElsewhere(*assign, written, used)));
  if (writes && !x.keeps && (!all.options.tbr || isNeeded))
    x.keeps = changed = true;
}

/// `i = i + e` of an integer or a pointer needs no record: i - e is the old value, as long as the new one and
/// e are there. Both count as used from here on; what overwrites the new value later keeps it, mostly outside
/// the loop that counts. (Unsigned integers wrap around both ways; signed ones do not overflow.)
bool ToBeRecorded::undo(const Stmt &s, const CellBits &written, Used &used) {
  auto *assign = llvm::dyn_cast<Assign>(&s);
  const Expr *by = assign && all.options.tbr && all.options.recurrence ? increment(*assign) : nullptr;
  if (!by || at(s).keeps || reads(by).intersects(written) || !written.intersects(used.cells))
    return false;
  if (!std::exchange(at(s).undone, true))
    changed = true;
  need(used, written);
  need(used, reads(by));
  need(used, addressReads(assign->place));
  return true;
}

/// What a loop computes again and something upstream needs as it was before the loop.
void ToBeRecorded::keepBefore(const For &x, const Used &used) {
  ++loops;
  const Recomputed *region = regionOf(x.body);
  --loops;
  if (region)
    for (const Assign *s : region->statements)
      if (all.accesses.cells(p, s->place).intersects(used.cells) &&
          own.keptBefore[&x].insert(rootVariable(s->place)).second)
        changed = true;
}

bool ToBeRecorded::isNeededIn(const Stmt &loop, CellId id) {
  const Recording::LoopNeeds &needs = needsOf(&loop);
  return needs.others.test(id) || needs.readers.anyOf(id) || needs.writers.anyOf(id);
}

/// A number that a loop changes, and something upstream needs as it was, while no adjoint of an iteration needs it at
/// all: it is kept once, before the loop, and put back after its backward piece. From the loop on its memory is free.
/// What iterations need only grows from round to round, so in the last one this is decided by all of it.
void ToBeRecorded::keepOnce(const Stmt &loop, Used &used) {
  if (!all.options.tbr || !all.options.fusion)
    return;
  CellBits changing;
  for (const Block *inner : blocks(loop))
    forEachStmt(*inner, [&](const Stmt &s) {
      if (at(s).runs && llvm::isa<Assign>(&s))
        changing |= writes(s);
    });
  changing &= used.cells;
  if (changing.empty())
    return;
  std::set<const Symbol *> &kept = own.keptOnce[&loop];
  for (CellId id : changing) {
    const Cell &cell = all.memory[id];
    const Type *type = cell.type ? cell.type->strip() : nullptr;
    bool isNumber = type && (type->isReal() || type->isInteger() || type->isComplex() || type->isLogical());
    bool isOwn = cell.kind == Cell::Kind::Variable && cell.symbol && cell.symbol->storage == Storage::Local &&
                 !cell.symbol->type->isArray() && !cell.many && !cell.overlaid && !cell.symbol->allocatable &&
                 all.memory.aliases(p, id).empty();
    if (!isNumber || !isOwn)
      continue;
    if (isNeededIn(loop, id)) {
      changed |= kept.erase(cell.symbol) > 0; // for good
      continue;
    }
    changed |= kept.insert(cell.symbol).second;
    used.cells.reset(id);
  }
}

Used ToBeRecorded::after(const Stmt &s, Used used) {
  if (isCheckpointed(s))
    return checkpointed(s, std::move(used));
  switch (s.kind()) {
  case StmtKind::If: {
    auto &x = llvm::cast<If>(s);
    if (at(s).reversed)
      need(used, reads(x.condition));
    Used other = block(x.elseBlock, used);
    used = block(x.thenBlock, std::move(used));
    used.join(other);
    return used;
  }
  case StmtKind::For:
    return loop(llvm::cast<For>(s), std::move(used));
  case StmtKind::While: {
    auto &x = llvm::cast<While>(s);
    keepOnce(s, used);
    Used before = inLoop([&] { return block(x.head, used); });
    return around(s, before, [&](Used in) { return block(x.head, block(x.body, std::move(in))); });
  }
  case StmtKind::Call:
    return call(llvm::cast<Call>(s), std::move(used));
  default:
    return leaf(s, std::move(used));
  }
}

Used ToBeRecorded::leaf(const Stmt &s, Used used) {
  bool fromResult = at(s).fromResult;
  need(used, usedBy(s, fromResult), llvm::dyn_cast<Assign>(&s));
  if (!at(s).runs)
    return used;
  const CellBits &written = writes(s);
  if (undo(s, written, used)) {
    used.change(written);
    return used;
  }
  if (!isAgain(s) || !all.options.tbr)
    keep(s, written, used);
  // What may get another shape is always kept, needed or not: the branches around must know of it.
  if (auto *assign = llvm::dyn_cast<Assign>(&s); assign && isWholeAllocatable(assign->place) &&
                                                 !std::exchange(at(s).keeps, true))
    changed = true;
  used.change(written);
  if (auto *assign = llvm::dyn_cast<Assign>(&s); assign && !assign->mask) {
    kill(assign->place, used.cells);
    used.overwrite(assign->place, written, addressReads(assign->place));
    used.overwrite(*assign, written);
    if (fromResult)
      need(used, written, assign, true);
  }
  if (at(s).keeps)
    need(used, keptAddress(s));
  if (auto *allocate = llvm::dyn_cast<Allocate>(&s)) // to be freed where it was born
    for (const Allocation &a : allocate->objects)
      if (!isWholeAllocatable(a.place) || mayMove(a.place))
        need(used, all.accesses.cells(p, a.place));
  return used;
}

/// Whether an allocatable may be allocated, freed or shaped anew after the one statement that allocates it.
/// Where it is not, nothing of what it holds is needed to free it.
bool ToBeRecorded::mayMove(const Expr *place) {
  const Symbol *root = llvm::isa<Variable>(place) || isAllocatablePart(place) ? rootVariable(place) : nullptr;
  auto *part = llvm::dyn_cast<Field>(place);
  if (!root || root->storage != Storage::Local || (part && (root->target || root->overlay || root->polymorphic)))
    return true;
  auto isBorn = [&](const Expr *e) { // the same variable, or the same component of it, whatever its subscripts
    auto *field = llvm::dyn_cast<Field>(e);
    return rootVariable(e) == root && (part ? field && field->record == part->record && field->component == part->component
                                            : llvm::isa<Variable>(e));
  };
  auto isIt = [&](const Expr *e) { // all that a record holds goes with it
    return e && e->isPlace() && (isBorn(e) || (part && rootVariable(e) == root && e->type->scalar()->isRecord()));
  };
  unsigned births = 0;
  bool moves = false;
  forEachStmt(p->body, [&](const Stmt &s) {
    if (auto *assign = llvm::dyn_cast<Assign>(&s))
      moves |= isIt(assign->place);
    else if (auto *allocate = llvm::dyn_cast<Allocate>(&s))
      births += llvm::any_of(allocate->objects, [&](const Allocation &a) { return isBorn(a.place); });
    else if (auto *free = llvm::dyn_cast<Free>(&s))
      moves |= llvm::any_of(free->places, isIt);
    else if (auto *call = llvm::dyn_cast<Call>(&s)) {
      moves |= isIt(call->result);
      const Procedure *target = call->callee ? call->callee->procedure : nullptr;
      for (size_t i = 0; i < call->arguments.size(); ++i)
        if (const Expr *value = call->arguments[i].value; isIt(value))
          moves |= !target || i >= target->parameters.size() || target->parameters[i]->allocatable ||
                   (part && value->type->scalar()->isRecord());
    }
  });
  return moves || births != 1;
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

Used ToBeRecorded::loop(const For &x, Used used) {
  CellId variable = all.memory.variable(x.variable);
  CellBits counter;
  counter.set(variable);
  keep(x, counter, used);
  bool isFused = all.isFused(v, x) && at(x).reversed, isForward = all.isForward(v, x) && at(x).reversed;
  if (isForward)
    changed |= own.replayed[&x].upstream |= used.cells;
  if (!isFused && !isForward) {
    keepBefore(x, used);
    keepOnce(x, used);
  }
  if (at(x).reversed)
    for (const Expr *bound : {x.lower, x.bound, x.step})
      need(used, reads(bound));
  used.cells.reset(variable);
  used.change(counter);
  if (!isFused && !isForward)
    return around(x, used, [&](Used in) {
      Used out = block(x.body, std::move(in));
      out.cells.reset(variable); // the reversed loop sets it
      out.change(counter);
      return out;
    });
  // Every iteration leaves what others start from as it was; what its own backward sweep needs has been
  // used up when it ends.
  Used inside = used.cells;
  inside |= own.replayed[&x].common;
  Used iteration = byItself(x, inside.cells, [&] { return block(x.body, inside); });
  if (isForward)
    need(used, iteration.cells);
  need(used, own.replayed[&x].needs);
  return used;
}

/// See Recording.h. What snapshots put back, and what is not read before it is put back after the loop, may be
/// overwritten downstream; the rest of what steps read may not.
Used ToBeRecorded::checkpointed(const Stmt &x, Used used) {
  auto *counted = llvm::dyn_cast<For>(&x);
  CellBits written = all.accesses.writes(p, x);
  if (counted) {
    CellBits counter;
    counter.set(all.memory.variable(counted->variable));
    keep(x, counter, used);
    for (const Expr *bound : {counted->lower, counted->bound, counted->step})
      need(used, reads(bound));
    used.cells.intersectWithComplement(counter);
    written.intersectWithComplement(counter);
  }
  byItself(x, CellBits(), [&] { return block(counted ? counted->body : llvm::cast<While>(x).body, Used()); });
  Recording::Checkpoint &found = own.checkpoints[&x];
  CellBits state = written, after = written;
  state &= found.needs;
  if (all.options.tbr)
    after &= used.cells;
  changed |= found.state |= state;
  changed |= found.after |= after;
  need(used, found.needs);
  CellBits free = found.after;
  free.intersectWithComplement(found.needs);
  free |= found.state;
  for (CellId id : free) {
    const Cell &root = all.memory[all.memory.root(id)];
    if (root.kind == Cell::Kind::Variable && !root.overlaid && root.symbol && Recording::hasKnownExtent(root.symbol))
      used.cells.reset(id);
  }
  used.change(all.accesses.writes(p, x));
  return used;
}

// ---- Calls ------------------------------------------------------------------------------------------

Used ToBeRecorded::call(const Call &call, Used used) {
  if (!at(call).runs && !at(call).reversed)
    return used;
  if (const Variant *callee = joinedCallee(call))
    return joined(call, *callee, std::move(used));
  need(used, usedBy(call));
  CellBits written;
  if (call.result)
    written = all.accesses.placeWrites(p, call.result);
  if (!all.memory.calls().isKnown(call))
    written |= writes(call);
  keep(call, written, used);
  Used after = used;
  if (at(call).runs) {
    for (CellId id : all.effects.killsOf(p, call))
      after.cells.reset(id);
    if (call.result)
      kill(call.result, after.cells);
  }
  after.change(writes(call));
  if (at(call).keeps)
    need(after, keptAddress(call));
  for (Procedure *target : all.memory.calls().targets(call))
    if (Recording::Summary *callee = summaryOf(call, target)) {
      CellBits entry = inCallee(call, target, used.cells);
      if (target->result) // is new in every call; the place it goes to is the caller's business
        all.memory.forEachLeaf(all.memory.variable(target->result), [&](CellId id) { entry.reset(id); });
      tell(call, target, &Recording::Summary::usedEntry, entry);
      need(after, inCaller(call, target, callee->usedExit));
    }
  return after;
}

/// The snapshot (see Recording.h). What it puts back before the adjoint runs, or what the adjoint does not
/// need and is put back after it, may be overwritten downstream.
Used ToBeRecorded::joined(const Call &call, const Variant &callee, Used used) {
  Recording::Statement &x = at(call);
  CellBits needs, written, changes;
  if (x.runs)
    written = writes(call);
  if (x.reversed && all.needed.count(&callee)) {
    needs = usedBy(call);
    needs |= inCaller(call, callee.procedure, all.summaries[&callee].liveEntry);
    changes = all.options.adjointWrite
                  ? inCaller(call, callee.procedure, all.summaries[&callee].changes)
                  : all.effects.bound(p, call, callee.procedure, all.effects.of(callee.procedure).writes);
  } else if (x.reversed && use.isActive(call.result)) {
    needs = addressReads(call.result); // its adjoint is cleared
  }
  for (CellId id : CellBits(changes))
    if (all.memory.isConstant(id))
      changes.reset(id);
  // What is put back before the adjoint runs, and left alone by it, need not be put back after it.
  Recording::Snapshot now{written, written};
  if (all.options.tbr) {
    now.before &= needs;
    now.after.intersectWithComplement(now.before);
  }
  now.after |= changes;
  if (all.options.tbr)
    now.after &= used.cells;
  Recording::Snapshot &kept = own.snapshots[&call];
  changed |= kept.before |= now.before;
  changed |= kept.after |= now.after;
  if ((!kept.before.empty() || !kept.after.empty()) && !std::exchange(x.keeps, true))
    changed = true;
  CellBits left = kept.after;
  left.intersectWithComplement(needs);
  left |= kept.before;
  need(used, needs);
  for (const SnapshotPlace &s : all.snapshot(v, call))
    if (CellBits cells = all.accesses.cells(p, s.place); left.contains(cells))
      kill(s.place, used.cells);
  used.change(written);
  used.change(changes);
  for (const SnapshotPlace &s : all.snapshot(v, call))
    need(used, addressReads(s.place));
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
    any = use.isReversed(*assign) && !assign->place->type->isPointer();
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
    bool inside = at(*s).keeps || at(*s).undone || at(*s).reversed;
    if (auto *call = llvm::dyn_cast<Call>(s.get()); call && at(*s).runs)
      inside |= keepsInside(*call);
    for (const Block *inner : blocks(*s))
      inside |= aroundBlock(*inner);
    // A loop that only the backward sweep runs keeps its variable in the forward sweep all the same, so
    // what is around it runs there, too.
    auto once = own.keptOnce.find(s.get());
    bool keepsOnce = once != own.keptOnce.end() && !once->second.empty();
    if (auto *loop = llvm::dyn_cast<For>(s.get());
        (keepsOnce || (loop && (at(*s).keeps || own.keptBefore.count(loop)))) && !std::exchange(at(*s).runs, true))
      changed = true;
    bool isControl = llvm::isa<If, For, While>(s.get());
    if (isControl && inside && !std::exchange(at(*s).reversed, true))
      changed = true;
    any |= inside || keepsOnce;
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
