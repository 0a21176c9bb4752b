#include "transform/NonzeroRoots.h"

#include "ir/Rewrite.h"
#include "rules/Marks.h"

namespace costate::transform {

using namespace ir;

namespace {

bool isRoot(const Expr *e) {
  auto *function = llvm::dyn_cast<Intrinsic>(e);
  return function && function->name == "sqrt" && function->arguments.size() == 1 && e->type->scalar()->isReal() &&
         function->arguments[0]->type->scalar()->strip() == e->type->scalar()->strip();
}

const Expr *withoutParentheses(const Expr *e) {
  auto *unary = llvm::dyn_cast<Unary>(e);
  return unary && unary->op == UnaryOp::Parentheses ? withoutParentheses(unary->operand) : e;
}

// ---- Positive by their form ---------------------------------------------------------------------

bool isEvenPower(const Expr *exponent) {
  auto *integer = llvm::dyn_cast<IntegerConstant>(exponent);
  auto *real = llvm::dyn_cast<RealConstant>(exponent);
  return (integer && integer->value % 2 == 0) || (real && real->value == 2.0);
}

/// Never below 0, unless it is no number.
bool isNonnegative(const Expr *given) {
  const Expr *e = withoutParentheses(given);
  if (auto *number = llvm::dyn_cast<RealConstant>(e))
    return number->value >= 0.0;
  if (auto *function = llvm::dyn_cast<Intrinsic>(e)) {
    bool square = function->name == "pow" && function->arguments.size() == 2 && isEvenPower(function->arguments[1]);
    return square || function->name == "abs" || function->name == "fabs" || function->name == "exp" || isRoot(e);
  }
  auto *x = llvm::dyn_cast<Binary>(e);
  if (!x || !e->type->scalar()->isReal())
    return false;
  switch (x->op) {
  case BinaryOp::Add:
    return isNonnegative(x->left) && isNonnegative(x->right);
  case BinaryOp::Multiply:
    return equal(x->left, x->right) || (isNonnegative(x->left) && isNonnegative(x->right));
  case BinaryOp::Power:
    return isEvenPower(x->right);
  default:
    return false;
  }
}

/// Of numbers that are not below 0, the sum is no smaller than any of them, rounded or not.
bool isPositive(const Expr *given) {
  const Expr *e = withoutParentheses(given);
  if (auto *number = llvm::dyn_cast<RealConstant>(e))
    return number->value > 0.0;
  auto *x = llvm::dyn_cast<Binary>(e);
  return x && x->op == BinaryOp::Add && isNonnegative(x->left) && isNonnegative(x->right) &&
         (isPositive(x->left) || isPositive(x->right));
}

// ---- Divided by ---------------------------------------------------------------------------------

class Marker {
public:
  explicit Marker(Program &program) : program(program) {}

  const Expr *of(const Expr *e) {
    always.clear();
    find(e);
    return marked(e, false);
  }

private:
  Program &program;
  std::vector<const Expr *> always; ///< roots that the expression divides by whenever it is evaluated

  /// What only runs under a condition, or for some indices, is left out.
  static bool isConditional(const Expr *e) {
    auto *x = llvm::dyn_cast<Binary>(e);
    auto *function = llvm::dyn_cast<Intrinsic>(e);
    return llvm::isa<Conditional>(e) || llvm::isa<ImpliedDo>(e) || (x && (x->op == BinaryOp::And || x->op == BinaryOp::Or)) ||
           (function && function->name == "merge");
  }

  void find(const Expr *e) {
    if (isConditional(e))
      return;
    if (auto *x = llvm::dyn_cast<Binary>(e); x && x->op == BinaryOp::Divide)
      addFactors(x->right);
    for (const Expr *operand : operands(e))
      if (operand)
        find(operand);
  }

  void addFactors(const Expr *divisor) {
    const Expr *e = withoutParentheses(divisor);
    auto *x = llvm::dyn_cast<Binary>(e);
    if (isRoot(e))
      always.push_back(e);
    else if (x && x->op == BinaryOp::Multiply)
      for (const Expr *factor : {x->left, x->right})
        addFactors(factor);
  }

  /// `divides`: the expression is a factor of a divisor.
  const Expr *marked(const Expr *e, bool divides) {
    auto *x = llvm::dyn_cast<Binary>(e);
    auto *unary = llvm::dyn_cast<Unary>(e);
    bool product = (x && x->op == BinaryOp::Multiply) || (unary && unary->op == UnaryOp::Parentheses);
    bool first = true;
    const Expr *made = mapOperands(program.exprs, e, [&](const Expr *operand) {
      bool divisor = x && x->op == BinaryOp::Divide && !std::exchange(first, false);
      return operand ? marked(operand, divisor || (divides && product)) : operand;
    });
    if (!isRoot(e))
      return made;
    bool nonzero = divides || isPositive(llvm::cast<Intrinsic>(e)->arguments[0]);
    for (const Expr *root : always)
      nonzero |= equal(root, e);
    return nonzero ? rules::nonzeroRoot(llvm::cast<Intrinsic>(*made), program) : made;
  }
};

} // namespace

void markNonzeroRoots(Program &program) {
  Marker marker(program);
  for (Procedure *p : procedures(program))
    forEachStmt(p->body, [&](Stmt &s) {
      auto *assign = llvm::dyn_cast<Assign>(&s);
      if (assign && !assign->mask && !assign->value->type->isArray())
        assign->value = marker.of(assign->value);
    });
}

} // namespace costate::transform
