#include "analysis/SavedState.h"

namespace costate::analysis {

using namespace ir;

namespace {

bool isState(const Symbol *s, const Procedure &p) {
  return s && s->owner == &p && s->storage == Storage::Saved && s->kind == SymbolKind::Variable;
}

/// What a statement may change, directly or through a call or pointer made here.
std::vector<const Expr *> changed(const Stmt &s) {
  std::vector<const Expr *> out;
  if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
    out.push_back(assign->place);
  } else if (auto *call = llvm::dyn_cast<Call>(&s)) {
    out.push_back(call->result);
    for (const Argument &a : call->arguments)
      out.push_back(a.value);
  } else if (auto *allocate = llvm::dyn_cast<Allocate>(&s)) {
    for (const Allocation &a : allocate->objects)
      out.push_back(a.place);
  } else if (auto *free = llvm::dyn_cast<Free>(&s)) {
    out.insert(out.end(), free->places.begin(), free->places.end());
  } else if (auto *opaque = llvm::dyn_cast<Opaque>(&s)) {
    for (const OpaquePiece &piece : opaque->pieces)
      if (piece.effect != OpaquePiece::Effect::Reads)
        out.push_back(piece.value);
  }
  return out;
}

} // namespace

bool keepsState(const Procedure &p) {
  bool any = false;
  for (auto &s : p.scope.symbols)
    any |= isState(s.get(), p);
  if (!any)
    return false;
  bool found = false;
  forEachStmt(p.body, [&](const Stmt &s) {
    for (const Expr *place : changed(s))
      found |= place && place->isPlace() && isState(rootVariable(place), p);
    if (auto *loop = llvm::dyn_cast<For>(&s))
      found |= isState(loop->variable, p);
    for (const Expr *e : expressions(s))
      forEach(e, [&](const Expr *x) {
        auto *address = llvm::dyn_cast<AddressOf>(x);
        found |= address && isState(rootVariable(address->place), p);
      });
  });
  for (auto &inner : p.internal) // they may change what they see of their host
    found |= any && inner->hasBody;
  return found;
}

} // namespace costate::analysis
