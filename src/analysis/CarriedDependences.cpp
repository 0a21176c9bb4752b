#include "analysis/CarriedDependences.h"

#include "llvm/Support/Casting.h"

namespace costate::analysis {

using namespace ir;

namespace {

/// Any value that varies but is not carried: a factor like this makes a product nonlinear.
constexpr Source anything{Memory::unknown(), true};

const Type *scalarOf(const Type *type) { return type ? type->scalar()->strip() : nullptr; }

} // namespace

CarriedDependences::CarriedDependences(Memory &memory, EffectSummaries &effects, CarriedReads &reads,
                                       LinearityFold &fold, const Procedure *p, const VaryingUses &varying,
                                       const Stmt &loop)
    : ExpressionDeps(p->language), memory(memory), effects(effects), reads(reads), fold(fold), p(p),
      varying(varying), loop(loop), written(Accesses(memory, effects).writes(p, loop)) {}

LoopLinearity CarriedDependences::run() {
  walkLoop();
  LoopLinearity out;
  out.loop = &loop;
  out.fusable = true;
  for (auto &[cells, how] : found) {
    out.carried.push_back({"", "", how.first, how.second, cells.first, cells.second});
    out.fusable &= how.first.isLinear() && !memory[cells.second].many;
  }
  transitive = true;
  for (changed = !found.empty(); changed;) {
    changed = false;
    walkLoop();
  }
  out.needed.assign(needed.begin(), needed.end());
  return out;
}

void CarriedDependences::walkLoop() {
  CellBits must;
  if (auto *counted = llvm::dyn_cast<For>(&loop)) {
    must.set(memory.variable(counted->variable));
    return walk(counted->body, must, nullptr);
  }
  auto &repeated = llvm::cast<While>(loop);
  at = &loop;
  // The condition decides over the next iteration.
  CellBits headMust;
  walk(repeated.head, headMust, nullptr);
  at = &loop;
  before = &headMust;
  DepsRef control = nonlinear(deps(repeated.condition));
  walk(repeated.head, must, control);
  walk(repeated.body, must, control);
}

// ---- Reads --------------------------------------------------------------------------------------------

DepsRef CarriedDependences::leaf(CellId id, bool carried) {
  const Symbol *s = memory[id].kind == Cell::Kind::Variable ? memory[id].symbol : nullptr;
  if (s && s->temporary)
    if (auto known = temporaries.find(id); known != temporaries.end())
      return known->second;
  DepsRef out = Deps::of(carried ? Source{id, false} : anything, Shape::polynomial(1));
  if (auto value = through.find(id); transitive && value != through.end())
    out = meet(out, value->second);
  return out;
}

DepsRef CarriedDependences::contents(const Expr *place) {
  if (!varying.places.count(place))
    return nullptr;
  const Expr *whole = place;
  while (auto *part = llvm::dyn_cast<ComplexPart>(whole))
    whole = part->base;
  DepsRef out;
  for (CellId id : memory.places(p, whole)) {
    DepsRef value;
    memory.forEachLeaf(id, [&](CellId x) {
      bool carried = written.test(x) && !before->test(x) &&
                     (!memory[x].many || reads.isCarried(loop, *at, place));
      value = meet(value, leaf(x, carried));
    });
    out = meet(out, memory[id].type == scalarOf(whole->type) ? value : nonlinear(value));
  }
  return out;
}

// ---- Writes -------------------------------------------------------------------------------------------

void CarriedDependences::note(CellId id, const DepsRef &value) {
  const Symbol *s = memory[id].kind == Cell::Kind::Variable ? memory[id].symbol : nullptr;
  if (s && s->temporary)
    temporaries[id] = value;
  if (transitive) {
    DepsRef &known = through[id], next = meet(known, value);
    changed |= !equal(known, next);
    known = next;
  }
  if (!value)
    return;
  for (const Deps::Entry &e : value->entries()) {
    if (e.source == anything)
      continue;
    if (!e.shape.isLinear())
      needed.insert(e.source.cell);
    if (transitive || (s && s->temporary))
      continue;
    auto [entry, fresh] = found.try_emplace({id, e.source.cell}, e.shape, at->location);
    if (!fresh) {
      bool worse = rules::meet(entry->second.first, e.shape) != entry->second.first;
      entry->second.first = rules::meet(entry->second.first, e.shape);
      if (worse)
        entry->second.second = at->location;
    }
  }
}

void CarriedDependences::write(const Expr *place, const DepsRef &value, bool whole, CellBits &must) {
  if (!place || !place->isPlace())
    return;
  DepsRef all = meet(value, address(place));
  const Expr *object = place;
  while (auto *part = llvm::dyn_cast<ComplexPart>(object))
    object = part->base;
  whole = whole && memory.isWhole(p, place);
  for (CellId id : memory.places(p, object))
    memory.forEachLeaf(id, [&](CellId x) {
      note(x, memory[id].type == scalarOf(object->type) ? all : nonlinear(all));
      if (whole)
        must.set(x);
    });
}

void CarriedDependences::walk(const Block &b, CellBits &must, DepsRef control) {
  for (const StmtPtr &s : b)
    statement(*s, must, control);
}

void CarriedDependences::statement(const Stmt &s, CellBits &must, const DepsRef &control) {
  CellBits known = must; // as it is when the statement begins
  at = &s;
  before = &known;
  if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
    write(assign->place, meet(meet(deps(assign->value), nonlinear(deps(assign->mask))), control), !assign->mask,
          must);
  } else if (auto *branch = llvm::dyn_cast<If>(&s)) {
    DepsRef inner = meet(control, nonlinear(deps(branch->condition)));
    CellBits other = must;
    walk(branch->thenBlock, must, inner);
    walk(branch->elseBlock, other, inner);
    must &= other;
  } else if (auto *counted = llvm::dyn_cast<For>(&s)) {
    DepsRef bounds = meet(meet(deps(counted->lower), deps(counted->bound)), deps(counted->step));
    must.set(memory.variable(counted->variable));
    CellBits within = must;
    walk(counted->body, within, meet(control, nonlinear(bounds)));
  } else if (auto *repeated = llvm::dyn_cast<While>(&s)) {
    walk(repeated->head, must, control);
    CellBits within = must;
    at = &s;
    before = &within;
    DepsRef inner = meet(control, nonlinear(deps(repeated->condition)));
    walk(repeated->head, within, inner);
    walk(repeated->body, within, inner);
  } else if (auto *invocation = llvm::dyn_cast<Call>(&s)) {
    call(*invocation, must, control);
  } else {
    DepsRef all = control;
    for (const Expr *e : expressions(s))
      all = meet(all, nonlinear(deps(e)));
    for (CellId id : Accesses(memory, effects).writes(p, s))
      note(id, all);
  }
}

void CarriedDependences::call(const Call &s, CellBits &must, const DepsRef &control) {
  auto cell = [&](CellId id) -> DepsRef {
    if (!varying.inputs.count({&s, id}))
      return nullptr;
    return leaf(id, written.test(id) && !before->test(id) &&
                        (!memory[id].many || reads.isCarried(loop, s, id)));
  };
  for (auto &[id, result] : fold.results(s, *this, cell))
    note(id & ~statusBit, meet(result.deps, control));
  must |= effects.killsOf(p, s);
}

} // namespace costate::analysis
