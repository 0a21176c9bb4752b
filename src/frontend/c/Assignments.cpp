// Assignments, each as the statement that says it best.
#include "frontend/c/BodyReader.h"

namespace costate::frontend::c {

using namespace ir;

void BodyReader::assign(const Expr *target, const clang::Expr *e, SourceLocation at) {
  if (allocation(target, e, at) || assignConditional(target, e, at))
    return;
  const clang::Expr *inner = withoutParentheses(e);
  while (auto *c = llvm::dyn_cast<clang::ImplicitCastExpr>(inner)) {
    if (c->getCastKind() != clang::CK_NoOp)
      break;
    inner = c->getSubExpr()->IgnoreParens();
  }
  auto *called = llvm::dyn_cast<clang::CallExpr>(inner);
  bool pointers = target->type->isPointer() && inner->getType()->isPointerType();
  if (called && isPlainCall(called) &&
      (pointers || type(inner->getType())->strip() == target->type->strip())) {
    // `i = f(i++)` must not become a call that sets i and then steps it.
    SequenceScope sequence(*this);
    auto prepared = prepareCall(called);
    if (postponedChange(target) == postponed.end()) {
      prepared->result = target;
      append(std::move(prepared));
      return;
    }
    const Expr *result =
        unit.builder.variable(temporary("t", type(inner->getType())), location(at));
    prepared->result = result;
    append(std::move(prepared));
    return store(target, result, at);
  }
  store(target, value(e), at);
}

std::vector<BodyReader::Postponed>::iterator BodyReader::postponedChange(const Expr *target) {
  auto *v = llvm::dyn_cast<Variable>(target);
  return llvm::find_if(postponed, [&](const Postponed &p) {
    return v && p.variable && local(p.variable) == v->symbol;
  });
}

/// `i = f(i++)`: the increment comes before the assignment, though its old value is still read.
void BodyReader::store(const Expr *target, const Expr *v, SourceLocation at) {
  auto change = postponedChange(target);
  if (change != postponed.end()) {
    v = keep(v, at);
    append(std::move(change->statement));
    postponed.erase(change);
  }
  // `for (n = n; ...)`: some people want something to stand there.
  auto *same = llvm::dyn_cast<Variable>(v);
  if (same && equal(target, v) && !same->symbol->isVolatile)
    return;
  append(std::make_unique<Assign>(target, v, location(at)));
}

/// `x = c ? f() : g()` assigns in each branch: no temporary is needed.
bool BodyReader::assignConditional(const Expr *target, const clang::Expr *e, SourceLocation at) {
  auto *c = llvm::dyn_cast<clang::ConditionalOperator>(withoutParentheses(e));
  if (!c || !e->HasSideEffects(unit.ast) || c->getTrueExpr()->getType()->isVoidType())
    return false;
  bool effects = false;
  for (const clang::Expr *branch : {c->getTrueExpr(), c->getFalseExpr()})
    effects |= branch->HasSideEffects(unit.ast);
  auto *simple = llvm::dyn_cast<Variable>(target);
  if (!effects || !simple)
    return false;
  const Expr *test = sequencedCondition(c->getCond());
  Block branches[2];
  const clang::Expr *values[2] = {c->getTrueExpr(), c->getFalseExpr()};
  for (int i : {0, 1}) {
    BlockScope scope(*this, branches[i]);
    SequenceScope sequence(*this);
    assign(target, values[i], at);
    flush();
  }
  append(std::make_unique<If>(test, std::move(branches[0]), std::move(branches[1]), location(at)));
  return true;
}

} // namespace costate::frontend::c
