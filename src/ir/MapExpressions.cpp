#include "ir/MapExpressions.h"

namespace costate::ir {

void mapExpressions(Stmt &s, const std::function<const Expr *(const Expr *)> &map) {
  auto on = [&](const Expr *&e) { e = map(e); };
  if (auto *x = llvm::dyn_cast<Assign>(&s)) {
    on(x->place), on(x->value), on(x->mask);
  } else if (auto *x = llvm::dyn_cast<Call>(&s)) {
    on(x->pointer), on(x->result);
    for (Argument &a : x->arguments)
      on(a.value);
  } else if (auto *x = llvm::dyn_cast<If>(&s)) {
    on(x->condition);
  } else if (auto *x = llvm::dyn_cast<For>(&s)) {
    on(x->lower), on(x->bound), on(x->step);
  } else if (auto *x = llvm::dyn_cast<While>(&s)) {
    on(x->condition);
  } else if (auto *x = llvm::dyn_cast<Allocate>(&s)) {
    for (Allocation &a : x->objects) {
      on(a.place);
      for (Dimension &d : a.shape)
        on(d.lower), on(d.upper), on(d.extent);
    }
    on(x->source), on(x->mold), on(x->status), on(x->message);
    on(x->count), on(x->size), on(x->old), on(x->alignment);
  } else if (auto *x = llvm::dyn_cast<Free>(&s)) {
    for (const Expr *&place : x->places)
      on(place);
    on(x->status), on(x->message);
  } else if (auto *x = llvm::dyn_cast<Opaque>(&s)) {
    for (OpaquePiece &piece : x->pieces)
      on(piece.value);
  }
}

} // namespace costate::ir
