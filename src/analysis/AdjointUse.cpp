#include "analysis/AdjointUse.h"

#include "analysis/Differentiable.h"
#include "rules/Rules.h"

namespace costate::analysis {

using namespace ir;
using rules::Operation;
using rules::Treatment;

/// use(I') of an expression whose adjoint is taken apart as AdjointTerms does it.
void AdjointUse::add(const Expr *e, CellBits &out) {
  if (!varies(e) || !carriesDerivative(e->type))
    return;
  auto *part = llvm::dyn_cast<ComplexPart>(e);
  if (e->isPlace() && (!part || part->base->isPlace())) {
    out |= addressReads(e);
    return;
  }
  if (auto *choice = llvm::dyn_cast<Conditional>(e)) {
    out |= reads(choice->condition);
    add(choice->whenTrue, out);
    add(choice->whenFalse, out);
    return;
  }
  if (!Operation::isOperation(e) || !isDifferentiableScalar(e->type)) {
    for (const Expr *operand : operands(e)) {
      if (operand->type && !carriesDerivative(operand->type))
        out |= reads(operand);
      add(operand, out);
    }
    return;
  }
  Operation operation(e, p->language);
  auto &arguments = operation.arguments();
  auto *function = llvm::dyn_cast<Intrinsic>(e);
  bool selects = function && function->name == "merge";
  for (unsigned i = 0; i < arguments.size(); ++i) {
    if (selects && arguments[i] && arguments[i]->type->isLogical())
      out |= reads(arguments[i]);
    if (!varies(arguments[i]) || operation.treatment(i) == Treatment::Zero)
      continue;
    rules::Reads needs = operation.reads(i);
    for (unsigned j = 0; j < needs.arguments.size() && j < arguments.size(); ++j)
      if (needs.arguments[j])
        out |= reads(arguments[j]);
    if (needs.result)
      out |= reads(e);
    add(arguments[i], out);
  }
}

CellBits AdjointUse::of(const Stmt &s) {
  CellBits out;
  if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
    if (!isActive(assign->place))
      return out;
    out |= addressReads(assign->place);
    out |= reads(assign->mask);
    add(assign->value, out);
  } else if (auto *opaque = llvm::dyn_cast<Opaque>(&s)) {
    for (const OpaquePiece &piece : opaque->pieces)
      if (piece.effect >= OpaquePiece::Effect::Writes && isActive(piece.value))
        out |= addressReads(piece.value);
  } else if (auto *call = llvm::dyn_cast<Call>(&s)) {
    addCall(*call, out);
  } else if (auto *allocate = llvm::dyn_cast<Allocate>(&s)) {
    for (const Allocation &a : allocate->objects)
      out |= addressReads(a.place);
    add(allocate->source, out);
  } else if (auto *free = llvm::dyn_cast<Free>(&s)) {
    for (const Expr *place : free->places)
      if (place->isPlace())
        out |= addressReads(place);
  }
  return out;
}

void AdjointUse::addCall(const Call &call, CellBits &out) {
  if (call.result && isActive(call.result))
    out |= addressReads(call.result);
  for (const Argument &a : call.arguments) {
    if (!a.value || !a.value->type)
      continue;
    out |= ofArgument(a.value);
    add(a.value, out);
  }
  if (const ExternalUse &use = varied.memory().external(call); use && !use.spec->inactive)
    out |= accesses.calleeAccesses(p, call); // its adjoint gets the values, too
  out |= reads(call.pointer);
}

CellBits AdjointUse::ofArgument(const Expr *e) {
  if (p->language == Language::Fortran && e->isPlace())
    return addressReads(e);
  auto *address = llvm::dyn_cast<AddressOf>(e);
  return address ? addressReads(address->place) : reads(e);
}

bool AdjointUse::isActive(const Expr *place) const {
  return place && carriesDerivative(place->type) && varies(place);
}

} // namespace costate::analysis
