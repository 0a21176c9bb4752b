#include "analysis/Accesses.h"

#include "analysis/Differentiable.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

CellBits Accesses::reads(const Procedure *p, const Expr *e) {
  CellBits out;
  forEachRead(e, [&](const Expr *place) {
    for (CellId id : memory.places(p, place))
      memory.forEachLeaf(id, [&](CellId leaf) { out.set(leaf); });
  });
  return out;
}

CellBits Accesses::addressReads(const Procedure *p, const Expr *place) {
  CellBits out;
  if (auto *element = llvm::dyn_cast<Element>(place)) {
    for (const Expr *s : element->subscripts)
      out |= reads(p, s);
    out |= addressReads(p, element->base);
  } else if (auto *field = llvm::dyn_cast<Field>(place)) {
    out = addressReads(p, field->base);
  } else if (auto *part = llvm::dyn_cast<ComplexPart>(place)) {
    out = addressReads(p, part->base);
  } else if (auto *v = llvm::dyn_cast<Variable>(place)) {
    forEachLocalExtent(v->symbol->type, [&](const Expr *extent) { out |= reads(p, extent); });
  } else {
    for (const Expr *operand : operands(place))
      out |= reads(p, operand);
  }
  return out;
}

bool Accesses::takesValue(const Call &call, size_t argument) const {
  auto takes = [&](const Procedure *target) {
    return target && argument < target->parameters.size() && target->parameters[argument]->byValue;
  };
  return (call.callee && takes(call.callee->procedure)) || llvm::any_of(memory.calls().targets(call), takes);
}

bool Accesses::passesAddress(const Procedure *p, const Call &call, size_t argument) const {
  const Expr *value = call.arguments[argument].value;
  auto *pointer = llvm::dyn_cast<PointerType>(value->type->strip());
  if (p->language != Language::Fortran || !value->isPlace() ||
      (pointer && llvm::isa<ProcedureType>(pointer->pointee->strip())))
    return false;
  return !takesValue(call, argument);
}

CellBits Accesses::argumentReads(const Procedure *p, const Call &call) {
  CellBits out;
  for (size_t i = 0; i < call.arguments.size(); ++i) {
    const Expr *value = call.arguments[i].value;
    if (!value || !value->type)
      continue;
    auto *address = llvm::dyn_cast<AddressOf>(value);
    const Expr *place = address ? address->place : passesAddress(p, call, i) ? value : nullptr;
    out |= place ? addressReads(p, place) : reads(p, value);
  }
  return out;
}

CellBits Accesses::cells(const Procedure *p, const Expr *place) {
  CellBits out;
  for (CellId id : memory.places(p, place))
    memory.forEachLeaf(id, [&](CellId leaf) { out.set(leaf); });
  return out;
}

CellBits Accesses::placeWrites(const Procedure *p, const Expr *place) {
  CellBits out;
  addPlace(p, place, out);
  return out;
}

CellBits Accesses::writes(const Procedure *p, const Stmt &s) {
  CellBits out;
  addWrites(p, s, out);
  return out;
}

CellBits Accesses::writes(const Procedure *p, const Block &block) {
  CellBits out;
  for (const StmtPtr &s : block)
    addWrites(p, *s, out);
  return out;
}

void Accesses::addWritten(const Procedure *p, CellId id, CellBits &out) {
  auto add = [&](CellId leaf) {
    if (!memory.isConstant(leaf))
      out.set(leaf);
  };
  memory.forEachLeaf(id, [&](CellId leaf) {
    add(leaf);
    for (CellId other : memory.aliases(p, leaf))
      memory.forEachLeaf(other, add);
  });
}

void Accesses::addPlace(const Procedure *p, const Expr *place, CellBits &out) {
  if (place && place->isPlace())
    for (CellId id : memory.places(p, place))
      addWritten(p, id, out);
}

CellBits Accesses::calleeAccesses(const Procedure *p, const Call &call) {
  CellBits out;
  for (const Procedure *target : memory.calls().targets(call)) {
    CellBits touched = effects.of(target).reads;
    touched |= effects.of(target).writes;
    if (target->result)
      memory.forEachLeaf(memory.variable(target->result), [&](CellId id) { touched.reset(id); });
    for (CellId id : effects.bound(p, call, target, touched))
      addWritten(p, id, out); // by all its names
  }
  addUnknown(p, call, out);
  return out;
}

void Accesses::addCall(const Procedure *p, const Call &call, CellBits &out) {
  addPlace(p, call.result, out);
  addCallee(p, call, out);
}

void Accesses::addCallee(const Procedure *p, const Call &call, CellBits &out) {
  for (const Procedure *target : memory.calls().targets(call))
    for (CellId id : effects.bound(p, call, target, effects.of(target).writes))
      addWritten(p, id, out);
  addUnknown(p, call, out);
}

/// What a procedure without source may read or write.
void Accesses::addUnknown(const Procedure *p, const Call &call, CellBits &out) {
  if (!memory.calls().isKnown(call))
    for (CellId id : effects.reachable(p, call))
      addWritten(p, id, out);
}

void Accesses::addWrites(const Procedure *p, const Stmt &s, CellBits &out) {
  if (auto *assign = llvm::dyn_cast<Assign>(&s))
    addPlace(p, assign->place, out);
  else if (auto *call = llvm::dyn_cast<Call>(&s))
    addCall(p, *call, out);
  else if (auto *loop = llvm::dyn_cast<For>(&s))
    addWritten(p, memory.variable(loop->variable), out);
  for (const Expr *place : namedAndWritten(s))
    addPlace(p, place, out);
  for (const Block *inner : blocks(s))
    for (const StmtPtr &x : *inner)
      addWrites(p, *x, out);
}

std::vector<const Expr *> namedAndWritten(const Stmt &s) {
  std::vector<const Expr *> found;
  if (auto *allocate = llvm::dyn_cast<Allocate>(&s)) {
    for (const Allocation &a : allocate->objects)
      found.push_back(a.place);
    found.insert(found.end(), {allocate->status, allocate->message});
  } else if (auto *free = llvm::dyn_cast<Free>(&s)) {
    found = free->places;
    found.insert(found.end(), {free->status, free->message});
  } else if (auto *opaque = llvm::dyn_cast<Opaque>(&s)) {
    for (const OpaquePiece &piece : opaque->pieces)
      if (piece.effect >= OpaquePiece::Effect::Writes)
        found.push_back(piece.value);
  }
  std::erase_if(found, [](const Expr *e) { return !e || !e->isPlace(); });
  return found;
}

bool isWholeAllocatable(const Expr *place) {
  if (auto *variable = llvm::dyn_cast<Variable>(place))
    return variable->symbol->allocatable;
  auto *field = llvm::dyn_cast<Field>(place);
  return field && field->record->components[field->component].allocatable;
}

bool keepsMemory(const Assign &s) {
  return isWholeAllocatable(s.place) && !s.place->type->isArray() && isDifferentiableScalar(s.place->type);
}

const Expr *withoutFullRanges(const Expr *place) {
  auto *element = llvm::dyn_cast<Element>(place);
  bool isFull = element && std::all_of(element->subscripts.begin(), element->subscripts.end(), [](const Expr *s) {
                  auto *range = llvm::dyn_cast<Range>(s);
                  return range && !range->lower && !range->upper && !range->stride;
                });
  return isFull ? element->base : place;
}

bool isAllocatablePart(const Expr *place) {
  auto *field = llvm::dyn_cast<Field>(place);
  if (!field || !field->record->components[field->component].allocatable || place->type->isPointer())
    return false;
  for (const Expr *e = field->base; !llvm::isa<Variable>(e);) {
    auto *element = llvm::dyn_cast<Element>(e);
    auto *part = llvm::dyn_cast<Field>(e);
    if ((!element && !part) || e->type->isPointer())
      return false;
    e = element ? element->base : part->base;
  }
  const Symbol *root = rootVariable(place);
  return root && !root->type->isPointer();
}

const Expr *everyElement(ExprArena &exprs, const Expr *array) {
  std::vector<const Expr *> all(array->type->rank());
  for (const Expr *&subscript : all)
    subscript = exprs.make<Range>(nullptr, nullptr, nullptr, array->location);
  return exprs.make<Element>(array->type->strip(), array, all, array->location);
}

} // namespace costate::analysis
