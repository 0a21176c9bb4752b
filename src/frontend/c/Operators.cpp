// Arithmetic, assignment and increment operators.
#include "frontend/c/BodyReader.h"

namespace costate::frontend::c {

using namespace ir;

static std::optional<BinaryOp> arithmeticOp(clang::BinaryOperatorKind op) {
  switch (op) {
  case clang::BO_Add:
  case clang::BO_AddAssign:
    return BinaryOp::Add;
  case clang::BO_Sub:
  case clang::BO_SubAssign:
    return BinaryOp::Subtract;
  case clang::BO_Mul:
  case clang::BO_MulAssign:
    return BinaryOp::Multiply;
  case clang::BO_Div:
  case clang::BO_DivAssign:
    return BinaryOp::Divide;
  case clang::BO_Rem:
  case clang::BO_RemAssign:
    return BinaryOp::Remainder;
  case clang::BO_And:
  case clang::BO_AndAssign:
    return BinaryOp::BitAnd;
  case clang::BO_Or:
  case clang::BO_OrAssign:
    return BinaryOp::BitOr;
  case clang::BO_Xor:
  case clang::BO_XorAssign:
    return BinaryOp::BitXor;
  case clang::BO_Shl:
  case clang::BO_ShlAssign:
    return BinaryOp::ShiftLeft;
  case clang::BO_Shr:
  case clang::BO_ShrAssign:
    return BinaryOp::ShiftRight;
  default:
    return std::nullopt;
  }
}

const Expr *BodyReader::binary(const clang::BinaryOperator *e) {
  if (e->getOpcode() == clang::BO_Assign)
    return assignment(e, true);
  if (e->getOpcode() == clang::BO_Comma) {
    sequencedDiscard(e->getLHS());
    return value(e->getRHS());
  }
  if (e->isComparisonOp() || e->isLogicalOp())
    return fromLogical(condition(e), e);
  if (e->getLHS()->getType()->isPointerType() || e->getRHS()->getType()->isPointerType())
    return pointerArithmetic(e);
  auto op = arithmeticOp(e->getOpcode());
  if (!op)
    return refusedValue(e, "the operator '" + e->getOpcodeStr().str() + "' is not supported");
  const Expr *left = leftOperand(e);
  const Expr *right = value(e->getRHS());
  return arithmetic(*op, type(e->getType()), left, right, e->getOperatorLoc());
}

/// C multiplies a real with a complex number without making it complex first. The conversion is
/// said here, and left out again by the emitter.
const Expr *BodyReader::arithmetic(BinaryOp op, const Type *t, const Expr *left, const Expr *right,
                                   SourceLocation at) {
  auto asComplex = [&](const Expr *operand) -> const Expr * {
    if (!t->isComplex() || operand->type->isComplex())
      return operand;
    return make<Convert>(t, operand, false, location(at));
  };
  return make<Binary>(t, op, asComplex(left), asComplex(right), location(at));
}

const Expr *BodyReader::pointerArithmetic(const clang::BinaryOperator *e) {
  const clang::Expr *left = e->getLHS(), *right = e->getRHS();
  Location at = location(e->getOperatorLoc());
  const Type *t = type(e->getType());
  const Expr *l = value(left), *r = value(right);
  if (left->getType()->isPointerType() && right->getType()->isPointerType())
    return make<PointerDifference>(t, l, r, at);
  if (left->getType()->isPointerType())
    return make<PointerAdd>(t, l, r, e->getOpcode() == clang::BO_Sub, at);
  return make<PointerAdd>(t, r, l, false, at);
}

const Expr *BodyReader::unary(const clang::UnaryOperator *e) {
  const clang::Expr *sub = e->getSubExpr();
  Location at = location(e->getOperatorLoc());
  switch (e->getOpcode()) {
  case clang::UO_Plus:
  case clang::UO_Extension:
    return value(sub);
  case clang::UO_Minus:
    return make<Unary>(type(e->getType()), UnaryOp::Negate, value(sub), at);
  case clang::UO_Not:
    if (sub->getType()->isAnyComplexType())
      return make<Intrinsic>(type(e->getType()), "conj", std::vector<const Expr *>{value(sub)}, at);
    return make<Unary>(type(e->getType()), UnaryOp::BitNot, value(sub), at);
  case clang::UO_LNot:
    return fromLogical(condition(e), e);
  case clang::UO_AddrOf:
    return addressOf(e);
  case clang::UO_Real:
  case clang::UO_Imag: {
    const Expr *base = value(sub);
    bool imaginary = e->getOpcode() == clang::UO_Imag;
    if (!base->type->isComplex())
      return imaginary ? zeroValue(base->type, e->getExprLoc()) : base;
    return make<Intrinsic>(type(e->getType()), imaginary ? "cimag" : "creal",
                           std::vector<const Expr *>{base}, at);
  }
  case clang::UO_PreInc:
  case clang::UO_PreDec:
  case clang::UO_PostInc:
  case clang::UO_PostDec:
    return increment(e, true);
  case clang::UO_Deref:
    return place(e);
  default:
    return refusedValue(e, "this operator is not supported");
  }
}

// ---- Effects ----------------------------------------------------------------------------------

/// What an assignment to `place` leaves as the expression's value. Constants stand for themselves.
static const Expr *assignedValue(const Expr *place, const Block &block) {
  auto *a = block.empty() ? nullptr : llvm::dyn_cast<Assign>(block.back().get());
  if (a && a->place == place && a->value->isConstant())
    return a->value;
  return place;
}

const Expr *BodyReader::assignment(const clang::BinaryOperator *e, bool wanted) {
  const Expr *target = place(e->getLHS());
  assign(target, e->getRHS(), e->getOperatorLoc());
  return wanted ? assignedValue(target, *block) : nullptr;
}

const Expr *BodyReader::compoundAssignment(const clang::CompoundAssignOperator *e, bool wanted) {
  SourceLocation at = e->getOperatorLoc();
  const Expr *target = place(e->getLHS());
  const Expr *right = value(e->getRHS());
  const Expr *sum;
  if (target->type->isPointer()) {
    sum = make<PointerAdd>(type(e->getType()), target, right, e->getOpcode() == clang::BO_SubAssign,
                           location(at));
  } else {
    auto op = arithmeticOp(e->getOpcode());
    const Type *computed = type(e->getComputationResultType());
    const Type *leftType = type(e->getComputationLHSType());
    const Expr *left = target;
    if (leftType->strip() != target->type->strip())
      left = make<Convert>(leftType, left, false, location(at));
    sum = arithmetic(*op, computed, left, right, at);
    if (target->type->isLogical())
      sum = asLogical(sum, at);
    else if (computed->strip() != target->type->strip())
      sum = make<Convert>(type(e->getType().getUnqualifiedType()), sum, false, location(at));
  }
  store(target, sum, at);
  return wanted ? target : nullptr;
}

/// The place's value plus or minus 1, as `++` and `--` compute it.
const Expr *BodyReader::incremented(const Expr *target, QualType q, bool down, SourceLocation at) {
  Location where = location(at);
  const Type *t = type(q.getUnqualifiedType());
  if (t->isPointer())
    return make<PointerAdd>(t, target, unit.builder.constant(unit.integer(), 1, where), down,
                            where);
  BinaryOp op = down ? BinaryOp::Subtract : BinaryOp::Add;
  if (t->isLogical()) { // b++ sets b, b-- turns it round
    const Expr *truth = make<LogicalConstant>(t, true, where);
    return down ? unit.builder.negate(target) : truth;
  }
  if (t->isReal() || t->isComplex()) {
    const Type *real = t;
    if (auto *c = llvm::dyn_cast<ComplexType>(t->strip()))
      real = unit.program.types.real(c->realKind);
    return arithmetic(op, t, target, make<RealConstant>(real, "1.0", 1.0, where), at);
  }
  if (unit.ast.getTypeSize(q) < unit.ast.getTypeSize(unit.ast.IntTy)) {
    const Expr *wide = make<Convert>(unit.integer(), target, false, where);
    const Expr *sum = make<Binary>(unit.integer(), op, wide,
                                   unit.builder.constant(unit.integer(), 1, where), where);
    return make<Convert>(t, sum, false, where);
  }
  return make<Binary>(t, op, target, unit.builder.constant(t, 1, where), where);
}

const Expr *BodyReader::increment(const clang::UnaryOperator *e, bool wanted) {
  SourceLocation at = e->getExprLoc();
  const Expr *target = place(e->getSubExpr());
  const Expr *next = incremented(target, e->getSubExpr()->getType(), e->isDecrementOp(), at);
  if (!wanted || e->isPrefix()) {
    store(target, next, at);
    return wanted ? target : nullptr;
  }
  postpone(e->getSubExpr(), std::make_unique<Assign>(target, next, location(at)));
  return target;
}

} // namespace costate::frontend::c
