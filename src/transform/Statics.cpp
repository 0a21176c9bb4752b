#include "transform/Statics.h"

namespace costate::transform {

using namespace ir;

void Statics::collect(const Procedure &p) {
  for (auto &s : p.scope.symbols)
    collect(s->initial);
  forEachStmt(p.body, [&](const Stmt &s) {
    if (auto *call = llvm::dyn_cast<Call>(&s))
      add(call->callee);
    for (const Expr *e : expressions(s))
      collect(e);
  });
}

void Statics::collect(const Expr *e) {
  forEach(e, [&](const Expr *x) {
    if (auto *reference = llvm::dyn_cast<ProcedureReference>(x))
      add(reference->symbol);
    auto *v = llvm::dyn_cast<Variable>(x);
    if (v && v->symbol->internalLinkage && variables.insert(v->symbol).second)
      collect(v->symbol->initial);
  });
}

void Statics::add(const Symbol *callee) {
  Procedure *p = callee ? callee->procedure : nullptr;
  if (p && p->internalLinkage && p->hasBody && functions.insert(p).second)
    collect(*p);
}

} // namespace costate::transform
