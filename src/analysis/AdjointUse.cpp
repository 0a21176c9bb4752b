#include "analysis/AdjointUse.h"

#include "analysis/Differentiable.h"
#include "rules/Rules.h"

namespace costate::analysis {

using namespace ir;
using rules::Operation;
using rules::Treatment;

CellBits AdjointUse::reads(const Expr *e) {
  if (!e)
    return {};
  if (seen)
    forEachRead(e, [&](const Expr *x) { seen->insert(x); });
  return accesses.reads(p, e);
}

CellBits AdjointUse::addressReads(const Expr *e) {
  if (seen)
    forEachRead(e, [&](const Expr *x) {
      if (x != e)
        seen->insert(x);
    });
  return accesses.addressReads(p, e);
}

/// use(I') of an expression whose adjoint is taken apart as AdjointTerms does it.
void AdjointUse::add(const Expr *e, CellBits &out, bool hasResult) {
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
    if (needs.result && !hasResult)
      out |= reads(e);
    add(arguments[i], out);
  }
}

std::set<const Expr *> AdjointUse::places(const Assign &s, bool fromResult) {
  std::set<const Expr *> out;
  seen = &out;
  of(s, fromResult);
  seen = nullptr;
  return out;
}

bool AdjointUse::readsResult(const Assign &s) {
  const Expr *e = s.value;
  if (s.mask || s.place->type->isArray() || !isReversed(s) || !Operation::isOperation(e) ||
      !isDifferentiableScalar(e->type) || llvm::isa<Conditional>(e) ||
      e->type->strip() != s.place->type->strip())
    return false;
  Operation operation(e, p->language);
  for (unsigned i = 0; i < operation.arguments().size(); ++i)
    if (varies(operation.arguments()[i]) && operation.treatment(i) != Treatment::Zero && operation.reads(i).result)
      return true;
  return false;
}

CellBits AdjointUse::of(const Stmt &s, bool fromResult) {
  CellBits out;
  if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
    if (!isReversed(*assign))
      return out;
    out |= addressReads(assign->place);
    out |= reads(assign->mask);
    add(assign->value, out, fromResult);
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
  out |= accesses.argumentReads(p, call);
  for (const Argument &a : call.arguments)
    if (a.value && a.value->type)
      add(a.value, out);
  if (const ExternalUse &use = varied.memory().external(call); use && !use.spec->inactive)
    out |= accesses.calleeAccesses(p, call); // its adjoint gets the values, too
  out |= reads(call.pointer);
}

/// What is unused has an adjoint of zero, which need not be cleared either; but shapes change with the original's.
bool AdjointUse::isReversed(const Assign &s) const {
  return isActive(s.place) && (varied.isUsed(s) || isWholeAllocatable(s.place));
}

bool AdjointUse::isActive(const Expr *place) const {
  return place && carriesDerivative(place->type) && varies(place);
}

} // namespace costate::analysis
