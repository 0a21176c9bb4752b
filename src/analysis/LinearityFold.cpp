#include "analysis/LinearityFold.h"

#include "analysis/DependenceGraph.h"

#include "llvm/Support/Casting.h"

namespace costate::analysis {

using namespace ir;

namespace {

const Type *scalarOf(const Type *type) { return type ? type->scalar()->strip() : nullptr; }

/// Nothing can change it once it has its value.
bool isReadOnly(const Symbol *s) {
  if (s->kind == SymbolKind::NamedConstant)
    return true;
  const Type *type = s->type;
  if (auto *array = type ? llvm::dyn_cast<ArrayType>(type->strip()) : nullptr)
    type = array->element;
  auto *qualified = llvm::dyn_cast_or_null<QualifiedType>(type);
  return qualified && qualified->isConst && s->storage != Storage::Argument && s->storage != Storage::Local;
}

} // namespace

LinearityFold::LinearityFold(Memory &memory, EffectSummaries &effects, LinearitySummaries &summaries,
                             const Procedure *p, const LinearityEntry &entry, InnerSources inner)
    : ExpressionDeps(p->language), memory(memory), effects(effects), summaries(summaries), p(p), entry(entry),
      inner(inner), wholeArrays(memory, effects, p) {}

void LinearityFold::observe(std::function<void(const Stmt &)> visit) {
  now = {};
  visitor = std::move(visit);
  block(p->body);
  visitor = nullptr;
}

LinearitySummary LinearityFold::summary() const {
  LinearitySummary out;
  for (auto &[id, deps] : now.all())
    if (memory.isInterface(p, id & ~statusBit))
      out.push_back({id, deps});
  return out;
}

// ---- Reading ------------------------------------------------------------------------------------------

bool LinearityFold::isNumber(CellId id) const { return isDifferentiable(memory, id); }

/// Shared cells that the procedure does not mention are one source.
bool LinearityFold::isApart(CellId id) const {
  return !memory.isShared(id) || !entry.mentioned || entry.mentioned->test(id);
}

/// Values on entry: nothing else varies there.
DepsRef LinearityFold::initial(CellId id) {
  static const DepsRef other = Deps::of(elsewhere, Shape::polynomial(1)),
                       files = Deps::of(elsewhere, Shape::steps());
  if (id == elsewhere.cell)
    return entry.cells.test(id) ? files : nullptr;
  if (entry.cells.test(id)) // an integer in it jumps
    return isNumber(id) ? (isApart(id) ? Deps::of({id, true}, Shape::polynomial(1)) : other)
                        : Deps::of({id, true}, Shape::steps());
  if (id & statusBit || !isNumber(id))
    return nullptr;
  const Cell &root = memory[memory.root(id)];
  if (root.kind == Cell::Kind::Variable && isReadOnly(root.symbol))
    return nullptr;
  bool argument = root.kind == Cell::Kind::Pointee ||
                  (root.kind == Cell::Kind::Variable && root.symbol->storage == Storage::Argument &&
                   root.symbol->intent != Intent::Out);
  bool varies = memory.isShared(id) ? entry.everything || entry.shared : entry.everything && argument;
  if (!varies)
    return nullptr;
  return isApart(id) ? Deps::of({id, true}, Shape::polynomial(1)) : other;
}

DepsRef LinearityFold::current(CellId id) {
  bool isPart = parts && !(id & statusBit) && id & partBit;
  return now.holds(id) ? now.get(id) : initial(isPart ? parts->array() : id);
}

/// DEPS(v): v itself, and all that it depends on.
DepsRef LinearityFold::read(CellId id) {
  DepsRef out = current(id);
  bool source = inner == InnerSources::All || (inner == InnerSources::Interface && memory.isInterface(p, id));
  return out && source && isApart(id) && now.holds(id) && isNumber(id) ? meet(out, Deps::of({id, false}, Shape::polynomial(1))) : out;
}

/// (F5)
DepsRef LinearityFold::leaves(CellId id, const Type *seenAs) {
  DepsRef out;
  bool same = seenAs && memory[id].type == seenAs;
  memory.forEachLeaf(id, [&](CellId leaf) { out = meet(out, read(leaf)); });
  return same ? out : nonlinear(out);
}

DepsRef LinearityFold::contents(const Expr *place) {
  DepsRef out;
  const Expr *whole = place;
  while (auto *part = llvm::dyn_cast<ComplexPart>(whole))
    whole = part->base;
  if (auto *v = llvm::dyn_cast<Variable>(whole); v && v->symbol->kind == SymbolKind::NamedConstant)
    return nullptr;
  for (CellId id : memory.places(p, whole)) {
    bool apart = parts && id == parts->array() && memory[id].type == scalarOf(whole->type);
    out = meet(out, apart ? partsOf(whole) : leaves(id, scalarOf(whole->type)));
  }
  return out;
}

/// (F7) What is not written is as it was.
DepsRef LinearityFold::partsOf(const Expr *place) {
  DepsRef out = initial(parts->array());
  ArrayParts::Touched some = parts->of(place);
  for (unsigned i = 0; i < (some ? some->size() : parts->size()); ++i)
    out = meet(out, current(partBit | (some ? (*some)[i] : i)));
  return out;
}

bool LinearityFold::varies(const Expr *place) {
  bool found = false;
  for (CellId id : memory.places(p, place))
    memory.forEachLeaf(id, [&](CellId leaf) { found = found || current(leaf); });
  return found;
}

DepsRef LinearityFold::status(const Expr *place) {
  DepsRef out;
  for (CellId id : memory.places(p, place)) {
    out = meet(out, current(id | statusBit));
    if (place->type && place->type->isPointer())
      out = meet(out, current(id));
  }
  return out;
}

// ---- Writing ------------------------------------------------------------------------------------------

/// (F7) Those that are touched; all of them where a statement does not say.
void LinearityFold::defineParts(const DepsRef &deps) {
  for (unsigned i = 0; i < (touched ? touched->size() : parts->size()); ++i) {
    unsigned number = touched ? (*touched)[i] : i;
    CellId id = partBit | number;
    bool all = sure && touched && touched->size() == 1 && parts->isOneElement(number);
    now.set(id, all ? deps : meet(current(id), deps));
  }
}

void LinearityFold::define(CellId id, DepsRef deps, bool whole) {
  if (parts && id == parts->array())
    defineParts(deps);
  now.set(id, whole ? deps : meet(current(id), deps));
  for (CellId other : memory.aliases(p, id & ~statusBit))
    if (!(id & statusBit))
      now.set(other, meet(current(other), deps));
}

void LinearityFold::write(const Expr *place, DepsRef deps, bool whole) {
  if (!place || !place->isPlace())
    return;
  deps = meet(deps, address(place));
  sure = whole && !llvm::isa<ComplexPart>(place);
  whole = whole && memory.isWhole(p, place);
  const Expr *object = place;
  while (auto *part = llvm::dyn_cast<ComplexPart>(object))
    object = part->base;
  CellSet places = memory.places(p, object);
  if (parts)
    touched = parts->of(object);
  sure = sure && places.size() == 1;
  for (CellId id : places) {
    bool same = memory[id].type == scalarOf(object->type);
    memory.forEachLeaf(id, [&](CellId leaf) { define(leaf, same ? deps : nonlinear(deps), whole); });
  }
  touched.reset();
}

void LinearityFold::setStatus(const Expr *place, DepsRef deps) {
  for (CellId id : memory.places(p, place))
    if (deps || current(id | statusBit))
      define(id | statusBit, nonlinear(deps), memory.places(p, place).size() == 1 && !memory[id].many);
}

void LinearityFold::assign(const Assign &s) {
  if (copyRecord(s))
    return;
  DepsRef value = meet(deps(s.value), nonlinear(deps(s.mask)));
  if (isWholeAllocatable(s.place)) { // takes the shape of the value
    DepsRef shape;
    forEach(s.value, [&](const Expr *e) {
      if (e->isPlace())
        shape = meet(shape, status(e));
      if (auto *element = llvm::dyn_cast<Element>(e); element && element->isSection())
        shape = meet(shape, address(e));
    });
    setStatus(s.place, shape);
  }
  write(s.place, value, !s.mask);
}

/// Records go part by part.
bool LinearityFold::copyRecord(const Assign &s) {
  if (!scalarOf(s.place->type) || !scalarOf(s.place->type)->isRecord() || !s.value->isPlace())
    return false;
  CellSet from = memory.places(p, s.value), to = memory.places(p, s.place);
  DepsRef control = meet(meet(address(s.place), address(s.value)), nonlinear(deps(s.mask)));
  bool whole = !s.mask && from.size() == 1 && memory.isWhole(p, s.place);
  for (CellId a : from)
    for (CellId b : to)
      copyParts(a, b, whole, control);
  return true;
}

void LinearityFold::copyParts(CellId from, CellId to, bool whole, const DepsRef &control) {
  auto *record = llvm::dyn_cast_or_null<RecordType>(memory[from].type);
  if (record && memory[to].type == record && !record->components.empty()) {
    for (unsigned i = 0; i < record->components.size(); ++i)
      copyParts(memory.component(from, record, i), memory.component(to, record, i), whole, control);
    return;
  }
  DepsRef value = meet(leaves(from, memory[to].type), control);
  memory.forEachLeaf(to, [&](CellId leaf) { define(leaf, value, whole && leaf == to); });
}

void LinearityFold::allocate(const Allocate &s) {
  DepsRef source = deps(s.source), size = meet(deps(s.size), deps(s.count));
  DepsRef old; // of realloc
  if (s.old)
    for (CellId id : memory.pointees(p, s.old))
      memory.forEachLeaf(id, [&](CellId leaf) { old = meet(old, read(leaf)); });
  for (const Allocation &a : s.objects) {
    DepsRef shape = size;
    for (const Dimension &d : a.shape)
      shape = meet(shape, meet(deps(d.lower), deps(d.upper)));
    setStatus(a.place, shape);
    bool pointer = a.place->type->isPointer();
    write(a.place, pointer ? nonlinear(meet(shape, deps(s.old))) : source, true);
    if (pointer && (source || old))
      for (CellId id : memory.pointees(p, a.place))
        memory.forEachLeaf(id, [&](CellId leaf) { define(leaf, meet(source, old), false); });
  }
  write(s.status, nonlinear(size), false);
}

void LinearityFold::opaque(const Opaque &s) {
  DepsRef out; // (F6)
  bool writes = false;
  for (const OpaquePiece &piece : s.pieces) {
    if (piece.value && piece.effect != OpaquePiece::Effect::Writes)
      out = meet(out, deps(piece.value));
    writes |= piece.effect >= OpaquePiece::Effect::Writes;
  }
  if (out)
    define(Memory::unknown(), nonlinear(out), false);
  if (writes)
    for (const OpaquePiece &piece : s.pieces)
      if (piece.value && piece.effect >= OpaquePiece::Effect::Writes)
        write(piece.value, nonlinear(current(Memory::unknown())), true);
}

// ---- Structure ----------------------------------------------------------------------------------------

void LinearityFold::block(const Block &b) {
  for (const StmtPtr &s : b) {
    if (visitor)
      visitor(*s);
    statement(*s);
  }
}

void LinearityFold::statement(const Stmt &s) {
  switch (s.kind()) {
  case StmtKind::Assign:
    return assign(llvm::cast<Assign>(s));
  case StmtKind::Call:
    return call(llvm::cast<Call>(s));
  case StmtKind::If:
    return branch(llvm::cast<If>(s));
  case StmtKind::For:
    return loop(s, {}, llvm::cast<For>(s).body);
  case StmtKind::While:
    return loop(s, llvm::cast<While>(s).head, llvm::cast<While>(s).body);
  case StmtKind::Allocate:
    return allocate(llvm::cast<Allocate>(s));
  case StmtKind::Opaque:
    return opaque(llvm::cast<Opaque>(s));
  default:
    return;
  }
}

void LinearityFold::call(const Call &s) {
  if (ArrayParts::Touched returned = parts && s.result ? parts->of(s.result) : std::nullopt)
    touched = parts->of(&s) ? std::nullopt : returned;
  else if (parts)
    touched = parts->of(&s);
  sure = false;
  for (auto &[id, result] : results(s, *this, [&](CellId cell) { return read(cell); }))
    define(id, result.deps, result.sure);
  touched.reset();
}

void LinearityFold::branch(const If &s) {
  DepsRef control = nonlinear(deps(s.condition));
  size_t mark = now.mark();
  block(s.thenBlock);
  DepsState::Changes then = now.since(mark);
  now.undo(mark);
  block(s.elseBlock);
  DepsState::Changes otherwise = now.since(mark);
  now.undo(mark);
  std::map<CellId, DepsRef> merged;
  for (auto &[id, deps] : otherwise)
    merged[id] = meet(meet(deps, current(id)), control);
  std::map<CellId, DepsRef> other(otherwise.begin(), otherwise.end());
  for (auto &[id, deps] : then) {
    auto both = other.find(id);
    merged[id] = meet(meet(deps, both == other.end() ? current(id) : both->second), control);
  }
  for (auto &[id, deps] : merged)
    now.set(id, deps);
}

/// One way through head and body from the state at the head; returns on what it depends whether there is another.
DepsRef LinearityFold::pass(const Stmt &s, const Block &head, const Block &body) {
  block(head);
  DepsRef control;
  if (auto *repeated = llvm::dyn_cast<While>(&s))
    control = nonlinear(deps(repeated->condition));
  block(body);
  return control;
}

/// Whether the state at the head of a loop is another now.
bool LinearityFold::mergeAtHead(const DepsState::Changes &after, const DepsRef &control, unsigned round) {
  constexpr unsigned patience = 4; // degrees that go through some variables in turn
  bool changed = false;
  for (auto &[id, deps] : after) {
    DepsRef before = current(id), next = meet(meet(before, deps), control);
    if (now.holds(id) && equal(before, next))
      continue;
    now.set(id, round < patience ? next : widened(before, next));
    changed = true;
  }
  return changed;
}

void LinearityFold::loop(const Stmt &s, const Block &head, const Block &body) {
  DepsRef bounds;
  if (auto *counted = llvm::dyn_cast<For>(&s)) {
    bounds = nonlinear(meet(meet(deps(counted->lower), deps(counted->bound)), deps(counted->step)));
    define(memory.variable(counted->variable), bounds, true);
    for (CellId id : wholeArrays.of(*counted))
      now.set(id, nullptr);
  }
  size_t before = now.mark();
  mergeAtHead(heads[&s], nullptr, 0); // as it was in an earlier round of a loop around this one
  for (unsigned round = 0;; ++round) {
    size_t mark = now.mark();
    DepsRef control = meet(bounds, pass(s, head, body));
    DepsState::Changes after = now.since(mark);
    now.undo(mark);
    bool changed = mergeAtHead(after, control, round);
    if (!changed || visitor)
      break;
  }
  heads[&s] = now.since(before);
  if (!head.empty()) { // it runs once more, and then the loop ends
    auto observed = std::move(visitor);
    visitor = nullptr;
    block(head);
    visitor = std::move(observed);
  }
}

} // namespace costate::analysis
