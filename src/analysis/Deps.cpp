#include "analysis/Deps.h"

#include <algorithm>

namespace costate::analysis {

using rules::Operation;
using rules::Treatment;
using Kind = Shape::Kind;

namespace {

/// Beyond this nobody asks, and sums of degrees do not overflow.
constexpr unsigned greatestDegree = 1000;

Shape bounded(Shape s) {
  return s.kind == Kind::Polynomial && s.degree > greatestDegree ? Shape::rational() : s;
}

bool isConstant(Shape s) { return s.isNone() || s == Shape::polynomial(0); }

} // namespace

// ---- The set ------------------------------------------------------------------------------------------

DepsRef Deps::of(Source source, Shape shape) {
  Deps out;
  out.add(source, shape);
  return std::move(out).done();
}

void Deps::add(Source source, Shape shape) {
  shape = bounded(shape);
  if (!isConstant(shape))
    list.push_back({source, shape});
}

DepsRef Deps::done() && {
  if (list.empty())
    return nullptr;
  std::stable_sort(list.begin(), list.end(),
                   [](const Entry &a, const Entry &b) { return a.source < b.source; });
  size_t kept = 0;
  for (size_t i = 1; i < list.size(); ++i)
    if (list[i].source == list[kept].source)
      list[kept].shape = rules::meet(list[kept].shape, list[i].shape);
    else
      list[++kept] = list[i];
  list.resize(kept + 1);
  return std::make_shared<const Deps>(std::move(*this));
}

Shape Deps::all() const {
  Shape out;
  for (const Entry &e : list)
    out = rules::meet(out, e.shape);
  return out;
}

bool equal(const DepsRef &a, const DepsRef &b) { return a == b || (a && b && *a == *b); }

DepsRef meet(const DepsRef &a, const DepsRef &b) {
  if (!a || a == b)
    return b;
  if (!b)
    return a;
  return Deps::merged(a, b);
}

/// Both are sorted; where one has all that the other has, it is the result itself.
DepsRef Deps::merged(const DepsRef &a, const DepsRef &b) {
  Deps out;
  out.list.reserve(std::max(a->list.size(), b->list.size()));
  bool isA = true, isB = true;
  auto x = a->list.begin(), y = b->list.begin();
  while (x != a->list.end() || y != b->list.end()) {
    bool onlyA = y == b->list.end() || (x != a->list.end() && x->source < y->source);
    bool onlyB = x == a->list.end() || (y != b->list.end() && y->source < x->source);
    if (onlyA || onlyB) {
      out.list.push_back(onlyA ? *x++ : *y++);
      (onlyA ? isB : isA) = false;
      continue;
    }
    out.list.push_back({x->source, rules::meet(x->shape, y->shape)});
    isA &= out.list.back().shape == x->shape;
    isB &= out.list.back().shape == y->shape;
    ++x, ++y;
  }
  return isA ? a : isB ? b : std::make_shared<const Deps>(std::move(out));
}

DepsRef nonlinear(const DepsRef &a) {
  if (!a)
    return nullptr;
  Deps out;
  for (const Deps::Entry &e : a->entries())
    out.add(e.source, e.shape.kind == Kind::Steps ? e.shape : Shape::other());
  return std::move(out).done();
}

DepsRef widened(const DepsRef &before, const DepsRef &after) {
  if (!before || !after)
    return after;
  Deps out;
  auto old = before->entries().begin();
  for (const Deps::Entry &e : after->entries()) {
    while (old != before->entries().end() && old->source < e.source)
      ++old;
    bool known = old != before->entries().end() && old->source == e.source;
    bool grows = known && e.shape.kind == Kind::Polynomial && old->shape != e.shape;
    out.add(e.source, grows ? Shape::rational() : e.shape);
  }
  return std::move(out).done();
}

// ---- Fig. 7 -------------------------------------------------------------------------------------------

namespace {

/// One argument of an operation: how the result depends on what the argument depends on.
///
/// The partial derivative by the argument reads some arguments. If none of these varies and the operation is
/// linear in this one, sources go through as they are. Else every term of the result with this argument in it
/// has at most the degree that the operation has for these arguments, each of its own total degree; in a term
/// with the source, one factor that the argument contributes is of the source's degree in it instead.
void throughArgument(const Operation &op, llvm::ArrayRef<DepsRef> arguments, llvm::ArrayRef<Shape> all,
                     unsigned i, Deps &out) {
  rules::Reads reads = op.reads(i);
  bool readsAll = op.treatment(i) != Treatment::Formula || reads.result;
  std::vector<Shape> given(all.size());
  for (size_t k = 0; k < all.size(); ++k)
    if (readsAll || reads.arguments[k])
      given[k] = all[k];
  given[i] = Shape::polynomial(1);
  Shape unit = op.shape(given);
  if (isConstant(unit))
    return;
  given[i] = all[i];
  Shape whole = op.shape(given);
  for (const Deps::Entry &e : arguments[i]->entries()) {
    Shape shape = whole;
    if (unit == Shape::polynomial(1))
      shape = e.shape;
    else if (whole.kind == Kind::Polynomial && all[i].kind == Kind::Polynomial)
      shape.degree = whole.degree - all[i].degree + e.shape.degree;
    out.add(e.source, shape);
  }
}

} // namespace

DepsRef through(const Operation &op, llvm::ArrayRef<DepsRef> arguments) {
  std::vector<Shape> all;
  for (const DepsRef &a : arguments)
    all.push_back(a ? a->all() : Shape::none());
  Deps out;
  for (unsigned i = 0; i < arguments.size(); ++i)
    if (arguments[i])
      throughArgument(op, arguments, all, i, out);
  return std::move(out).done();
}

namespace {

/// A term of degree d in which the outer source occurs, with values of shape `others` for all its factors but
/// one, which has the inner shape.
Shape inTerm(Shape outer, Shape inner, Shape others) {
  Shape both = rules::meet(inner, others);
  if (outer == Shape::polynomial(1))
    return inner;
  if (both.kind == Kind::Steps)
    return both;
  if (outer.kind == Kind::Polynomial && both.kind == Kind::Polynomial)
    return Shape::polynomial(inner.degree + (outer.degree - 1) * others.degree);
  bool rational = (outer.kind == Kind::Polynomial || outer.kind == Kind::Rational) &&
                  (both.kind == Kind::Polynomial || both.kind == Kind::Rational);
  return rational ? Shape::rational() : outer.kind == Kind::Steps ? outer : Shape::other();
}

} // namespace

DepsRef composed(const Deps &outer, const std::function<DepsRef(Source)> &inner) {
  std::vector<DepsRef> values;
  Shape others; // of all that may be factors of one term
  for (const Deps::Entry &e : outer.entries()) {
    values.push_back(inner(e.source));
    if (values.back() && e.shape != Shape::polynomial(1))
      others = rules::meet(others, values.back()->all());
  }
  Deps out;
  for (size_t i = 0; i < values.size(); ++i)
    if (values[i])
      for (const Deps::Entry &e : values[i]->entries())
        out.add(e.source, inTerm(outer.entries()[i].shape, e.shape, others));
  return std::move(out).done();
}

} // namespace costate::analysis
