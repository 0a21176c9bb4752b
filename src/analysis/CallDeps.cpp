#include "analysis/CallDeps.h"

#include "analysis/DependenceGraph.h"
#include "analysis/LibraryFunctions.h"

#include "llvm/Support/Casting.h"

namespace costate::analysis {

using namespace ir;

DepsRef CallDeps::control(const Call &s) {
  DepsRef out = s.pointer ? expressions.deps(s.pointer) : nullptr;
  for (const Argument &a : s.arguments) {
    if (!a.value || !a.value->type)
      continue;
    if (a.value->isPlace())
      out = meet(out, expressions.address(a.value));
    if (a.value->type->isPointer())
      out = meet(out, expressions.deps(a.value));
  }
  if (s.result)
    out = meet(out, expressions.address(s.result));
  return nonlinear(out);
}

void CallDeps::put(CellId id, const DepsRef &value, bool sure) {
  auto [at, fresh] = results.try_emplace(id);
  at->second = {meet(at->second.deps, meet(value, chosen)), sure && fresh};
}

std::map<CellId, CallDeps::Result> CallDeps::of(const Call &s) {
  chosen = control(s);
  const auto &targets = memory.calls().targets(s);
  bool known = memory.calls().isKnown(s);
  for (const Procedure *target : targets)
    run(s, target, known && targets.size() == 1);
  if (!known)
    outside(s);
  return std::move(results);
}

/// Memory seen as another type than its own (F5).
DepsRef CallDeps::leaves(CellId id, const Type *seenAs) {
  DepsRef out;
  memory.forEachLeaf(id, [&](CellId leaf) { out = meet(out, cell(leaf)); });
  return seenAs && memory[id].type == seenAs ? out : nonlinear(out);
}

// ---- With source --------------------------------------------------------------------------------------

/// Cells of the target that may get their values from the caller.
CellBits CallDeps::interfaceOf(const Procedure *target) {
  CellBits out = effects.of(target).reads;
  out |= effects.of(target).writes;
  for (const Symbol *parameter : target->parameters)
    memory.forEachLeaf(memory.variable(parameter), [&](CellId leaf) { out.set(leaf); });
  return out;
}

/// A part of a parameter that is passed by value.
DepsRef CallDeps::byValue(const Expr *actual, CellId id) {
  CellId root = memory.root(id);
  if (id == root || !actual->isPlace())
    return id == root ? expressions.deps(actual) : nonlinear(expressions.deps(actual));
  std::vector<CellId> path;
  for (CellId part = id; part != root; part = memory[part].base)
    path.push_back(part);
  CellSet at = memory.places(p, actual);
  for (size_t i = path.size(); i-- > 0;) {
    auto *record = llvm::dyn_cast_or_null<RecordType>(memory[memory[path[i]].base].type);
    CellSet inner;
    for (CellId outer : at) {
      if (!record || memory[outer].type != record)
        return nonlinear(expressions.deps(actual));
      insert(inner, memory.component(outer, record, memory[path[i]].component));
    }
    at = std::move(inner);
  }
  DepsRef out;
  for (CellId part : at)
    out = meet(out, leaves(part, memory[id].type));
  return out;
}

/// Whatever the target or what it calls may read.
DepsRef CallDeps::fromElsewhere(const Procedure *target) {
  DepsRef out = cell(elsewhere.cell);
  if (summaries.joinsShared())
    for (CellId id : effects.of(target).reads)
      if (memory.isShared(id))
        out = meet(out, cell(id));
  return out;
}

/// What a cell of the target holds when it is entered.
DepsRef CallDeps::input(const Call &s, const Procedure *target, CellId id) {
  if (id & statusBit) {
    DepsRef out;
    for (CellId at : memory.bind(p, s, target, id & ~statusBit))
      out = meet(out, cell(at | statusBit));
    return out;
  }
  if (id == elsewhere.cell)
    return fromElsewhere(target);
  if (memory.isShared(id))
    return cell(id);
  const Cell root = memory[memory.root(id)];
  if (root.kind == Cell::Kind::Variable) {
    const Expr *actual = Memory::argument(s, target, root.symbol);
    if (!actual || !actual->type)
      return nullptr;
    bool pointer = root.type && root.type->isPointer();
    if (root.symbol->byValue || (!actual->isPlace() && !actual->type->isPointer()) || pointer)
      return byValue(actual, id);
  }
  DepsRef out;
  for (CellId at : memory.bind(p, s, target, id))
    out = meet(out, leaves(at, memory[id].type));
  return out;
}

void CallDeps::run(const Call &s, const Procedure *target, bool alone) {
  llvm::DenseMap<CellId, DepsRef> inputs;
  auto given = [&](Source source) {
    auto found = inputs.find(source.cell);
    if (found != inputs.end())
      return found->second;
    return inputs[source.cell] = input(s, target, source.cell);
  };
  CellBits varying;
  if (cell(Memory::unknown()))
    varying.set(Memory::unknown());
  for (CellId id : interfaceOf(target))
    if (!(summaries.sharedVaries() && memory.isShared(id)) && given({id, true}))
      varying.set(id);
  for (auto &[id, deps] : summaries.summary(target, varying)) {
    DepsRef value = deps ? composed(*deps, given) : nullptr;
    CellId plain = id & ~statusBit;
    CellSet at = memory.bind(p, s, target, plain);
    for (CellId to : at) {
      const Cell &there = memory[to];
      bool same = there.type && there.type == memory[plain].type;
      bool sure = alone && same && at.size() == 1 && !there.many && !there.overlaid &&
                  there.kind != Cell::Kind::Unknown && there.kind != Cell::Kind::Heap;
      if (id & statusBit)
        put(to | statusBit, nonlinear(value), sure);
      else
        memory.forEachLeaf(to, [&](CellId leaf) { put(leaf, same ? value : nonlinear(value), sure); });
    }
  }
}

// ---- Without source -----------------------------------------------------------------------------------

/// The values a procedure may get through an argument.
DepsRef CallDeps::handedOver(const Expr *argument) {
  if (!argument || !argument->type)
    return nullptr;
  DepsRef out;
  if (!argument->type->isPointer())
    out = expressions.deps(argument);
  memory.forEachReached(p, memory.referredTo(p, argument), [&](CellId leaf) {
    out = meet(out, cell(leaf));
    return true;
  });
  return nonlinear(out);
}

/// Memory moves as it is.
void CallDeps::outsideCopy(const Call &s, const OutsideEffect &effect) {
  unsigned to = effect.written[0].argument, from = effect.written[0].from[0];
  for (CellId target : memory.referredTo(p, s.arguments[to].value))
    for (CellId source : memory.referredTo(p, s.arguments[from].value)) {
      bool same = memory[source].type == memory[target].type && memory[source].type &&
                  !memory[source].type->isRecord();
      DepsRef value = leaves(source, same ? memory[target].type : nullptr);
      memory.forEachLeaf(target, [&](CellId leaf) { put(leaf, value); });
    }
}

/// What one argument or the result gets, where something is known of the procedure. That no derivative comes
/// from anywhere says nothing: a value that only jumps has none.
DepsRef CallDeps::outsideValue(const Call &s, const OutsideEffect::Written &written, const DepsRef &all) {
  switch (libraryEffect(s)) {
  case LibraryEffect::Input:
    return nonlinear(cell(Memory::unknown())); // (F6)
  case LibraryEffect::SetsBytes:
    return nonlinear(expressions.deps(s.arguments[1].value));
  default:
    break;
  }
  DepsRef value;
  for (unsigned i : written.from)
    value = meet(value, handedOver(s.arguments[i].value));
  return written.from.empty() ? all : value;
}

void CallDeps::outsideWrites(const Call &s, const OutsideEffect &effect, const DepsRef &all,
                             DepsRef &returned) {
  for (const OutsideEffect::Written &written : effect.written) {
    DepsRef value = outsideValue(s, written, all);
    const Expr *place = written.argument == resultArgument ? nullptr : s.arguments[written.argument].value;
    if (written.argument == resultArgument)
      returned = value;
    else if (place && place->type)
      memory.forEachReached(p, memory.referredTo(p, place), [&](CellId leaf) {
        put(leaf, value);
        return true;
      });
  }
}

void CallDeps::outside(const Call &s) {
  OutsideEffect effect = effects.outside(p, s);
  DepsRef all = cell(Memory::unknown()); // (F6)
  for (const Argument &a : s.arguments)
    all = meet(all, handedOver(a.value));
  all = nonlinear(all);
  DepsRef returned = all;
  if (effect.known && effect.copies)
    outsideCopy(s, effect);
  else if (effect.known)
    outsideWrites(s, effect, all, returned);
  for (CellId id : effects.outsideWrites(p, s))
    if (!effect.known || !isDifferentiable(memory, id))
      put(id, all);
  if (all)
    put(Memory::unknown(), all);
  if (!s.result)
    return;
  bool sure = memory.calls().targets(s).empty() && memory.isWhole(p, s.result);
  for (CellId id : memory.places(p, s.result))
    memory.forEachLeaf(id, [&](CellId leaf) { put(leaf, returned, sure); });
}

} // namespace costate::analysis
