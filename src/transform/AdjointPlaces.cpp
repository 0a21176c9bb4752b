#include "transform/AdjointPlaces.h"

#include "llvm/ADT/STLExtras.h"

namespace costate::transform {

using namespace ir;

std::pair<const Expr *, int64_t> withoutConstant(const Expr *e) {
  if (auto *number = llvm::dyn_cast<IntegerConstant>(e))
    return {nullptr, number->value};
  auto *sum = llvm::dyn_cast<Binary>(e);
  if (!sum || (sum->op != BinaryOp::Add && sum->op != BinaryOp::Subtract))
    return {e, 0};
  bool isNegative = sum->op == BinaryOp::Subtract;
  if (auto *number = llvm::dyn_cast<IntegerConstant>(sum->right)) {
    auto [rest, constant] = withoutConstant(sum->left);
    return {rest, isNegative ? constant - number->value : constant + number->value};
  }
  auto *number = llvm::dyn_cast<IntegerConstant>(sum->left);
  if (!number || isNegative)
    return {e, 0};
  auto [rest, constant] = withoutConstant(sum->right);
  return {rest, constant + number->value};
}

namespace {

/// Subscripts that differ by a number.
bool areApart(const Expr *x, const Expr *y) {
  auto [rest, constant] = withoutConstant(x);
  auto [other, second] = withoutConstant(y);
  return constant != second && (rest && other ? equal(rest, other) : rest == other);
}

/// Elements of one array that are not the same.
bool areOtherElements(const Expr *x, const Expr *y) {
  auto *one = llvm::dyn_cast<Element>(x), *two = llvm::dyn_cast<Element>(y);
  if (one && two && equal(one->base, two->base) && one->subscripts.size() == two->subscripts.size()) {
    for (size_t i = 0; i < one->subscripts.size(); ++i)
      if (one->subscripts[i] && two->subscripts[i] && areApart(one->subscripts[i], two->subscripts[i]))
        return true;
    return false;
  }
  auto *from = llvm::dyn_cast<Dereference>(x), *to = llvm::dyn_cast<Dereference>(y);
  auto isOther = [](const Expr *offset, const Expr *from) {
    auto *number = llvm::dyn_cast_or_null<IntegerConstant>(offset ? offset : from);
    return offset && from ? areApart(offset, from) : number && number->value != 0;
  };
  return from && to && equal(from->pointer, to->pointer) && (from->offset || to->offset) &&
         isOther(from->offset, to->offset);
}

} // namespace

const Symbol *leader(const Expr *place) {
  for (const Expr *e = place; e;) {
    if (auto *v = llvm::dyn_cast<Variable>(e))
      return v->symbol;
    if (auto *element = llvm::dyn_cast<Element>(e))
      e = element->base;
    else if (auto *field = llvm::dyn_cast<Field>(e))
      e = field->base;
    else if (auto *part = llvm::dyn_cast<ComplexPart>(e))
      e = part->base;
    else if (auto *target = llvm::dyn_cast<Dereference>(e))
      e = target->pointer;
    else if (auto *moved = llvm::dyn_cast<PointerAdd>(e))
      e = moved->pointer;
    else
      return nullptr;
  }
  return nullptr;
}

bool isBase(const Expr *place, const Expr *e) {
  auto *element = llvm::dyn_cast<Element>(place);
  auto *target = llvm::dyn_cast<Dereference>(place);
  return e == (element ? element->base : target ? target->pointer : nullptr);
}

bool isPlain(const Stmt &s) {
  if (auto *assign = llvm::dyn_cast<Assign>(&s))
    return !assign->mask && !assign->place->type->isArray() && !assign->place->type->isRecord() &&
           !assign->place->type->isPointer();
  auto *branch = llvm::dyn_cast<If>(&s);
  auto arePlain = [](const Block &inner) { return llvm::all_of(inner, [](const StmtPtr &x) { return isPlain(*x); }); };
  return branch && arePlain(branch->thenBlock) && arePlain(branch->elseBlock);
}

const Expr *AdjointPlaces::added(const Assign &s) const {
  auto *sum = llvm::dyn_cast<Binary>(s.value);
  if (!sum || (sum->op != BinaryOp::Add && sum->op != BinaryOp::Subtract) || !isSummable(s.place) ||
      !equal(sum->left, s.place))
    return nullptr;
  return sum->op == BinaryOp::Add
             ? sum->right
             : program.exprs.make<Unary>(s.value->type, UnaryOp::Negate, sum->right, s.location);
}

bool AdjointPlaces::isSummable(const Expr *place) const {
  const Type *type = place->type->strip();
  const Symbol *root = leader(place);
  return (type->isReal() || type->isComplex()) && !llvm::isa<Variable>(place) && root && !roots.isHarmless(root) &&
         llvm::isa<Element, Dereference>(place);
}

bool AdjointPlaces::mayBeAdjoint(const Expr *place) const {
  const Symbol *root = leader(place);
  return !root || !roots.isHarmless(root);
}

bool AdjointPlaces::mayMeet(const Expr *x, const Expr *y) const {
  return !leader(x) || !leader(y) || (mayEverMeet(x, y) && !areOtherElements(x, y) && !roots.areApart(x, y));
}

bool AdjointPlaces::mayEverMeet(const Expr *x, const Expr *y) const {
  const Symbol *one = leader(x), *two = leader(y);
  return !one || !two || roots.mayMeet(one, two);
}

} // namespace costate::transform
