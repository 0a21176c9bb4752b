#include "analysis/ValueFlow.h"

#include "llvm/Support/Casting.h"

namespace costate::analysis {

using namespace ir;

CellSet ValueFlow::leaves(const Procedure *p, const Expr *place) {
  CellSet out;
  bool number = place->type && (place->type->scalar()->strip()->isReal() ||
                                place->type->scalar()->strip()->isComplex());
  for (CellId id : memory.places(p, place))
    memory.forEachLeaf(id, [&](CellId leaf) {
      // A number in memory declared otherwise (a byte buffer) is a number all the same.
      if (number || isDifferentiable(memory, leaf))
        insert(out, leaf);
    });
  return out;
}

CellSet ValueFlow::allocated(const Procedure *p, const Expr *place) {
  if (!place->type->isPointer())
    return leaves(p, place);
  CellSet out;
  for (CellId id : memory.pointees(p, place))
    memory.forEachLeaf(id, [&](CellId leaf) {
      if (isDifferentiable(memory, leaf))
        insert(out, leaf);
    });
  return out;
}

CellSet ValueFlow::sources(const Procedure *p, const Expr *value) {
  CellSet out;
  forEachActiveRead(value, p->language, [&](const Expr *place) {
    if (!place->type->isPointer())
      for (CellId leaf : leaves(p, place))
        insert(out, leaf);
  });
  return out;
}

void ValueFlow::pair(CellId from, CellId to, const std::function<void(CellId, CellId)> &visit) {
  auto recordOf = [&](CellId id) {
    return llvm::dyn_cast_or_null<RecordType>(memory[id].type);
  };
  const RecordType *record = recordOf(from);
  if (record && record == recordOf(to) && !record->components.empty()) {
    for (unsigned i = 0; i < record->components.size(); ++i)
      pair(memory.component(from, record, i), memory.component(to, record, i), visit);
    return;
  }
  // Seen as different types: any number to any, but pointers are no numbers.
  auto isPointer = [&](CellId id) { return memory[id].type && memory[id].type->isPointer(); };
  memory.forEachLeaf(from, [&](CellId f) {
    memory.forEachLeaf(to, [&](CellId t) {
      if ((isDifferentiable(memory, f) || isDifferentiable(memory, t)) && !isPointer(f) &&
          !isPointer(t))
        visit(f, t);
    });
  });
}

bool ValueFlow::copiesRecords(const Procedure *p, const Expr *place, const Expr *value,
                              const std::function<void(CellId, CellId)> &visit) {
  if (!place->type->scalar()->strip()->isRecord() || !value->isPlace())
    return false;
  for (CellId from : memory.places(p, value))
    for (CellId to : memory.places(p, place))
      pair(from, to, visit);
  return true;
}

CellBits ValueFlow::touched(const Procedure *target) const {
  CellBits all = effects.of(target).reads;
  all |= effects.of(target).writes;
  return all;
}

void ValueFlow::forEachInput(const Procedure *caller, const Call &call, const Procedure *target,
                             const std::function<void(CellId, CellId)> &visit) {
  // By reference: memory the target reads.
  for (CellId id : everyArgument ? touched(target) : effects.of(target).reads)
    if (!memory.isShared(id) && isDifferentiable(memory, id))
      for (CellId at : memory.bind(caller, call, target, id))
        pair(at, id, visit);
  // Values: by-value parameters, and expressions passed by reference.
  for (const Symbol *parameter : target->parameters) {
    const Expr *actual = Memory::argument(call, target, parameter);
    CellId own = memory.variable(parameter);
    bool isPointer = memory[own].type && memory[own].type->isPointer();
    if (!actual || !actual->type || isPointer || (!parameter->byValue && actual->isPlace()) ||
        actual->type->isPointer())
      continue;
    if (actual->isPlace() && actual->type->scalar()->strip()->isRecord())
      for (CellId at : memory.places(caller, actual))
        pair(at, own, visit);
    else
      for (CellId source : sources(caller, actual))
        memory.forEachLeaf(own, [&](CellId leaf) {
          if (isDifferentiable(memory, leaf))
            visit(source, leaf);
        });
  }
}

void ValueFlow::forEachOutput(const Procedure *caller, const Call &call, const Procedure *target,
                              const std::function<void(CellId, CellId)> &visit) {
  for (CellId id : everyArgument ? touched(target) : effects.of(target).writes)
    if (!memory.isShared(id) && isDifferentiable(memory, id))
      for (CellId at : memory.bind(caller, call, target, id))
        pair(id, at, visit);
}

/// The numbers an argument hands over: those it leads to, or those its value depends on.
CellSet ValueFlow::numbers(const Procedure *caller, const Expr *argument) {
  if (!argument || !argument->type)
    return {};
  if (!argument->isPlace() && !argument->type->isPointer())
    return sources(caller, argument);
  CellSet out;
  memory.forEachReached(caller, memory.referredTo(caller, argument), [&](CellId leaf) {
    if (isDifferentiable(memory, leaf))
      insert(out, leaf);
    return true;
  });
  return out;
}

ValueFlow::Transfer ValueFlow::anything(const Procedure *caller, const Call &call) {
  Transfer out;
  for (CellId id : effects.reachable(caller, call))
    if (isDifferentiable(memory, id)) {
      insert(out.inputs, id);
      insert(out.outputs, id);
    }
  for (const Argument &a : call.arguments)
    if (a.value && !a.value->isPlace())
      insertAll(out.inputs, sources(caller, a.value));
  if (call.result)
    insertAll(out.outputs, leaves(caller, call.result));
  return out;
}

std::vector<ValueFlow::Transfer> ValueFlow::outside(const Procedure *caller, const Call &call) {
  OutsideEffect effect = effects.outside(caller, call);
  if (!effect.known)
    return {anything(caller, call)};
  std::vector<Transfer> out;
  auto actual = [&](int i) { return call.arguments[i].value; };
  if (effect.copies) {
    std::map<CellId, CellSet> into;
    for (CellId from : memory.referredTo(caller, actual(1 - effect.written[0].argument)))
      for (CellId to : memory.referredTo(caller, actual(effect.written[0].argument)))
        pair(from, to, [&](CellId f, CellId t) { insert(into[t], f); });
    for (auto &[to, from] : into)
      out.push_back({from, {to}});
    return out;
  }
  for (const OutsideEffect::Written &written : effect.written) {
    Transfer transfer;
    for (unsigned i : written.from)
      insertAll(transfer.inputs, numbers(caller, actual(i)));
    if (written.argument != resultArgument)
      transfer.outputs = numbers(caller, actual(written.argument));
    else if (call.result)
      transfer.outputs = leaves(caller, call.result);
    out.push_back(std::move(transfer));
  }
  return out;
}

uint32_t ValueFlow::site(const Call &call, const Procedure *target) {
  return sites.try_emplace({&call, target}, sites.size() + 1).first->second;
}

} // namespace costate::analysis
