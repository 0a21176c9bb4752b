#include "transform/Purity.h"

namespace costate::transform {

using namespace ir;

namespace {

bool claimsPurity(const Procedure &p) { return p.pure || (p.elemental && !p.impure); }

void dropPurity(Procedure &p) {
  p.pure = false;
  p.impure = p.elemental;
}

bool writesArgument(const Procedure &p) {
  for (const Symbol *s : p.parameters)
    if (s->intent == Intent::Out || s->intent == Intent::InOut)
      return true;
  return false;
}

bool callsImpure(const Block &block) {
  bool found = false;
  forEachStmt(block, [&](const Stmt &s) {
    auto *call = llvm::dyn_cast<Call>(&s);
    Procedure *target = call && call->callee ? call->callee->procedure : nullptr;
    found |= target && target->language == Language::Fortran && !claimsPurity(*target);
    // A dummy: the tangent of a function, at least, is not pure.
    auto *type = call && call->callee && call->callee->isDummyProcedure() && call->callee->type
                     ? llvm::dyn_cast<ProcedureType>(call->callee->type->strip())
                     : nullptr;
    found |= type && !target && type->result && !type->result->isVoid();
  });
  return found;
}

} // namespace

void adjustPurity(const std::vector<Procedure *> &derivatives) {
  for (Procedure *p : derivatives)
    if (claimsPurity(*p) && p->kind == ProcedureKind::Function && writesArgument(*p))
      dropPurity(*p);
  for (bool changed = true; changed;) {
    changed = false;
    for (Procedure *p : derivatives)
      if (claimsPurity(*p) && callsImpure(p->body)) {
        dropPurity(*p);
        changed = true;
      }
  }
  for (Procedure *p : derivatives)
    forEachStmt(p->body, [](Stmt &s) {
      if (auto *loop = llvm::dyn_cast<For>(&s); loop && loop->concurrent && callsImpure(loop->body))
        loop->concurrent = false;
    });
}

} // namespace costate::transform
