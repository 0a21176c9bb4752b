#include "transform/ElementLoops.h"

#include "transform/AdjointPlaces.h"
#include "ir/Constants.h"
#include "ir/Rewrite.h"
#include "rules/Rules.h"

namespace costate::transform {

using namespace ir;

namespace {

bool isOne(const Expr *e) {
  auto *constant = llvm::dyn_cast<IntegerConstant>(e);
  return constant && constant->value == 1;
}

bool same(const Expr *a, const Expr *b) { return a == b || (a && b && equal(a, b)); }

/// Whether the variable's memory may have a second name.
bool isShared(const Symbol *s) { return !s || s->target || s->overlay || s->type->isPointer(); }

/// Two sections of one array with the same ranges in the same dimensions, `a(m:n, i)` and `a(m:n, k)`: whatever i and k
/// are, an element of the one is none of the other, or the one at its own position.
bool areInStep(const Expr *a, const Expr *b) {
  auto *x = llvm::dyn_cast<Element>(a), *y = llvm::dyn_cast<Element>(b);
  if (!x || !y || !equal(x->base, y->base) || x->subscripts.size() != y->subscripts.size())
    return false;
  for (size_t i = 0; i < x->subscripts.size(); ++i) {
    const Expr *s = x->subscripts[i], *t = y->subscripts[i];
    if (llvm::isa<Range>(s) || llvm::isa<Range>(t) ? !equal(s, t) : s->type->isArray() || t->type->isArray())
      return false;
  }
  return true;
}

} // namespace

bool ElementLoops::append(const Assign &s, Block &out, const Element &element) {
  std::optional<Axes> shape = s.place->type->isArray() ? axes(s.place) : std::nullopt;
  if (!shape || !isElementwise(s.value) || (s.mask && !isElementwise(s.mask)))
    return false;
  if (mayGo(s))
    nest(s, *shape, out, element);
  else if (!s.mask)
    throughCopy(s, *shape, out, element);
  else
    return false;
  return true;
}

void ElementLoops::nest(const Assign &s, const Axes &shape, Block &out, const Element &element) {
  direct.clear();
  for (unsigned i = 0; i < shape.size(); ++i)
    direct.push_back(alignedWith(s.place, shape, i) && alignedWith(s.value, shape, i) &&
                     (!s.mask || alignedWith(s.mask, shape, i)));
  Location at = s.location;
  Block inner;
  arrays.beginBlock(false); // what an element needs is released with it
  element(std::make_unique<Assign>(this->at(s.place), this->at(s.value), at), inner);
  arrays.endBlock(inner);
  if (s.mask) {
    auto branch = std::make_unique<If>(this->at(s.mask), std::move(inner), Block(), at);
    inner = Block();
    inner.push_back(std::move(branch));
  }
  loopsAround(std::move(inner), shape, at, out);
}

bool ElementLoops::overElements(const std::vector<const Expr *> &parts, Location at, Block &out,
                                const std::function<void(const At &, Block &)> &body) {
  std::optional<Axes> shape;
  for (const Expr *e : parts) {
    if (!isElementwise(e))
      return false;
    if (!shape && e->type->isArray() && e->isPlace())
      shape = axes(e);
  }
  if (!shape)
    return false;
  direct.assign(shape->size(), true);
  for (unsigned i = 0; i < shape->size(); ++i)
    for (const Expr *e : parts)
      direct[i] = direct[i] && alignedWith(e, *shape, i);
  Block inner;
  arrays.beginBlock(false);
  body([&](const Expr *e) { return this->at(e); }, inner);
  arrays.endBlock(inner);
  loopsAround(std::move(inner), *shape, at, out);
  return true;
}

void ElementLoops::loopsAround(Block inner, const Axes &shape, Location at, Block &out) {
  for (unsigned i = 0; i < shape.size(); ++i) {
    const Axis &a = shape[i];
    const Expr *one = b.constant(b.integer(Language::Fortran), 1, at);
    auto loop = direct[i] ? std::make_unique<For>(counter(i), a.lower, a.upper, a.stride,
                                                  std::move(inner), at)
                          : std::make_unique<For>(counter(i), one, extent(a), nullptr,
                                                  std::move(inner), at);
    inner = Block();
    inner.push_back(std::move(loop));
  }
  out.push_back(std::move(inner.front()));
}

void ElementLoops::throughCopy(const Assign &s, const Axes &shape, Block &out,
                               const Element &element) {
  auto &make = program.exprs;
  auto *section = llvm::cast<ir::Element>(s.place); // its first subscript is the direction
  const Expr *range = make.make<Range>(nullptr, nullptr, nullptr);
  std::vector<const Expr *> extents{directions.count}, here{section->subscripts.front()};
  for (const Axis &a : shape) {
    extents.push_back(extent(a));
    here.push_back(range);
  }
  const Expr *whole =
      arrays.shaped(extents, s.place->type->scalar()->strip(), "arrayd", out);
  copies.insert(rootVariable(whole));
  Assign toCopy(make.make<ir::Element>(s.place->type, whole, here, s.location), s.value,
                s.location);
  nest(toCopy, *axes(toCopy.place), out, element);
  std::vector<const Expr *> subscripts = section->subscripts;
  subscripts.front() = range;
  const Expr *place = make.make<ir::Element>(whole->type, section->base, subscripts, s.location);
  out.push_back(std::make_unique<Assign>(place, whole, s.location));
}

/// The condition above. The value's other parts hold no derivative, so they cannot be written.
bool ElementLoops::mayGo(const Assign &s) const {
  Symbol *root = rootVariable(s.place);
  bool shared = isShared(root);
  bool clear = true;
  auto visit = [&](auto &self, const Expr *e) -> void {
    if (equal(e, s.place) || areInStep(e, s.place))
      return;
    if (root && e->isPlace() && rootVariable(e) == root && shadows)
      clear = false; // another section of it
    auto *v = llvm::dyn_cast<Variable>(e);
    if (v && shadows && shadows->isShadow(v->symbol))
      clear &= !(shared && isShared(v->symbol));
    for (const Expr *operand : operands(e))
      self(self, operand);
  };
  visit(visit, s.value);
  return clear;
}

/// Whether every array in it is taken element by element.
bool ElementLoops::isElementwise(const Expr *e) const {
  if (!e->type || !e->type->isArray())
    return true;
  if (e->isPlace())
    return const_cast<ElementLoops *>(this)->axes(e).has_value();
  auto *function = llvm::dyn_cast<Intrinsic>(e);
  bool operation = llvm::isa<Unary>(e) || llvm::isa<Binary>(e) || llvm::isa<Convert>(e) ||
                   (function && rules::isElemental(*function, Language::Fortran));
  if (!operation)
    return false;
  for (const Expr *operand : operands(e))
    if (!isElementwise(operand))
      return false;
  return true;
}

// ---- Places -------------------------------------------------------------------------------------

/// Of a whole array, or a section of one by ranges; nothing for other array places.
std::optional<ElementLoops::Axes> ElementLoops::axes(const Expr *place) {
  Axes all;
  auto *element = llvm::dyn_cast<ir::Element>(place);
  const Expr *base = element ? element->base : place;
  if (auto *field = llvm::dyn_cast<Field>(base); field && field->base->type->isArray())
    return std::nullopt;
  if (!llvm::isa<Variable>(base) && !llvm::isa<Field>(base) && !llvm::isa<Dereference>(base))
    return std::nullopt;
  if (!element) {
    for (unsigned i = 0; i < place->type->rank(); ++i)
      all.push_back(axis(base, i, nullptr));
    return all;
  }
  for (unsigned i = 0; i < element->subscripts.size(); ++i) {
    const Expr *s = element->subscripts[i];
    if (auto *range = llvm::dyn_cast<Range>(s))
      all.push_back(axis(base, i, range));
    else if (s->type->isArray())
      return std::nullopt;
  }
  return all;
}

ElementLoops::Axis ElementLoops::axis(const Expr *base, unsigned dimension, const Range *range) {
  const Expr *lower = range && range->lower ? range->lower : nullptr;
  const Expr *upper = range && range->upper ? range->upper : nullptr;
  const Expr *stride = range ? range->stride : nullptr;
  return {lower ? lower : bound("lbound", base, dimension),
          upper ? upper : bound("ubound", base, dimension), stride};
}

/// A bound of an array variable: a constant, or what the array itself says, since what its
/// declaration says may have changed. A shadow has its original's bounds.
const Expr *ElementLoops::bound(const char *name, const Expr *base, unsigned dimension) {
  const Type *integer = b.integer(Language::Fortran);
  if (auto *v = shadows ? llvm::dyn_cast<Variable>(base) : nullptr)
    if (Symbol *original = shadows->originalOf(v->symbol)) {
      base = b.variable(original, base->location);
      dimension -= hasDirections(v->type) ? 1 : 0; // they come first
    }
  auto *variable = llvm::dyn_cast<Variable>(base);
  bool lower = name == std::string("lbound");
  if (lower && variable && (fromOne.count(variable->symbol) || copies.count(variable->symbol)))
    return b.constant(integer, 1);
  auto *type = llvm::dyn_cast<ArrayType>(base->type->strip());
  const Dimension *d = type ? &type->dimensions[dimension] : nullptr;
  bool declared = d && (d->form == Dimension::Form::Explicit ||
                        (d->form == Dimension::Form::Assumed && lower));
  if (declared && lower && !d->lower)
    return b.constant(integer, 1);
  const Expr *written = declared ? (lower ? d->lower : d->upper) : nullptr;
  if (written && written->isConstant())
    return written;
  std::vector<const Expr *> arguments{base, b.constant(integer, dimension + 1)};
  return program.exprs.make<Intrinsic>(integer, name, arguments, base->location);
}

/// Whether every array in the expression has this dimension where the first one has it.
bool ElementLoops::alignedWith(const Expr *e, const Axes &shape, unsigned dimension) {
  if (!e->type || !e->type->isArray())
    return true;
  if (e->isPlace()) {
    Axis mine = (*axes(e))[dimension];
    return same(mine.lower, shape[dimension].lower) && same(mine.stride, shape[dimension].stride);
  }
  for (const Expr *operand : operands(e))
    if (!alignedWith(operand, shape, dimension))
      return false;
  return true;
}

// ---- One element --------------------------------------------------------------------------------

Symbol *ElementLoops::counter(unsigned dimension) {
  static const char *const names[] = {"i", "j", "k", "l"};
  while (counters.size() <= dimension) {
    Symbol *s = procedure.makeTemporary(names[std::min<size_t>(counters.size(), 3)],
                                        b.integer(Language::Fortran));
    s->temporary = false;
    counters.push_back(s);
  }
  return counters[dimension];
}

/// e + by, with constants at the end of e gathered.
const Expr *ElementLoops::plus(const Expr *e, int64_t by) {
  auto *sum = llvm::dyn_cast<Binary>(e);
  bool minus = sum && sum->op == BinaryOp::Subtract;
  if (sum && (minus || sum->op == BinaryOp::Add))
    if (auto *last = llvm::dyn_cast<IntegerConstant>(sum->right))
      return plus(sum->left, minus ? by - last->value : by + last->value);
  if (auto *constant = llvm::dyn_cast<IntegerConstant>(e))
    return b.constant(e->type, constant->value + by);
  if (by == 0)
    return e;
  return b.binary(by < 0 ? BinaryOp::Subtract : BinaryOp::Add, e, b.constant(e->type, std::abs(by)));
}

const Expr *ElementLoops::extent(const Axis &a) {
  auto from = constantValue(a.lower), to = constantValue(a.upper), by = a.stride ? constantValue(a.stride) : 1;
  if (from && to && by && *by != 0)
    return b.constant(b.integer(Language::Fortran), std::max<int64_t>((*to - *from + *by) / *by, 0));
  auto *lower = llvm::dyn_cast<IntegerConstant>(a.lower);
  if (!a.stride && lower)
    return plus(a.upper, 1 - lower->value);
  const Expr *span = lower ? plus(a.upper, -lower->value)
                           : b.binary(BinaryOp::Subtract, a.upper, a.lower);
  if (!a.stride)
    return plus(span, 1);
  return b.binary(BinaryOp::Divide, b.binary(BinaryOp::Add, span, a.stride), a.stride);
}

const Expr *ElementLoops::subscript(const Axis &a, unsigned dimension) {
  const Expr *i = b.variable(counter(dimension));
  if (direct[dimension] || (isOne(a.lower) && !a.stride))
    return i;
  if (a.stride)
    return b.binary(BinaryOp::Add, a.lower, b.binary(BinaryOp::Multiply, plus(i, -1), a.stride));
  auto [rest, number] = withoutConstant(a.lower); // `n + 2` gives n + i + 1
  return plus(rest ? b.binary(BinaryOp::Add, rest, i) : i, number - 1);
}

const Expr *ElementLoops::at(const Expr *e) {
  if (!e->type || !e->type->isArray())
    return e;
  const Type *scalar = e->type->scalar();
  if (!e->isPlace()) {
    const Expr *mapped =
        mapOperands(program.exprs, e, [&](const Expr *operand) { return at(operand); });
    return retyped(mapped, scalar, program.exprs);
  }
  Axes mine = *axes(e);
  auto *element = llvm::dyn_cast<ir::Element>(e);
  std::vector<const Expr *> subscripts;
  unsigned dimension = 0;
  if (!element)
    for (; dimension < mine.size(); ++dimension)
      subscripts.push_back(subscript(mine[dimension], dimension));
  else
    for (const Expr *s : element->subscripts) {
      bool range = llvm::isa<Range>(s);
      subscripts.push_back(range ? subscript(mine[dimension], dimension) : s);
      dimension += range;
    }
  return program.exprs.make<ir::Element>(scalar, element ? element->base : e, subscripts,
                                         e->location);
}

const Expr *retyped(const Expr *e, const Type *type, ExprArena &make) {
  if (auto *x = llvm::dyn_cast<Unary>(e))
    return make.make<Unary>(type, x->op, x->operand, e->location);
  if (auto *x = llvm::dyn_cast<Binary>(e))
    return make.make<Binary>(type, x->op, x->left, x->right, e->location);
  if (auto *x = llvm::dyn_cast<Convert>(e))
    return make.make<Convert>(type, x->operand, x->written, e->location);
  auto *x = llvm::cast<Intrinsic>(e);
  return make.make<Intrinsic>(type, x->name, x->arguments, e->location, x->keywords, x->specific);
}

} // namespace costate::transform
