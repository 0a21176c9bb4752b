#include "emit/c/Conversions.h"

namespace costate::emit::c {

using namespace ir;
using llvm::cast;
using llvm::dyn_cast;

namespace {

unsigned rankOf(const IntegerType &t) {
  if (t.spelling == "char" || t.spelling == "signed char")
    return 1;
  if (t.spelling == "short")
    return 2;
  if (t.spelling == "int")
    return 3;
  if (t.spelling == "long")
    return 4;
  if (t.spelling == "long long")
    return 5;
  switch (t.bytes) {
  case 1:
    return 1;
  case 2:
    return 2;
  case 4:
    return 3;
  default:
    return t.bytes <= 8 ? 4 : 6;
  }
}

bool fitsInt(int64_t value) { return value >= -2147483647 && value <= 2147483647; }

bool isComparisonOrLogic(BinaryOp op) {
  return op >= BinaryOp::Equal && op <= BinaryOp::NotEquivalent;
}

} // namespace

const Arithmetic intType{Arithmetic::Kind::Integer, 3, 4, true};

Arithmetic arithmetic(const Type *type) {
  if (!type)
    return {};
  const Type *t = type->strip();
  if (auto *i = dyn_cast<IntegerType>(t))
    return {Arithmetic::Kind::Integer, rankOf(*i), i->bytes, i->isSigned};
  if (auto *l = dyn_cast<LogicalType>(t))
    return {Arithmetic::Kind::Integer, 0, l->bytes, false};
  if (auto *r = dyn_cast<RealType>(t))
    return {Arithmetic::Kind::Real, r->realKind, r->realKind, true};
  if (auto *z = dyn_cast<ComplexType>(t))
    return {Arithmetic::Kind::Complex, z->realKind, z->realKind, true};
  return {};
}

Arithmetic promoted(Arithmetic a) {
  return a.kind == Arithmetic::Kind::Integer && a.rank < intType.rank ? intType : a;
}

Arithmetic usual(Arithmetic a, Arithmetic b) {
  using Kind = Arithmetic::Kind;
  if (!a || !b)
    return {};
  if (a.kind != Kind::Integer || b.kind != Kind::Integer) {
    if (a.kind == Kind::Integer)
      return b;
    if (b.kind == Kind::Integer)
      return a;
    Arithmetic wider = a.rank >= b.rank ? a : b;
    wider.kind = a.kind == Kind::Complex || b.kind == Kind::Complex ? Kind::Complex : Kind::Real;
    return wider;
  }
  a = promoted(a);
  b = promoted(b);
  if (a.isSigned == b.isSigned)
    return a.rank >= b.rank ? a : b;
  Arithmetic &u = a.isSigned ? b : a, &s = a.isSigned ? a : b;
  if (u.rank >= s.rank)
    return u;
  if (s.bytes > u.bytes)
    return s;
  s.isSigned = false;
  return s;
}

Arithmetic defaultPromoted(Arithmetic a) {
  if (a.kind == Arithmetic::Kind::Real && a.rank == 4)
    return {Arithmetic::Kind::Real, 8, 8, true};
  return promoted(a);
}

bool isTruth(const Expr *e) {
  if (e->type && e->type->isLogical() && !llvm::isa<Convert>(e))
    return true;
  if (auto *convert = dyn_cast<Convert>(e))
    return isTruth(convert->operand) && !convert->written;
  return false;
}

bool isSilent(const Expr *e) {
  if (auto *convert = dyn_cast<Convert>(e))
    return !convert->written;
  if (auto *constant = dyn_cast<IntegerConstant>(e))
    return constant->spelling.empty() && fitsInt(constant->value) && arithmetic(e->type) != intType;
  return false;
}

namespace {

/// Every value of `from` is a value of `to`.
bool isExact(Arithmetic from, Arithmetic to) {
  using Kind = Arithmetic::Kind;
  if (from.kind == Kind::Integer && to.kind == Kind::Integer)
    return from.isSigned == to.isSigned ? to.bytes >= from.bytes
                                        : to.isSigned && to.bytes > from.bytes;
  if (from.kind == Kind::Integer)
    return to.rank == 4 ? from.bytes <= 2 : to.rank == 8 ? from.bytes <= 4 : to.rank > 8;
  return from.kind == to.kind && to.rank >= from.rank;
}

/// Converting to `last` by way of `middle` is the same as converting at once.
bool isNeedless(Arithmetic first, Arithmetic middle, Arithmetic last) {
  using Kind = Arithmetic::Kind;
  if (!first || !middle || !last)
    return false;
  if (last.kind == Kind::Complex && middle.kind == Kind::Real && middle.rank == last.rank)
    return true;
  return isExact(first, middle) && (last.kind != Kind::Integer || middle.kind == Kind::Integer);
}

} // namespace

bool keepsTruth(const Convert &c) {
  return isTruth(c.operand) || isExact(arithmetic(c.operand->type), arithmetic(c.type));
}

Peeled peel(const Expr *e) {
  if (!isSilent(e))
    return {e, false};
  auto *outer = dyn_cast<Convert>(e);
  if (!outer)
    return {e, true};
  const Expr *inner = outer->operand;
  for (;;) {
    auto *next = dyn_cast<Convert>(inner);
    if (!next || next->written || e->type->isLogical() || next->type->isLogical() ||
        !isNeedless(textType(next->operand), arithmetic(next->type), arithmetic(e->type)))
      break;
    inner = next->operand;
  }
  return {inner, isSilent(inner) && !llvm::isa<Convert>(inner)};
}

Arithmetic bareType(const Expr *e) {
  Peeled p = peel(e);
  return p.asInt ? intType : textType(p.expr);
}

Arithmetic textType(const Expr *e) {
  switch (e->kind()) {
  case ExprKind::IntegerConstant:
    return promoted(arithmetic(e->type));
  case ExprKind::LogicalConstant:
    return intType;
  case ExprKind::Variable:
    // An enumerator is an int whatever its enum's type.
    if (cast<Variable>(e)->symbol->kind == SymbolKind::NamedConstant && e->type->isInteger())
      return intType;
    return arithmetic(e->type);
  case ExprKind::Unary:
    return e->type->isLogical() ? intType : arithmetic(e->type);
  case ExprKind::Binary:
    return isComparisonOrLogic(cast<Binary>(e)->op) ? intType : arithmetic(e->type);
  case ExprKind::Intrinsic:
    return e->type->isLogical() ? intType : arithmetic(e->type);
  case ExprKind::Convert:
    // A silent truth value is printed as a comparison with zero, or is 0 or 1 already.
    return !cast<Convert>(e)->written && e->type->isLogical() ? intType : arithmetic(e->type);
  default:
    return arithmetic(e->type);
  }
}

Bare bareOperands(const Expr *left, const Expr *right, Arithmetic wanted) {
  bool canLeft = isSilent(left), canRight = isSilent(right);
  Arithmetic l = textType(left), r = textType(right);
  Arithmetic bareLeft = bareType(left), bareRight = bareType(right);
  if (canLeft && canRight && usual(bareLeft, bareRight) == wanted)
    return {true, true};
  if (canRight && usual(l, bareRight) == wanted)
    return {false, true};
  if (canLeft && usual(bareLeft, r) == wanted)
    return {true, false};
  return {};
}

bool losesSign(const Expr *e, Arithmetic other) {
  Arithmetic own = bareType(e);
  bool integers = own.kind == Arithmetic::Kind::Integer && other.kind == Arithmetic::Kind::Integer;
  return integers && own.isSigned && !peel(e).expr->isConstant() && !usual(own, other).isSigned;
}

} // namespace costate::emit::c
