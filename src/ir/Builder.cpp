#include "ir/Builder.h"

#include <optional>

namespace costate::ir {

namespace {

/// An integer sum or difference is an expression and a constant.
std::pair<const Expr *, int64_t> split(const Expr *e) {
  if (auto *number = llvm::dyn_cast<IntegerConstant>(e))
    return {nullptr, number->value};
  auto *sum = llvm::dyn_cast<Binary>(e);
  auto *number = sum ? llvm::dyn_cast<IntegerConstant>(sum->right) : nullptr;
  if (number && sum->op == BinaryOp::Add)
    return {sum->left, number->value};
  if (number && sum->op == BinaryOp::Subtract)
    return {sum->left, -number->value};
  return {e, 0};
}

bool isSmall(int64_t n) { return n > -(int64_t(1) << 30) && n < int64_t(1) << 30; }

} // namespace

/// Integers: constants at the end of sums are gathered, a product with 1 is its other factor, so that what is generated
/// reads as written by hand.
const Expr *Builder::binary(BinaryOp op, const Expr *left, const Expr *right) {
  bool integers = llvm::isa<IntegerType>(left->type->strip()) && left->type->strip() == right->type->strip();
  if (integers && op == BinaryOp::Multiply) {
    auto isOne = [](const Expr *e) {
      auto *number = llvm::dyn_cast<IntegerConstant>(e);
      return number && number->value == 1;
    };
    if (isOne(left) || isOne(right))
      return isOne(left) ? right : left;
  }
  if (integers && (op == BinaryOp::Add || op == BinaryOp::Subtract)) {
    auto [first, more] = split(left);
    auto [second, by] = split(right);
    bool add = op == BinaryOp::Add;
    int64_t number = add ? more + by : more - by;
    if (isSmall(more) && isSmall(by) && isSmall(number) && (!second || (!first && add))) {
      const Expr *rest = first ? first : second;
      if (!rest || number == 0)
        return rest ? rest : constant(left->type, number, left->location);
      BinaryOp sign = number > 0 ? BinaryOp::Add : BinaryOp::Subtract;
      return program.exprs.make<Binary>(left->type, sign, rest, constant(left->type, std::abs(number)), left->location);
    }
  }
  return program.exprs.make<Binary>(left->type, op, left, right, left->location);
}

const Expr *Builder::compare(BinaryOp op, const Expr *left, const Expr *right, Language l) {
  return program.exprs.make<Binary>(logical(l), op, left, right, left->location);
}

namespace {

std::optional<BinaryOp> opposite(BinaryOp op) {
  switch (op) {
  case BinaryOp::Equal:
    return BinaryOp::NotEqual;
  case BinaryOp::NotEqual:
    return BinaryOp::Equal;
  case BinaryOp::Less:
    return BinaryOp::GreaterEqual;
  case BinaryOp::LessEqual:
    return BinaryOp::Greater;
  case BinaryOp::Greater:
    return BinaryOp::LessEqual;
  case BinaryOp::GreaterEqual:
    return BinaryOp::Less;
  default:
    return std::nullopt;
  }
}

/// Equality turns round for every type; an order only where all values are ordered.
bool turnsRound(BinaryOp op, const Type *operand) {
  return op == BinaryOp::Equal || op == BinaryOp::NotEqual || operand->isInteger() ||
         operand->isPointer() || operand->isCharacter();
}

bool isNot(const Expr *e) {
  auto *unary = llvm::dyn_cast<Unary>(e);
  return unary && unary->op == UnaryOp::Not;
}

} // namespace

const Expr *Builder::negate(const Expr *c) {
  if (auto *truth = llvm::dyn_cast<LogicalConstant>(c))
    return program.exprs.make<LogicalConstant>(c->type, !truth->value, c->location);
  if (isNot(c))
    return llvm::cast<Unary>(c)->operand;
  if (auto *b = llvm::dyn_cast<Binary>(c))
    if (auto op = opposite(b->op); op && turnsRound(b->op, b->left->type))
      return program.exprs.make<Binary>(c->type, *op, b->left, b->right, c->location);
  if (auto *b = llvm::dyn_cast<Binary>(c); b && (b->op == BinaryOp::Or || b->op == BinaryOp::And))
    if (isNot(b->left) || isNot(b->right)) // de Morgan, where it takes a `not` away
      return program.exprs.make<Binary>(c->type,
                                        b->op == BinaryOp::Or ? BinaryOp::And : BinaryOp::Or,
                                        negate(b->left), negate(b->right), c->location);
  return program.exprs.make<Unary>(c->type, UnaryOp::Not, c, c->location);
}

const Expr *Builder::both(const Expr *a, const Expr *b) {
  if (auto *truth = llvm::dyn_cast<LogicalConstant>(a); truth && truth->value)
    return b;
  if (auto *truth = llvm::dyn_cast<LogicalConstant>(b); truth && truth->value)
    return a;
  if (auto *chain = llvm::dyn_cast<Binary>(b); chain && chain->op == BinaryOp::And)
    return program.exprs.make<Binary>(a->type, BinaryOp::And, both(a, chain->left), chain->right,
                                      a->location);
  return program.exprs.make<Binary>(a->type, BinaryOp::And, a, b, a->location);
}

} // namespace costate::ir
