// Conditions that step a variable: `n-- > 0`, `i++ < m`.
//
// The test is on the old value, the rest of the program sees the new one. Said of the new value,
// the step can come first and no copy of the old one is needed: for signed integers, whose overflow
// does not happen, old > c is new >= c after a decrement, and so on.
#include "frontend/c/BodyReader.h"

namespace costate::frontend::c {

using namespace ir;

std::optional<int> stepOf(const Stmt &s) {
  auto *a = llvm::dyn_cast<Assign>(&s);
  auto *v = a ? llvm::dyn_cast<Variable>(a->place) : nullptr;
  auto *sum = a ? llvm::dyn_cast<Binary>(a->value) : nullptr;
  if (!v || !sum || !v->type->isInteger() || v->symbol->isVolatile || !equal(sum->left, v) ||
      (sum->op != BinaryOp::Add && sum->op != BinaryOp::Subtract))
    return std::nullopt;
  auto *one = llvm::dyn_cast<IntegerConstant>(sum->right);
  if (!one || one->value != 1)
    return std::nullopt;
  return sum->op == BinaryOp::Add ? 1 : -1;
}

namespace {

bool reads(const Expr *e, const Symbol *s) {
  bool found = false;
  forEach(e, [&](const Expr *part) {
    if (auto *v = llvm::dyn_cast<Variable>(part))
      found |= v->symbol == s;
  });
  return found;
}

/// How `old op c` reads for the new value: another operator with c itself, or c moved by the step.
struct Shift {
  BinaryOp op;
  bool moved;
};

Shift shift(BinaryOp op, int step) {
  if (step < 0 && op == BinaryOp::Greater)
    return {BinaryOp::GreaterEqual, false};
  if (step < 0 && op == BinaryOp::LessEqual)
    return {BinaryOp::Less, false};
  if (step > 0 && op == BinaryOp::Less)
    return {BinaryOp::LessEqual, false};
  if (step > 0 && op == BinaryOp::GreaterEqual)
    return {BinaryOp::Greater, false};
  return {op, true};
}

} // namespace

const Expr *BodyReader::afterStep(const Expr *condition, const Assign &assign) {
  auto step = stepOf(assign);
  if (!step)
    return nullptr;
  auto *variable = llvm::cast<Variable>(assign.place);
  Location at = condition->location;
  if (auto *negated = llvm::dyn_cast<Unary>(condition); negated && negated->op == UnaryOp::Not) {
    const Expr *inner = afterStep(negated->operand, assign);
    return inner ? make<Unary>(unit.logical(), UnaryOp::Not, inner, at) : nullptr;
  }
  auto *type = llvm::cast<IntegerType>(variable->type->strip());
  BinaryOp op = BinaryOp::NotEqual; // the variable's own truth
  const Expr *bound = nullptr;
  if (auto *truth = llvm::dyn_cast<Convert>(condition)) {
    if (!equal(truth->operand, variable))
      return nullptr;
  } else if (auto *test = llvm::dyn_cast<Binary>(condition)) {
    if (!equal(test->left, variable) || test->op >= BinaryOp::And ||
        reads(test->right, variable->symbol))
      return nullptr;
    op = test->op;
    bound = test->right;
  } else {
    return nullptr;
  }
  const Expr *number = bound;
  if (auto *widened = bound ? llvm::dyn_cast<Convert>(bound) : nullptr)
    number = widened->operand;
  auto *constant = llvm::dyn_cast_or_null<IntegerConstant>(number);
  int64_t c = constant ? constant->value : 0;
  if (!type->isSigned && op == BinaryOp::Greater && constant && c == 0)
    op = BinaryOp::NotEqual;
  Shift shifted = shift(op, *step);
  bool equality = op == BinaryOp::Equal || op == BinaryOp::NotEqual;
  if ((!type->isSigned && !equality) || (bound && !constant && shifted.moved))
    return nullptr;
  if (shifted.moved)
    bound = steppedBound(variable->type, c + *step, at);
  return make<Binary>(unit.logical(), shifted.op, variable, bound, at);
}

/// A bound as people write it: -1 of an unsigned type is converted from -1.
const Expr *BodyReader::steppedBound(const Type *type, int64_t c, Location at) {
  if (c >= 0)
    return unit.builder.constant(type, c, at);
  const Expr *magnitude = unit.builder.constant(unit.integer(), -c, at);
  const Expr *negative = make<Unary>(unit.integer(), UnaryOp::Negate, magnitude, at);
  return type->strip() == unit.integer() ? negative : make<Convert>(type, negative, true, at);
}

} // namespace costate::frontend::c
