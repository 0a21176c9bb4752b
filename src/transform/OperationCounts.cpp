#include "transform/OperationCounts.h"

#include "analysis/Differentiable.h"
#include "rules/Rules.h"

namespace costate::transform {

using namespace ir;

namespace {

bool isLinear(const Expr *e) {
  auto *binary = llvm::dyn_cast<Binary>(e);
  return llvm::isa<Unary, Convert, Conditional>(e) ||
         (binary && (binary->op == BinaryOp::Add || binary->op == BinaryOp::Subtract));
}

void count(const Expr *e, const analysis::Varied &varied, const analysis::Variant &v, OperationCounts &out) {
  if (!rules::Operation::isOperation(e) || !e->type || !analysis::isDifferentiableScalar(e->type))
    return;
  out.function += !llvm::isa<Convert, Conditional>(e);
  for (const Expr *operand : operands(e)) {
    if (!operand->type || !varied.varies(v, operand))
      continue;
    out.partials += !isLinear(e);
    out.direction += isLinear(e) ? 1 : 2;
  }
}

} // namespace

OperationCounts countOperations(const analysis::Varied &varied, const std::vector<const analysis::Variant *> &variants) {
  OperationCounts out;
  for (const analysis::Variant *v : variants)
    forEachStmt(v->procedure->body, [&](const Stmt &s) {
      for (const Expr *e : expressions(s))
        forEach(e, [&](const Expr *x) { count(x, varied, *v, out); });
    });
  return out;
}

} // namespace costate::transform
