#include "transform/ArrayTemporaries.h"

#include "rules/Rules.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;

// ---- Extents ----------------------------------------------------------------------------------

const Expr *ArrayTemporaries::size(const Expr *array, unsigned dimension) {
  const Type *integer = b.integer(Language::Fortran);
  std::vector<const Expr *> arguments{array};
  if (array->type->rank() > 1)
    arguments.push_back(b.constant(integer, dimension + 1));
  return b.program.exprs.make<Intrinsic>(integer, "size", arguments, array->location);
}

/// What declared extents name may have changed since the procedure was entered; the array knows.
std::vector<const Expr *> ArrayTemporaries::extents(const Expr *array) {
  Extents known = extentsAtEntry(array);
  if (known && std::all_of(known->begin(), known->end(), [&](const Expr *e) { return isFixed(e); }))
    return *known;
  std::vector<const Expr *> out;
  array = representative(array);
  for (unsigned k = 0; k < array->type->rank(); ++k)
    out.push_back(size(array, k));
  return out;
}

/// An operand that has the shape of the whole.
const Expr *ArrayTemporaries::representative(const Expr *array) const {
  auto *function = llvm::dyn_cast<Intrinsic>(array);
  if (llvm::isa<Unary, Binary, Convert>(array) ||
      (function && rules::isElemental(*function, Language::Fortran)))
    for (const Expr *operand : operands(array))
      if (operand->type && operand->type->rank() == array->type->rank())
        return representative(operand);
  return array;
}

/// A scalar that has the value it had on entry, and may stand in a declaration: constants, arguments
/// that the procedure may not change, sizes of arguments.
bool ArrayTemporaries::isFixed(const Expr *e) const {
  if (auto *v = llvm::dyn_cast<Variable>(e)) {
    const Symbol &s = *v->symbol;
    return s.kind == SymbolKind::NamedConstant ||
           (s.storage == Storage::Argument && s.owner == &procedure && s.intent == Intent::In &&
            !s.optional && s.type->isInteger());
  }
  if (auto *function = llvm::dyn_cast<Intrinsic>(e); function && function->name == "size") {
    auto *v = llvm::dyn_cast<Variable>(function->arguments[0]);
    return v && v->symbol->storage == Storage::Argument && v->symbol->owner == &procedure &&
           !v->symbol->optional && !v->symbol->allocatable && !v->type->isPointer();
  }
  if (!llvm::isa<IntegerConstant, Binary, Unary>(e))
    return false;
  for (const Expr *operand : operands(e))
    if (!isFixed(operand))
      return false;
  return true;
}

const Expr *ArrayTemporaries::length(const Expr *lower, const Expr *upper) {
  auto *first = lower ? llvm::dyn_cast<IntegerConstant>(lower) : nullptr;
  if (!lower || (first && first->value == 1))
    return upper;
  if (auto *last = llvm::dyn_cast<IntegerConstant>(upper); last && first)
    return b.constant(upper->type, last->value - first->value + 1);
  if (first) {
    bool adds = first->value <= 1;
    const Expr *by = b.constant(upper->type, adds ? 1 - first->value : first->value - 1);
    return b.binary(adds ? BinaryOp::Add : BinaryOp::Subtract, upper, by);
  }
  return b.binary(BinaryOp::Add, b.binary(BinaryOp::Subtract, upper, lower),
                  b.constant(upper->type, 1));
}

ArrayTemporaries::Extents ArrayTemporaries::extentsAtEntry(const Expr *e) {
  if (!e->type->isArray())
    return std::nullopt;
  switch (e->kind()) {
  case ExprKind::Variable:
    return ofVariable(llvm::cast<Variable>(e));
  case ExprKind::Element:
    return ofSection(llvm::cast<Element>(e));
  case ExprKind::Field:
    return ofField(llvm::cast<Field>(e));
  case ExprKind::Intrinsic:
    return ofIntrinsic(llvm::cast<Intrinsic>(e));
  case ExprKind::ArrayConstructor:
    return ofConstructor(llvm::cast<ArrayConstructor>(e));
  case ExprKind::ComplexPart:
  case ExprKind::Unary:
  case ExprKind::Binary:
  case ExprKind::Convert:
  case ExprKind::MakeComplex:
    return ofOperands(e);
  default:
    return std::nullopt;
  }
}

/// Declared bounds are fixed on entry, whatever happens to what they name.
ArrayTemporaries::Extents ArrayTemporaries::ofVariable(const Variable *v) {
  const Symbol &s = *v->symbol;
  auto *array = llvm::cast<ArrayType>(s.type->strip());
  std::vector<const Expr *> out;
  for (unsigned k = 0; k < array->dimensions.size(); ++k) {
    const Dimension &d = array->dimensions[k];
    if (d.form == Dimension::Form::Explicit && s.owner == &procedure && d.upper)
      out.push_back(length(d.lower, d.upper));
    else if (d.form == Dimension::Form::Explicit ||
             (d.form == Dimension::Form::Assumed && !s.optional))
      out.push_back(size(v, k));
    else
      return std::nullopt;
  }
  return out;
}

ArrayTemporaries::Extents ArrayTemporaries::ofSection(const Element *e) {
  if (auto *field = llvm::dyn_cast<Field>(e->base); field && field->base->type->isArray())
    return extentsAtEntry(field->base); // one element of the component, of all records
  std::vector<const Expr *> out;
  for (unsigned k = 0; k < e->subscripts.size(); ++k) {
    const Expr *subscript = e->subscripts[k];
    auto *range = llvm::dyn_cast<Range>(subscript);
    if (!range && !subscript->type->isArray())
      continue;
    if (!range) {
      Extents vector = extentsAtEntry(subscript);
      if (!vector)
        return std::nullopt;
      out.push_back(vector->front());
      continue;
    }
    if (range->stride)
      return std::nullopt;
    auto *variable = llvm::dyn_cast<Variable>(e->base);
    auto *array = llvm::dyn_cast<ArrayType>(e->base->type->strip());
    bool whole = !range->lower && !range->upper;
    if (whole && variable) {
      Extents all = extentsAtEntry(variable);
      if (!all)
        return std::nullopt;
      out.push_back((*all)[k]);
      continue;
    }
    const Dimension *declared =
        variable && array && variable->symbol->owner == &procedure ? &array->dimensions[k] : nullptr;
    bool isExplicit = declared && declared->form == Dimension::Form::Explicit;
    const Expr *upper = range->upper ? range->upper : isExplicit ? declared->upper : nullptr;
    const Expr *lower = range->lower || !isExplicit ? range->lower : declared->lower;
    if (!upper || (range->upper && !isFixed(upper)) || (range->lower && !isFixed(lower)) ||
        (!range->lower && !isExplicit))
      return std::nullopt;
    out.push_back(length(lower, upper));
  }
  return out;
}

/// `s%a` of a scalar, `all%x` of an array.
ArrayTemporaries::Extents ArrayTemporaries::ofField(const Field *f) {
  if (f->base->type->isArray())
    return extentsAtEntry(f->base);
  auto *array = llvm::cast<ArrayType>(f->type->strip());
  std::vector<const Expr *> out;
  for (const Dimension &d : array->dimensions) {
    if (d.form != Dimension::Form::Explicit || !d.upper || !isFixed(d.upper) ||
        (d.lower && !isFixed(d.lower)))
      return std::nullopt;
    out.push_back(length(d.lower, d.upper));
  }
  return out;
}

/// Of numbers, and of arrays of which the declaration says how many they are.
ArrayTemporaries::Extents ArrayTemporaries::ofConstructor(const ArrayConstructor *e) {
  int64_t count = 0;
  for (const Expr *item : e->items) {
    if (llvm::isa<ImpliedDo>(item))
      return std::nullopt;
    Extents of = item->type->isArray() ? extentsAtEntry(item) : std::vector<const Expr *>();
    if (!of)
      return std::nullopt;
    int64_t numbers = 1;
    for (const Expr *extent : *of) {
      auto *known = llvm::dyn_cast<IntegerConstant>(extent);
      if (!known)
        return std::nullopt;
      numbers *= std::max<int64_t>(known->value, 0);
    }
    count += numbers;
  }
  return std::vector<const Expr *>{b.constant(b.integer(Language::Fortran), count)};
}

ArrayTemporaries::Extents ArrayTemporaries::ofOperands(const Expr *e) {
  for (const Expr *operand : operands(e))
    if (operand->type && operand->type->rank() == e->type->rank())
      if (Extents found = extentsAtEntry(operand))
        return found;
  return std::nullopt;
}

ArrayTemporaries::Extents ArrayTemporaries::ofIntrinsic(const Intrinsic *e) {
  if (e->name == "transpose" || e->name == "cshift" || e->name == "eoshift") {
    Extents of = extentsAtEntry(e->arguments[0]);
    if (of && e->name == "transpose")
      std::swap((*of)[0], (*of)[1]);
    return of;
  }
  for (const char *name : {"shape", "lbound", "ubound", "minloc", "maxloc"}) // a number for each dimension
    if (e->name == name && e->arguments.size() == 1)
      return std::vector<const Expr *>{b.constant(b.integer(Language::Fortran), e->arguments[0]->type->rank())};
  if (e->name == "matmul") {
    Extents left = extentsAtEntry(e->arguments[0]), right = extentsAtEntry(e->arguments[1]);
    if (!left || !right)
      return std::nullopt;
    left->pop_back();
    left->insert(left->end(), right->begin() + 1, right->end());
    return left;
  }
  if (e->name == "sum" || e->name == "norm2")
    for (const Expr *argument : e->arguments)
      if (auto *dimension = llvm::dyn_cast<IntegerConstant>(argument)) {
        Extents of = extentsAtEntry(e->arguments[0]);
        if (of)
          of->erase(of->begin() + (dimension->value - 1));
        return of;
      }
  return rules::isElemental(*e, Language::Fortran) ? ofOperands(e) : std::nullopt;
}

// ---- Variables --------------------------------------------------------------------------------

Symbol *ArrayTemporaries::automatic(const std::string &name, const Type *scalar,
                                    const std::vector<const Expr *> &extents) {
  std::vector<Dimension> shape;
  for (const Expr *extent : extents)
    shape.push_back({Dimension::Form::Explicit, nullptr, extent, nullptr});
  Symbol *s = procedure.makeTemporary(name, b.program.types.array(scalar, shape, false));
  s->temporary = false;
  return s;
}

Symbol *ArrayTemporaries::deferred(const std::string &name, const Type *scalar, unsigned rank) {
  Dimension open;
  open.form = Dimension::Form::Deferred;
  Symbol *s = procedure.makeTemporary(
      name, b.program.types.array(scalar, std::vector<Dimension>(rank, open), false));
  s->temporary = false;
  s->allocatable = true;
  return s;
}

bool isPartOfMany(const Expr *place) {
  auto *element = llvm::dyn_cast<Element>(place);
  auto *field = llvm::dyn_cast<Field>(element ? element->base : place);
  return field && field->base->type->isArray();
}

const Expr *ArrayTemporaries::holding(const Expr *value, Block &before) {
  const Type *scalar = value->type->scalar()->strip();
  Location at = value->location;
  if (Extents known = extentsAtEntry(value)) {
    Symbol *s = automatic("temp", scalar, *known);
    before.push_back(b.assign(s, value, at));
    return b.variable(s, at);
  }
  const Expr *place = b.variable(deferred("temp", scalar, value->type->rank()), at);
  release(place, before);
  auto allocation =
      std::make_unique<Allocate>(Allocate::How::Fortran, std::vector<Allocation>{{place, {}, {}}}, at);
  bool hasBounds = value->isPlace() && !llvm::isa<Element>(value); // parentheses: the copy begins with 1
  bool breaksOff = isPartOfMany(value); // gfortran 12, at r(4:1:-1)%a(2)
  allocation->source =
      hasBounds || breaksOff ? b.program.exprs.make<Unary>(value->type, UnaryOp::Parentheses, value, at) : value;
  before.push_back(std::move(allocation));
  return place;
}

const Expr *ArrayTemporaries::shaped(const std::vector<const Expr *> &extents, const Type *scalar,
                                     const std::string &name, Block &before) {
  bool fixed = std::all_of(extents.begin(), extents.end(), [&](const Expr *e) { return isFixed(e); });
  if (fixed)
    return b.variable(automatic(name, scalar, extents));
  const Expr *place = b.variable(deferred(name, scalar, extents.size()));
  allocate(place, extents, before);
  return place;
}

const Expr *ArrayTemporaries::bounded(const std::string &name, const Type *scalar,
                                      const std::vector<Dimension> &bounds, Block &before) {
  const Expr *place = b.variable(deferred(name, scalar, bounds.size()));
  allocateBounds(place, bounds, before);
  return place;
}

void ArrayTemporaries::allocate(const Expr *variable, std::vector<const Expr *> extents,
                                Block &before) {
  std::vector<Dimension> bounds;
  for (const Expr *extent : extents)
    bounds.push_back({Dimension::Form::Explicit, nullptr, extent, nullptr});
  allocateBounds(variable, bounds, before);
}

void ArrayTemporaries::allocateBounds(const Expr *variable, const std::vector<Dimension> &bounds,
                                      Block &before) {
  release(variable, before);
  Allocation object{variable, bounds, nullptr};
  before.push_back(std::make_unique<Allocate>(
      Allocate::How::Fortran, std::vector<Allocation>{object}, variable->location));
}

const Expr *ArrayTemporaries::spread(const Expr *number, const Expr *like) {
  const Type *integer = b.integer(Language::Fortran), *scalar = number->type->strip();
  std::vector<Dimension> shape;
  int64_t along = 1;
  for (const Expr *extent : extents(like)) {
    shape.push_back({Dimension::Form::Deferred, nullptr, nullptr, nullptr});
    std::vector<const Expr *> arguments{number, b.constant(integer, along++), extent};
    number = b.program.exprs.make<Intrinsic>(b.program.types.array(scalar, shape, false), "spread",
                                             arguments, like->location);
  }
  return number;
}

// ---- Release ------------------------------------------------------------------------------------

void ArrayTemporaries::beginBlock(bool isHead) { blocks.push_back({isHead, {}}); }

void ArrayTemporaries::endBlock(Block &out) {
  if (!blocks.back().allocated.empty()) {
    forEachStmt(out, [](Stmt &s) { // something follows every way out now
      if (auto *branch = llvm::dyn_cast<If>(&s))
        branch->thenReturned = false;
    });
    out.push_back(std::make_unique<Free>(blocks.back().allocated));
  }
  blocks.pop_back();
}

void ArrayTemporaries::release(const Expr *variable, Block &before) {
  if (blocks.empty() || !blocks.back().isHead) {
    if (!blocks.empty())
      blocks.back().allocated.push_back(variable);
    return;
  }
  const Expr *allocated = b.program.exprs.make<Intrinsic>(
      b.defaultLogical(), "allocated", std::vector<const Expr *>{variable}, variable->location);
  Block free;
  free.push_back(std::make_unique<Free>(std::vector<const Expr *>{variable}, variable->location));
  before.push_back(std::make_unique<If>(allocated, std::move(free), Block{}, variable->location));
}

} // namespace costate::transform
