#include "analysis/ForwardFusion.h"
#include "analysis/RecordingFold.h"

#include "ir/Builder.h"
#include "ir/Rewrite.h"

namespace costate::analysis {

using namespace ir;

// ---- What the folds share -----------------------------------------------------------------------------

const Recomputed *RecordingFold::regionOf(const Block &block) const {
  auto &found = all.recomputation[p];
  auto region = found.find(&block);
  if (!all.options.fusion || region == found.end())
    return nullptr;
  bool apart = loops > 0; // the two sweeps of the block are not in one iteration
  return apart ? &region->second : nullptr;
}

bool RecordingFold::isAgain(const Stmt &s) const {
  return llvm::any_of(regions, [&](const Recomputed *region) { return region->members.count(&s); });
}

const Variant *RecordingFold::variantOf(const Call &call, Procedure *target) const {
  auto found = v.calls.find({&call, target});
  return found == v.calls.end() ? nullptr : found->second;
}

void RecordingFold::tell(const Call &call, Procedure *target, CellBits Recording::Summary::*cells, const CellBits &more) {
  const Variant *callee = variantOf(call, target);
  if (all.summaries[callee].*cells |= more)
    all.rounds->told(callee);
}

Recording::Summary *RecordingFold::summaryOf(const Call &call, Procedure *target) {
  auto summary = all.summaries.find(variantOf(call, target));
  return summary == all.summaries.end() ? nullptr : &summary->second;
}

const Variant *RecordingFold::joinedCallee(const Call &call) const {
  auto &targets = all.memory.calls().targets(call);
  const Variant *callee = targets.size() == 1 ? variantOf(call, targets[0]) : nullptr;
  return callee && all.isJoined(*callee) ? callee : nullptr;
}

const Expr *increment(const Assign &s) {
  const Type *type = s.place->type->strip();
  if (auto *moved = llvm::dyn_cast<PointerAdd>(s.value))
    return equal(moved->pointer, s.place) ? moved->offset : nullptr;
  auto *sum = llvm::dyn_cast<Binary>(s.value);
  if (!sum || !type->isInteger() || s.mask || sum->type->strip() != type ||
      (sum->op != BinaryOp::Add && sum->op != BinaryOp::Subtract))
    return nullptr;
  if (equal(sum->left, s.place))
    return sum->right;
  return sum->op == BinaryOp::Add && equal(sum->right, s.place) ? sum->left : nullptr;
}

// ---- The whole program ----------------------------------------------------------------------------------

Recording::Recording(const Varied &varied, Memory &memory, EffectSummaries &effects,
                     const std::vector<const Variant *> &variants,
                     const std::set<const Variant *> &needed, LoopReplay *replay,
                     RecordingOptions given)
    : varied(varied), memory(memory), effects(effects), accesses(memory, effects), needed(needed),
      replay(replay), options(std::move(given)) {
  outside = reaching(memory.calls(), memory.bottomUp(), [&](const Procedure &, const Stmt &s) {
    auto *call = llvm::dyn_cast<Call>(&s);
    return llvm::isa<Opaque>(&s) || (call && !memory.calls().isKnown(*call));
  });
  for (const Variant *v : variants) {
    if (!recomputation.count(v->procedure))
      recomputation[v->procedure] = findRecomputation(*v->procedure, memory, accesses);
    findFusable(*v);
    findForward(*v);
  }
  // Which loops are fused and which calls are joined is assumed, and what does not bear it is taken back.
  // Nothing that a wrong assumption led to is left: all begins anew.
  do
    analyse(variants);
  while (withdraw(variants));
  remembered = Remembered();
  rounds.reset();
}

void Recording::analyse(const std::vector<const Variant *> &variants) {
  summaries.clear();
  for (const Variant *v : variants) {
    Summary &own = summaries[v];
    if (v->head && options.isLive(*v))
      own.liveExit |= effects.of(v->procedure).writes;
    if (v->head && options.resultsOf(*v) != RecordingOptions::Results::Live)
      for (const Symbol *s : options.state)
        memory.forEachLeaf(memory.variable(s), [&](CellId id) { own.usedEntry.set(id); });
    if (v->head && options.resultsOf(*v) == RecordingOptions::Results::RunAgain) {
      own.usedEntry |= effects.of(v->procedure).reads;
      for (const Symbol *s : v->procedure->parameters) // those by value are its own
        memory.forEachLeaf(memory.variable(s), [&](CellId id) { own.usedEntry.set(id); });
    }
  }
  for (const Variant *v : variants)
    ToBeRecorded(*this, *v).findAdjoints();
  rounds.emplace(variants);
  VariantRounds::Begun live, changing, recorded, reversed;
  auto findLive = [&] {
    rounds->untilStable(live, true, [&](const Variant &v) { return AdjointLiveness(*this, v).run(); });
  };
  findLive();
  for (const Variant *v : variants)
    findResultsRead(*v);
  bool again = true;
  while (again) {
    findLive();
    rounds->untilStable(changing, false, [&](const Variant &v) {
      CellBits seen = changedBy(v, v.procedure->body);
      return summaries[&v].changes |= seen;
    });
    rounds->untilStable(recorded, true, [&](const Variant &v) { return ToBeRecorded(*this, v).run(); });
    again = rounds->untilStable(reversed, true, [&](const Variant &v) { return ToBeRecorded(*this, v).reverseAround(); });
  }
}

/// `a(i) = a(i)/b` and `a(i) = exp(x)`: the derivative is made of the new a(i). Where the forward sweep runs the
/// assignment, and other adjoints need the array anyway, the adjoint reads it there, before anything is put back,
/// and needs no operands to compute it again. From then on the new value counts as used, like any other.
/// (Scalars are computed again, or kept, as Recomputation and stillHolds of the transformation see fit; but for those
/// that are not cheap, sums over arrays, which are kept: one number, and then none of the elements.)
void Recording::findResultsRead(const Variant &v) {
  if (!options.tbr || !options.fusion)
    return;
  AdjointUse use(varied, v, accesses);
  llvm::DenseMap<const Stmt *, const CellBits *> uses;
  llvm::DenseMap<CellId, std::vector<const Stmt *>> users;
  forEachStmt(v.procedure->body, [&](const Stmt &s) {
    const Statement *x = at(v, s);
    if (!x || !x->reversed || !llvm::isa<Assign, Call>(&s))
      return;
    uses[&s] = &Remembered::look(remembered.uses, &v, &s, [&] { return use.of(s); });
    for (CellId id : *uses[&s])
      users[id].push_back(&s);
  });
  forEachStmt(v.procedure->body, [&](Stmt &s) {
    auto *assign = llvm::dyn_cast<Assign>(&s);
    bool isScalar = assign && llvm::isa<Variable>(assign->place);
    if (!assign || !uses.count(&s) || !at(v, s)->runs || (isScalar && isCheap(assign->value)) ||
        !use.readsResult(*assign))
      return;
    if (isScalar) {
      summaries[&v].statements[&s].fromResult = true;
      return;
    }
    CellBits written = accesses.writes(v.procedure, s);
    auto others = written.empty() ? users.end() : users.find(*written.begin()); // who uses all uses the first
    summaries[&v].statements[&s].fromResult =
        others != users.end() && llvm::any_of(others->second, [&](const Stmt *other) {
          return other != &s && uses[other]->contains(written);
        });
  });
}

/// Adjoint write (1.12): what running both sweeps of a block may leave changed. A bound from above: what a
/// statement keeps is put back, which is not taken into account.
CellBits Recording::changedBy(const Variant &v, const Block &block) {
  CellBits out;
  for (const StmtPtr &s : block) {
    for (const Block *inner : blocks(*s))
      out |= changedBy(v, *inner);
    const Statement *x = at(v, *s);
    if (isCheckpointed(v, *s))
      out |= accesses.writes(v.procedure, *s);
    if (!x || !(x->runs || x->reversed) || !blocks(*s).empty())
      continue;
    if (auto *call = llvm::dyn_cast<Call>(s.get()))
      for (Procedure *target : memory.calls().targets(*call))
        if (auto callee = v.calls.find({call, target}); callee != v.calls.end())
          if (auto summary = summaries.find(callee->second); summary != summaries.end())
            out |= effects.bound(v.procedure, *call, target, summary->second.changes);
    if (x->runs)
      out |= Remembered::look(remembered.writes, v.procedure, s.get(),
                              [&] { return accesses.writes(v.procedure, *s); });
  }
  return out;
}

// ---- Loops that are fused -----------------------------------------------------------------------------

void Recording::findFusable(const Variant &v) {
  if (!replay || !options.fusion || !options.liveness)
    return;
  forEachStmt(v.procedure->body, [&](const Stmt &s) {
    if (auto *loop = llvm::dyn_cast<For>(&s); loop && mayFuse(*loop))
      fused.insert({&v, loop});
  });
}

void Recording::findForward(const Variant &v) {
  if (!replay || !options.fusion || !options.liveness || !v.head || !options.isLive(v))
    return;
  if (const For *loop = ForwardFusion(*this, v).candidate()) {
    forward[&v] = loop;
    fused.erase({&v, loop});
  }
}

/// Nothing in it is seen from outside, and it makes and frees no memory.
bool Recording::mayFuse(const For &x) const {
  bool may = x.variable->type->isInteger() && !options.checkpoints.of(x);
  forEachStmt(x.body, [&](const Stmt &s) {
    may = may && !llvm::isa<Opaque, Allocate, Free>(&s);
    auto *call = llvm::dyn_cast<Call>(&s);
    if (!call || !may)
      return;
    may = memory.calls().isKnown(*call);
    for (Procedure *target : memory.calls().targets(*call))
      may = may && !hasOutsideEffect(target);
  });
  return may;
}

/// Takes back what was assumed and does not hold; true where there was any.
bool Recording::withdraw(const std::vector<const Variant *> &variants) {
  std::vector<std::pair<const Variant *, const For *>> notFused;
  std::set<const Variant *> split;
  for (const Variant *v : variants) {
    Summary &own = summaries[v];
    for (auto &[x, found] : own.replayed) {
      bool fails = accesses.writes(v->procedure, *x).intersects(found.wanted);
      CellBits both = accesses.writes(v->procedure, x->body); // run or not: an earlier one gave a value
      both &= found.common;
      for (CellId id : both)
        fails = fails || replay->of(*x, id) != LoopReplay::Carry::Apart;
      if (fails)
        notFused.push_back({v, x});
    }
    for (auto &[call, cells] : own.snapshots) {
      std::vector<const Expr *> places;
      CellBits kept = cells.before, left;
      kept |= cells.after;
      addSnapshot(*v, *call, kept, places, left);
      if (!left.empty())
        split.insert(v->calls.at({call, memory.calls().targets(*call)[0]}));
    }
  }
  std::vector<const Variant *> notForward;
  for (auto &[v, loop] : forward)
    if (!ForwardFusion(*this, *v).holds(*loop))
      notForward.push_back(v);
  for (const Variant *v : notForward) {
    fused.insert({v, forward.at(v)});
    forward.erase(v);
  }
  for (auto &one : notFused)
    fused.erase(one);
  for (const Variant *v : split)
    options.joined.erase(v);
  return !notFused.empty() || !split.empty() || !notForward.empty();
}

// ---- Snapshots ------------------------------------------------------------------------------------------

bool Recording::hasKnownExtent(const Symbol *s) {
  auto *array = llvm::dyn_cast<ArrayType>(s->type->strip());
  bool isStar = array && !array->dimensions.empty() &&
                array->dimensions.back().form == Dimension::Form::Star;
  return !isStar && !s->allocatable && !s->type->isPointer();
}

namespace {

/// The place whose copy holds what a callee may write through an argument; null: none is known.
const Expr *storable(const Procedure *p, const Expr *argument, Builder &b) {
  auto *address = llvm::dyn_cast<AddressOf>(argument);
  const Expr *place = address ? address->place : argument;
  const Symbol *root = rootVariable(place);
  if (!place->isPlace() || !root || !Recording::hasKnownExtent(root))
    return nullptr;
  bool throughPointer = false, isPart = address && address->decayed;
  for (const Expr *e = place; !llvm::isa<Variable>(e); e = operands(e).front()) {
    throughPointer |= llvm::isa<Dereference>(e);
    auto *element = llvm::dyn_cast<Element>(e);
    isPart |= element && !e->type->isArray(); // what follows it may be meant, too
    if (auto *field = llvm::dyn_cast<Field>(e))
      throughPointer |= field->type->isPointer();
  }
  if (throughPointer)
    return nullptr;
  if (p->language == Language::C || isPart)
    return b.variable(const_cast<Symbol *>(root), argument->location);
  return place;
}

/// An allocatable array that is passed to a dummy array: the callee changes what it holds, not where it is.
/// Null for others.
const Expr *content(const Expr *argument, Builder &b) {
  auto *variable = llvm::dyn_cast<Variable>(argument);
  const Type *scalar = variable ? variable->type->scalar() : nullptr;
  if (!variable || !variable->symbol->allocatable || !variable->type->isArray() || scalar->isRecord() ||
      scalar->isCharacter() || scalar->isPointer())
    return nullptr;
  return analysis::everyElement(b.program.exprs, variable);
}

/// Of what follows the place where an argument begins, the elements that an explicit-shape dummy array stands
/// for (Fortran's sequence association), as a section of a vector; null where that is not known.
const Expr *sequence(const Procedure &target, const Symbol &dummy, const Expr *argument, const Call &call,
                     Builder &b) {
  auto *element = llvm::dyn_cast<Element>(argument);
  const Expr *base = element && !argument->type->isArray() ? element->base : argument;
  auto *vector = llvm::dyn_cast<Variable>(base);
  auto *array = vector ? llvm::dyn_cast<ArrayType>(vector->type->strip()) : nullptr;
  auto *shape = llvm::dyn_cast<ArrayType>(dummy.type->strip());
  if (!array || array->rowMajor || array->dimensions.size() != 1 || !shape || dummy.allocatable ||
      (vector->symbol->storage != Storage::Argument && vector->symbol->storage != Storage::Local))
    return nullptr;
  const Expr *count = nullptr;
  for (const Dimension &d : shape->dimensions) {
    if (d.form != Dimension::Form::Explicit || !d.upper || d.lower)
      return nullptr;
    const Expr *extent = atCall(b.program.exprs, d.upper, target, call);
    count = count ? b.binary(BinaryOp::Multiply, count, extent) : extent;
  }
  const Expr *first = element && base != argument ? element->subscripts[0] : array->dimensions[0].lower;
  const Expr *last = count;
  if (first)
    last = b.binary(BinaryOp::Subtract, b.binary(BinaryOp::Add, first, count),
                    b.constant(count->type->strip(), 1));
  else
    first = b.constant(count->type->strip(), 1);
  std::vector<const Expr *> range{b.program.exprs.make<ir::Range>(first, last, nullptr, argument->location)};
  std::vector<Dimension> open(1);
  open[0].form = Dimension::Form::Deferred;
  return b.program.exprs.make<Element>(b.program.types.array(array->element, open, false), vector, range,
                                       argument->location);
}

} // namespace

/// Finds places that hold the cells, for a copy before the call; `left` are those that none holds.
void Recording::addSnapshot(const Variant &v, const Call &call, const CellBits &cells,
                            std::vector<const Expr *> &places, CellBits &left) const {
  const Procedure *p = v.procedure;
  Builder b(memory.program());
  left = cells;
  auto add = [&](const Expr *place, bool isPart = false) {
    CellBits held = place ? accesses.cells(p, place) : CellBits();
    if (!held.intersects(isPart ? cells : left))
      return;
    for (const Expr *other : places)
      if (equal(other, place))
        return;
    places.push_back(place);
    left.intersectWithComplement(held);
  };
  if (call.result && call.result->isPlace() && !isWholeAllocatable(call.result) &&
      !call.result->type->isPointer())
    add(call.result);
  auto &targets = memory.calls().targets(call);
  const Procedure *target = targets.size() == 1 ? targets[0] : nullptr;
  CellBits written = accesses.writes(p, call), open; // of which some part is not known
  std::vector<const Expr *> parts;
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const Expr *argument = call.arguments[i].value;
    if (!argument || !argument->type)
      continue;
    const Symbol *dummy = target && i < target->parameters.size() ? target->parameters[i] : nullptr;
    const Expr *place = storable(p, argument, b);
    if (!place && dummy && !dummy->allocatable)
      place = content(argument, b);
    if (place) {
      add(place);
      continue;
    }
    const Expr *part =
        dummy && p->language == Language::Fortran ? sequence(*target, *dummy, argument, call, b) : nullptr;
    if (part && !accesses.addressReads(p, part).intersects(written))
      parts.push_back(part);
    else if (argument->isPlace())
      open |= accesses.cells(p, argument);
  }
  for (const Expr *part : parts)
    if (!accesses.cells(p, part).intersects(open))
      add(part, true);
  for (CellId id : CellBits(left)) {
    const Cell &cell = memory[memory.root(id)];
    if (cell.kind == Cell::Kind::Variable && effects.of(p).mentioned.test(id) && cell.symbol && !cell.overlaid &&
        cell.symbol->storage != Storage::Common && hasKnownExtent(cell.symbol) && left.test(id))
      add(b.variable(const_cast<Symbol *>(cell.symbol), call.location));
  }
}

std::vector<SnapshotPlace> Recording::snapshot(const Variant &v, const Call &call) const {
  std::vector<SnapshotPlace> out;
  auto &snapshots = summaries.at(&v).snapshots;
  auto found = snapshots.find(&call);
  if (found == snapshots.end())
    return out;
  CellBits all = found->second.before, left;
  all |= found->second.after;
  std::vector<const Expr *> places;
  addSnapshot(v, call, all, places, left);
  for (const Expr *place : places) {
    CellBits held = accesses.cells(v.procedure, place);
    out.push_back({place, held.intersects(found->second.before), held.intersects(found->second.after)});
  }
  return out;
}

std::set<const Variant *> Recording::changingResults(const std::vector<const Variant *> &variants) const {
  std::set<const Variant *> out;
  for (const Variant *v : variants) {
    const Procedure *p = v->procedure;
    CellBits restored;
    forEachStmt(p->body, [&](const Stmt &s) {
      if (isCheckpointed(*v, s))
        restored |= accesses.writes(p, s);
      if ((keeps(*v, s) || undoes(*v, s)) && blocks(s).empty())
        restored |= accesses.writes(p, s);
      auto *call = llvm::dyn_cast<Call>(&s);
      for (Procedure *target : call ? memory.calls().targets(*call) : std::vector<Procedure *>())
        if (auto callee = v->calls.find({call, target});
            callee != v->calls.end() && isJoined(*callee->second))
          restored |= effects.bound(p, *call, target, summaries.at(callee->second).changes);
    });
    for (CellId id : restored)
      if (memory.isInterface(p, id))
        out.insert(v);
  }
  return out;
}

Recording::Work Recording::work(const Variant &head) const {
  Work out;
  std::set<const Variant *> around{&head};
  addWork(head, head.procedure->body, 1, false, around, out);
  return out;
}

/// `isFree`: in an iteration that runs both sweeps, and in no loop inside it; what it keeps is in variables.
void Recording::addWork(const Variant &v, const Block &block, double times, bool isFree,
                        std::set<const Variant *> &around, Work &out) const {
  for (const StmtPtr &s : block) {
    out.statements += times;
    out.kept += keeps(v, *s) && !isFree ? times : 0;
    auto *counted = llvm::dyn_cast<For>(s.get());
    bool isLoop = counted || llvm::isa<While>(s.get());
    bool bothSweeps = counted && (isFused(v, *counted) || isForward(v, *counted));
    for (const Block *inner : blocks(*s))
      addWork(v, *inner, isLoop ? 10 * times : times, bothSweeps || (isFree && !isLoop), around, out);
    auto *call = llvm::dyn_cast<Call>(s.get());
    for (Procedure *target : call ? memory.calls().targets(*call) : std::vector<Procedure *>())
      if (auto callee = v.calls.find({call, target});
          callee != v.calls.end() && summaries.count(callee->second) && around.insert(callee->second).second) {
        addWork(*callee->second, target->body, times, isFree, around, out);
        around.erase(callee->second);
      }
  }
}

// ---- Answers --------------------------------------------------------------------------------------------

const Recording::Statement *Recording::at(const Variant &v, const Stmt &s) const {
  auto &statements = summaries.at(&v).statements;
  auto found = statements.find(&s);
  return found == statements.end() ? nullptr : &found->second;
}

bool Recording::runs(const Variant &v, const Stmt &s) const {
  const Statement *x = at(v, s);
  return !x || x->runs;
}

bool Recording::undoes(const Variant &v, const Stmt &s) const {
  const Statement *x = at(v, s);
  return x && x->undone && !x->keeps;
}

bool Recording::readsResult(const Variant &v, const Assign &s) const {
  const Statement *x = at(v, s);
  return x && x->fromResult;
}

bool Recording::keeps(const Variant &v, const Stmt &s) const {
  const Statement *x = at(v, s);
  return !x || x->keeps;
}

bool Recording::isReversed(const Variant &v, const Stmt &s) const {
  const Statement *x = at(v, s);
  return !x || x->reversed;
}

std::vector<const Assign *> Recording::recomputes(const Variant &v, const Block &block) const {
  std::vector<const Assign *> out;
  if (auto procedure = recomputation.find(v.procedure); procedure != recomputation.end())
    if (auto region = procedure->second.find(&block); region != procedure->second.end())
      for (const Assign *s : region->second.statements)
        if (const Statement *x = at(v, *s); x && x->recomputed)
          out.push_back(s);
  return out;
}

std::vector<const Symbol *> Recording::keepsBefore(const Variant &v, const Stmt &x) const {
  const Summary &own = summaries.at(&v);
  std::set<const Symbol *> kept;
  for (auto *all : {&own.keptBefore, &own.keptOnce})
    if (auto found = all->find(&x); found != all->end())
      kept.insert(found->second.begin(), found->second.end());
  std::vector<const Symbol *> out;
  if (kept.empty())
    return out;
  for (auto &s : v.procedure->scope.symbols) // in the order of declaration
    if (kept.count(s.get()))
      out.push_back(s.get());
  return out;
}

bool Recording::isFixed(const Variant &v, const For &x, const For &outer) const {
  CellBits written = accesses.writes(v.procedure, outer);
  for (const Expr *bound : {x.lower, x.bound, x.step})
    if (bound && accesses.reads(v.procedure, bound).intersects(written))
      return false;
  return true;
}

bool Recording::leaves(const Variant &v, const For &x) const {
  const Statement *found = at(v, x);
  return !found || found->leaves;
}

bool Recording::carries(const Variant &v, const Symbol *s) const {
  bool found = false;
  const CellBits &used = summaries.at(&v).usedExit;
  memory.forEachLeaf(memory.variable(s), [&](CellId id) { found |= used.test(id); });
  return found;
}

unsigned Recording::writers(const Procedure *p, const Expr *place) const {
  auto [counts, fresh] = writersOf.try_emplace(p);
  if (fresh)
    forEachStmt(p->body, [&](const Stmt &s) {
      auto *loop = llvm::dyn_cast<For>(&s);
      if (loop)
        ++counts->second[memory.variable(loop->variable)];
      if (blocks(s).empty())
        for (CellId id : accesses.writes(p, s))
          ++counts->second[id];
    });
  unsigned most = 0;
  for (CellId id : accesses.cells(p, place))
    if (auto found = counts->second.find(id); found != counts->second.end())
      most = std::max(most, found->second);
  return most;
}

bool Recording::isWrittenAfter(const Procedure *p, const Block &block, const Assign &s) const {
  auto [last, fresh] = lastWriters.try_emplace(&block);
  if (fresh)
    for (const StmtPtr &x : block)
      for (CellId id : accesses.writes(p, *x))
        last->second[id] = x.get();
  for (CellId id : accesses.writes(p, s))
    if (last->second.lookup(id) != &s)
      return true;
  return false;
}

bool Recording::mayWrite(const Procedure *p, const Stmt &s, const Expr *place) const {
  return accesses.writes(p, s).intersects(accesses.cells(p, place));
}

bool Recording::isApart(const Procedure *p, const Assign &s, const Expr *read) const {
  return replay && replay->isApart(p, s, read);
}

} // namespace costate::analysis
