#include "transform/FoldConstants.h"

#include "ir/Constants.h"
#include "ir/Rewrite.h"
#include "transform/PointerTargets.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;

const Expr *FoldConstants::operator()(const Expr *e) {
  if (auto *v = llvm::dyn_cast<Variable>(e)) {
    if (auto value = known.find(v->symbol); value != known.end())
      return value->second;
    // A constant of a C function, declared as such.
    auto *q = llvm::dyn_cast<QualifiedType>(v->symbol->type);
    if (q && q->isConst && !q->isVolatile && v->symbol->owner && v->symbol->storage != Storage::Argument &&
        e->type->isInteger())
      if (auto n = constantValue(v->symbol->initial))
        return integer(e, *n);
    return e;
  }
  if (auto *address = llvm::dyn_cast<AddressOf>(e)) {
    const Expr *target = place(address->place);
    return target == address->place ? e
                                    : program.exprs.make<AddressOf>(e->type, target, address->decayed, e->location);
  }
  if (e->isPlace())
    return place(e);
  return simplified(mapOperands(program.exprs, e, [&](const Expr *x) { return (*this)(x); }));
}

const Expr *FoldConstants::place(const Expr *e) {
  if (llvm::isa<Variable>(e))
    return e;
  if (const Expr *target = throughPointer(e))
    return target;
  return mapOperands(program.exprs, e, [&](const Expr *x) {
    bool isPart = llvm::isa<Element>(e) || llvm::isa<Field>(e) || llvm::isa<ComplexPart>(e);
    bool isBase = x->isPlace() && isPart && x == operands(e)[0];
    return isBase ? place(x) : (*this)(x);
  });
}

/// What a known pointer leads to.
const Expr *FoldConstants::throughPointer(const Expr *e) {
  auto *element = llvm::dyn_cast<Element>(e);
  auto *target = llvm::dyn_cast<Dereference>(element ? element->base : e);
  auto *p = target ? llvm::dyn_cast<Variable>(target->pointer) : nullptr;
  auto value = p ? known.find(p->symbol) : known.end();
  if (value == known.end())
    return nullptr;
  const Expr *offset = target->offset ? (*this)(target->offset) : nullptr;
  if (!element)
    return targetOf(program, value->second, offset, target->type);
  std::vector<const Expr *> subscripts;
  for (const Expr *s : element->subscripts)
    subscripts.push_back((*this)(s));
  return elementOf(program, value->second, offset, subscripts, *element);
}

const Expr *FoldConstants::integer(const Expr *like, int64_t value) {
  return b.constant(like->type->strip(), value, like->location);
}

const Expr *FoldConstants::simplified(const Expr *e) {
  if (e->isConstant() || e->isPlace() || !e->type || e->type->isArray())
    return e;
  if (auto *type = llvm::dyn_cast<IntegerType>(e->type->strip()))
    if (auto value = constantValue(e); value && (type->isSigned || *value >= 0))
      return integer(e, *value);
  if (auto *x = llvm::dyn_cast<Binary>(e))
    return binary(*x);
  if (auto *x = llvm::dyn_cast<Convert>(e))
    return converted(*x);
  if (auto *x = llvm::dyn_cast<Intrinsic>(e))
    return intrinsic(*x);
  if (auto *x = llvm::dyn_cast<Conditional>(e))
    if (auto *truth = llvm::dyn_cast<LogicalConstant>(x->condition))
      return truth->value ? x->whenTrue : x->whenFalse;
  if (auto *x = llvm::dyn_cast<Unary>(e); x && x->op == UnaryOp::Not)
    if (auto *truth = llvm::dyn_cast<LogicalConstant>(x->operand))
      return b.truth(e->type, !truth->value, e->location);
  return e;
}

const Expr *FoldConstants::binary(const Binary &e) {
  auto *left = llvm::dyn_cast<LogicalConstant>(e.left);
  auto *right = llvm::dyn_cast<LogicalConstant>(e.right);
  if (e.op == BinaryOp::And || e.op == BinaryOp::Or) {
    bool decides = e.op == BinaryOp::Or;
    if (left)
      return left->value == decides ? b.truth(e.type, decides, e.location) : e.right;
    return right && right->value != decides ? e.left : &e;
  }
  auto x = e.left->type->isInteger() ? constantValue(e.left) : std::nullopt,
       y = e.right->type->isInteger() ? constantValue(e.right) : std::nullopt;
  if (y && *y == 0 && (e.op == BinaryOp::Add || e.op == BinaryOp::Subtract))
    return e.left;
  if (x && *x == 0 && e.op == BinaryOp::Add)
    return e.right;
  if (!x || !y)
    return &e;
  switch (e.op) {
  case BinaryOp::Remainder:
    return *y > 0 && *x >= 0 ? integer(&e, *x % *y) : &e;
  case BinaryOp::Equal:
    return b.truth(e.type, *x == *y, e.location);
  case BinaryOp::NotEqual:
    return b.truth(e.type, *x != *y, e.location);
  default:
    break;
  }
  if (*x < 0 || *y < 0)
    if (auto *type = llvm::dyn_cast<IntegerType>(e.left->type->strip()); !type || !type->isSigned)
      return &e;
  switch (e.op) {
  case BinaryOp::Less:
    return b.truth(e.type, *x < *y, e.location);
  case BinaryOp::LessEqual:
    return b.truth(e.type, *x <= *y, e.location);
  case BinaryOp::Greater:
    return b.truth(e.type, *x > *y, e.location);
  case BinaryOp::GreaterEqual:
    return b.truth(e.type, *x >= *y, e.location);
  default:
    return &e;
  }
}

/// Integers that every real type holds exactly, and C's conditions.
const Expr *FoldConstants::converted(const Convert &e) {
  auto value = e.operand->type->isInteger() ? constantValue(e.operand) : std::nullopt;
  if (value && e.type->isLogical())
    return b.truth(e.type, *value != 0, e.location);
  if (!value || !e.type->isReal() || std::abs(*value) >= 1 << 24)
    return &e;
  const Expr *size = program.exprs.make<RealConstant>(e.type->strip(), std::to_string(std::abs(*value)) + ".0",
                                                      double(std::abs(*value)), e.location);
  return *value < 0 ? program.exprs.make<Unary>(e.type->strip(), UnaryOp::Negate, size, e.location) : size;
}

const Expr *FoldConstants::intrinsic(const Intrinsic &e) {
  if (e.name == "size" || e.name == "lbound" || e.name == "ubound")
    return inquiry(e);
  if (!e.type->isInteger() || e.arguments.empty())
    return &e;
  std::vector<int64_t> values;
  for (const Expr *a : e.arguments)
    if (auto n = a && a->type && a->type->isInteger() ? constantValue(a) : std::nullopt)
      values.push_back(*n);
  if (values.size() != e.arguments.size() || !e.keywords.empty())
    return &e;
  if (e.name == "abs" && values.size() == 1)
    return integer(&e, std::abs(values[0]));
  if (e.name == "max")
    return integer(&e, *std::max_element(values.begin(), values.end()));
  if (e.name == "min")
    return integer(&e, *std::min_element(values.begin(), values.end()));
  if (values.size() != 2 || values[1] <= 0)
    return &e;
  if (e.name == "mod")
    return integer(&e, values[0] % values[1]);
  if (e.name == "modulo")
    return integer(&e, ((values[0] % values[1]) + values[1]) % values[1]);
  return &e;
}

/// Of an array of declared extents.
const Expr *FoldConstants::inquiry(const Intrinsic &e) {
  if (!e.type->isInteger() || e.arguments.empty() || e.arguments.size() > 2 || !e.arguments[0]->isPlace())
    return &e;
  auto axes = constantAxes(e.arguments[0]);
  auto which = e.arguments.size() > 1 ? constantValue(e.arguments[1]) : std::nullopt;
  bool isSize = e.name == "size", isWhole = !llvm::isa<Element>(e.arguments[0]);
  if (!axes || (!which && (e.arguments.size() > 1 || !isSize)) || (which && (*which < 1 || *which > int64_t(axes->size()))))
    return &e;
  int64_t size = 1;
  for (const Axis &axis : *axes)
    size *= axis.extent;
  if (!which)
    return integer(&e, size);
  const Axis &axis = axes->at(*which - 1);
  if (isSize)
    return integer(&e, axis.extent);
  if (axis.extent == 0)
    return &e;
  int64_t lower = isWhole ? axis.lower : 1;
  return integer(&e, e.name == "lbound" ? lower : lower + axis.extent - 1);
}

std::optional<std::vector<Axis>> constantAxes(const Expr *place) {
  auto *element = llvm::dyn_cast<Element>(place);
  const Expr *base = element ? element->base : place;
  auto *array = llvm::dyn_cast<ArrayType>(base->type->strip());
  if (!array || array->rowMajor || (element && element->subscripts.size() != array->dimensions.size()))
    return std::nullopt;
  std::vector<Axis> out;
  for (size_t i = 0; i < array->dimensions.size(); ++i) {
    const Dimension &d = array->dimensions[i];
    auto *range = element ? llvm::dyn_cast<Range>(element->subscripts[i]) : nullptr;
    if (element && !range) {
      if (element->subscripts[i]->type->isArray())
        return std::nullopt;
      continue;
    }
    bool isExplicit = d.form == Dimension::Form::Explicit;
    const Expr *first = range && range->lower ? range->lower : d.lower;
    const Expr *last = range && range->upper ? range->upper : isExplicit ? d.upper : nullptr;
    bool hasLower = isExplicit || d.form == Dimension::Form::Assumed || (range && range->lower);
    auto lower = !hasLower ? std::nullopt : first ? constantValue(first) : 1, upper = constantValue(last);
    auto stride = range && range->stride ? constantValue(range->stride) : 1;
    if (!lower || !upper || !stride || *stride == 0)
      return std::nullopt;
    out.push_back({*lower, std::max<int64_t>(0, (*upper - *lower + *stride) / *stride), *stride});
  }
  return out;
}

} // namespace costate::transform
