// Truth values: comparisons, `&&`, `||`, `!`, `?:`.
//
// C's conditions are ints; ours are Logical. A comparison read as a condition is Logical at once,
// read as a number it is converted back to int, which the emitter prints as nothing.
#include "frontend/c/BodyReader.h"

namespace costate::frontend::c {

using namespace ir;

const Expr *BodyReader::asLogical(const Expr *e, SourceLocation at) {
  if (e->type->isLogical())
    return e;
  const Expr *inner = e; // a truth value made wider is as true as before
  while (auto *c = llvm::dyn_cast<Convert>(inner)) {
    if (c->operand->type->isLogical())
      return c->operand;
    if (c->written || !c->type->isInteger() || !c->operand->type->isInteger())
      break;
    inner = c->operand;
  }
  if (auto *c = llvm::dyn_cast<IntegerConstant>(e))
    return make<LogicalConstant>(unit.logical(), c->value != 0, c->location);
  return make<Convert>(unit.logical(), e, false, location(at));
}

const Expr *BodyReader::fromLogical(const Expr *e, const clang::Expr *as) {
  return make<Convert>(type(as->getType()), e, false, e->location);
}

const Expr *BodyReader::condition(const clang::Expr *e) {
  e = withoutParentheses(e);
  if (auto *b = llvm::dyn_cast<clang::BinaryOperator>(e)) {
    if (b->isComparisonOp())
      return comparison(b);
    if (b->isLogicalOp())
      return shortCircuit(b);
    if (b->getOpcode() == clang::BO_Comma) {
      sequencedDiscard(b->getLHS());
      return condition(b->getRHS());
    }
  }
  if (auto *u = llvm::dyn_cast<clang::UnaryOperator>(e)) {
    if (u->getOpcode() == clang::UO_LNot)
      return make<Unary>(unit.logical(), UnaryOp::Not, condition(u->getSubExpr()),
                         location(u->getOperatorLoc()));
    if (u->getOpcode() == clang::UO_Extension)
      return condition(u->getSubExpr());
  }
  return asLogical(value(e), e->getExprLoc());
}

const Expr *BodyReader::comparison(const clang::BinaryOperator *e) {
  static const std::map<clang::BinaryOperatorKind, BinaryOp> operators = {
      {clang::BO_EQ, BinaryOp::Equal},   {clang::BO_NE, BinaryOp::NotEqual},
      {clang::BO_LT, BinaryOp::Less},    {clang::BO_LE, BinaryOp::LessEqual},
      {clang::BO_GT, BinaryOp::Greater}, {clang::BO_GE, BinaryOp::GreaterEqual}};
  const Expr *left = leftOperand(e);
  const Expr *right = value(e->getRHS());
  Location at = location(e->getOperatorLoc());
  if (left->type->isComplex() && !right->type->isComplex())
    right = make<Convert>(left->type, right, false, at);
  else if (right->type->isComplex() && !left->type->isComplex())
    left = make<Convert>(right->type, left, false, at);
  return make<Binary>(unit.logical(), operators.at(e->getOpcode()), left, right, at);
}

/// Takes the one postponed step of a variable out of the way, where the condition reads as well
/// after it.
const Expr *BodyReader::stepFirst(const Expr *c) {
  auto *step =
      postponed.size() == 1 ? llvm::dyn_cast<Assign>(postponed.front().statement.get()) : nullptr;
  const Expr *later = step ? afterStep(c, *step) : nullptr;
  if (!later)
    return c;
  flush();
  return later;
}

const Expr *BodyReader::sequencedCondition(const clang::Expr *e) {
  SequenceScope sequence(*this);
  const Expr *c = stepFirst(condition(e));
  if (postponed.empty())
    return c;
  c = keep(c, e->getExprLoc());
  flush();
  return c;
}

const Expr *BodyReader::shortCircuit(const clang::BinaryOperator *e) {
  Location at = location(e->getOperatorLoc());
  bool both = e->getOpcode() == clang::BO_LAnd;
  const Expr *left = sequencedCondition(e->getLHS());
  Block effects;
  Symbol *t = nullptr;
  {
    BlockScope scope(*this, effects);
    SequenceScope sequence(*this);
    const Expr *right = stepFirst(condition(e->getRHS()));
    if (effects.empty() && postponed.empty())
      return make<Binary>(unit.logical(), both ? BinaryOp::And : BinaryOp::Or, left, right, at);
    t = temporary("t", unit.logical());
    append(unit.builder.assign(t, right, at));
    flush();
  }
  const Expr *decided = unit.builder.variable(t, at);
  append(unit.builder.assign(t, left, at));
  const Expr *undecided = both ? decided : make<Unary>(unit.logical(), UnaryOp::Not, decided, at);
  append(std::make_unique<If>(undecided, std::move(effects), Block{}, at));
  return decided;
}

/// Pure branches stay one expression; branches with effects become an If that leaves the value in
/// a temporary.
const Expr *BodyReader::conditional(const clang::AbstractConditionalOperator *e, bool wanted) {
  SourceLocation at = e->getQuestionLoc();
  wanted &= !e->getType()->isVoidType();
  const Expr *c;
  if (auto *shared = llvm::dyn_cast<clang::BinaryConditionalOperator>(e)) { // GNU's a ?: b
    SequenceScope sequence(*this);
    const Expr *common = value(shared->getCommon());
    if (!common->isPlace() || !postponed.empty())
      common = keep(common, at);
    flush();
    opaqueValues[shared->getOpaqueValue()] = common;
    c = condition(shared->getCond());
  } else {
    c = sequencedCondition(e->getCond());
  }
  SequenceScope sequence(*this);
  Symbol *t = nullptr;
  Block branches[2];
  const Expr *values[2] = {nullptr, nullptr};
  const clang::Expr *sources[2] = {e->getTrueExpr(), e->getFalseExpr()};
  std::vector<Postponed> after[2];
  for (int i : {0, 1}) {
    BlockScope scope(*this, branches[i]);
    if (wanted)
      values[i] = value(sources[i]);
    else
      discard(sources[i]);
    after[i] = std::move(postponed);
    postponed.clear();
  }
  bool pure = branches[0].empty() && branches[1].empty() && after[0].empty() && after[1].empty();
  const Type *result = type(e->getType());
  if (pure)
    return wanted ? make<Conditional>(result, c, values[0], values[1], location(at)) : nullptr;
  if (wanted)
    t = temporary("t", result);
  for (int i : {0, 1}) {
    if (wanted)
      branches[i].push_back(unit.builder.assign(t, values[i], location(at)));
    for (Postponed &p : after[i])
      branches[i].push_back(std::move(p.statement));
  }
  append(std::make_unique<If>(c, std::move(branches[0]), std::move(branches[1]), location(at)));
  return wanted ? unit.builder.variable(t, location(at)) : nullptr;
}

} // namespace costate::frontend::c
