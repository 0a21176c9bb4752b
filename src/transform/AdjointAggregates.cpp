// Adjoints of aggregates (constructors, records) and of what goes through arrays element by element or column
// by column.
#include "transform/AdjointTerms.h"

#include "analysis/Differentiable.h"
#include "rules/Instantiate.h"

namespace costate::transform {

using namespace ir;
using analysis::carriesDerivative;
using rules::Operation;
using rules::Treatment;

// ---- Constructors and records ---------------------------------------------------------------------

void AdjointTerms::aggregate(const Expr *e, const Expr *seed, const Expr *mask, Block &out) {
  if (auto *sign = llvm::dyn_cast<Unary>(e); sign && sign->op == UnaryOp::Parentheses)
    return accumulate(sign->operand, seed, mask, out);
  if (auto *record = llvm::dyn_cast<RecordConstructor>(e)) {
    auto each = [&](auto &elements, Block &inner) {
      held.clear(); // of another element
      aggregate(e, elements[0], nullptr, inner);
      held.clear();
    };
    if (mask)
      return whereMasked({seed}, mask, out, each);
    if (seed->type->isArray()) // one value for all elements
      return ArrayElements(c.program, c.procedure).forEach({seed}, out, each);
    auto *type = llvm::cast<RecordType>(e->type->strip());
    for (unsigned i = 0; i < record->values.size(); ++i)
      if (record->values[i] && !record->values[i]->type->isPointer())
        accumulate(record->values[i],
                   c.program.exprs.make<Field>(type->components[i].type, seed, type, i, e->location),
                   nullptr, out);
    return;
  }
  auto *list = llvm::dyn_cast<ArrayConstructor>(e);
  if (!list || !list->repeat.empty())
    return refuse(e, "it has no adjoint rule here");
  if (mask)
    seed = chosen(seed, e, mask);
  if (c.procedure.language == Language::C) {
    unsigned rank = seed->type->rank();
    for (size_t i = 0; i < list->items.size(); ++i) {
      std::vector<const Expr *> index{b.constant(b.integer(Language::C), i)};
      const Type *type = seed->type->scalar();
      const Expr *base = seed;
      if (auto *outer = llvm::dyn_cast<Element>(seed); outer && seed->type->isArray()) {
        index.insert(index.begin(), outer->subscripts.begin(), outer->subscripts.end());
        base = outer->base;
      }
      if (rank > 1) {
        auto *array = llvm::cast<ArrayType>(seed->type->strip());
        type = c.program.types.array(
            array->element, {array->dimensions.begin() + 1, array->dimensions.end()}, true);
      }
      accumulate(list->items[i], c.program.exprs.make<Element>(type, base, index, e->location),
                 nullptr, out);
    }
    return;
  }
  bool isOne = !seed->type->isArray(); // all elements get the same
  if (isOne && !isSimple(seed))
    seed = temporary(seed, out, "tempb");
  if (isOne) {
    items(list->items, seed, nullptr, out);
    return;
  }
  if (!seed->isPlace() || seed->type->rank() != 1 || llvm::isa<Element>(seed) ||
      !llvm::isa<Variable>(seed))
    seed = temporary(seed, out, "tempb");
  Symbol *counter = c.procedure.makeTemporary("k", b.integer(Language::Fortran));
  counter->temporary = false;
  const Expr *first = c.program.exprs.make<Intrinsic>(
      counter->type, "lbound", std::vector<const Expr *>{seed, b.constant(counter->type, 1)}, e->location);
  if (auto *v = llvm::dyn_cast<Variable>(seed); v && !c.shadows.isShadow(v->symbol))
    first = b.constant(counter->type, 1, e->location); // a temporary of ours
  out.push_back(b.assign(counter, first, e->location));
  items(list->items, seed, counter, out);
}

/// The items of an array constructor one after the other, the counter at the next element.
void AdjointTerms::items(const std::vector<const Expr *> &list, const Expr *seed, Symbol *counter,
                         Block &out) {
  auto &make = c.program.exprs;
  auto next = [&](const Expr *by, Location at) {
    held.clear(); // of another element
    out.push_back(b.assign(counter, b.binary(BinaryOp::Add, b.variable(counter), by), at));
  };
  for (const Expr *item : list) {
    Location at = item->location;
    if (auto *loop = llvm::dyn_cast<ImpliedDo>(item)) {
      Block body;
      held.clear(); // other values in each round
      arrays.beginBlock(false);
      items(loop->items, seed, counter, body);
      arrays.endBlock(body);
      held.clear();
      out.push_back(std::make_unique<For>(c.renaming.of(loop->variable), c.renaming(loop->lower),
                                          c.renaming(loop->upper), c.renaming(loop->step),
                                          std::move(body), at));
      continue;
    }
    if (!counter) {
      accumulate(item, seed, nullptr, out);
      continue;
    }
    const Expr *one = b.constant(counter->type, 1, at);
    if (!item->type->isArray()) {
      std::vector<const Expr *> index{b.variable(counter)};
      accumulate(item, make.make<Element>(seed->type->scalar(), seed, index, at), nullptr, out);
      next(one, at);
      continue;
    }
    if (item->type->rank() != 1 && isActive(item))
      return refuse(item, "an array of several dimensions in an array constructor");
    const Expr *size = make.make<Intrinsic>(counter->type, "size",
                                            std::vector<const Expr *>{c.renaming(item)}, at);
    const Expr *last = b.binary(BinaryOp::Subtract,
                                b.binary(BinaryOp::Add, b.variable(counter), size), one);
    std::vector<const Expr *> index{make.make<Range>(b.variable(counter), last, nullptr, at)};
    accumulate(item, make.make<Element>(seed->type, seed, index, at), nullptr, out);
    next(size, at);
  }
}

/// A record's adjoint gets that of another, real component by real component.
void AdjointTerms::addParts(const Expr *place, const Expr *seed, Block &out) {
  auto *record = llvm::dyn_cast<RecordType>(place->type->scalar()->strip());
  bool isArray = place->type->isArray(), isC = c.procedure.language == Language::C;
  if (isArray && isC)
    return forEachElement(place, seed, out, [&](const Expr *a, const Expr *s, Block &inner) {
      addParts(a, s, inner);
    });
  if (!record)
    return increment(place, seed, nullptr, out);
  if (holdsItself(record))
    return refuse(seed, "a record that holds records of its own type, moved whole");
  if (isArray)
    return ArrayElements(c.program, c.procedure).forEach({place, seed}, out, [&](auto &e, Block &inner) {
      addParts(e[0], e[1], inner);
    });
  if (seed->type->isArray()) // one value for all elements
    return ArrayElements(c.program, c.procedure).forEach({seed}, out, [&](auto &e, Block &inner) {
      addParts(place, e[0], inner);
    });
  auto part = [&](const Expr *of, unsigned i) {
    return c.program.exprs.make<Field>(record->components[i].type, of, record, i, place->location);
  };
  for (unsigned i = 0; i < record->components.size(); ++i) {
    const Component &component = record->components[i];
    if (component.type->isPointer() || !carriesDerivative(component.type))
      continue;
    Block inner;
    addParts(part(place, i), part(seed, i), inner);
    if (component.allocatable && !inner.empty()) {
      const Expr *isThere = c.program.exprs.make<Intrinsic>(
          b.defaultLogical(), "allocated", std::vector<const Expr *>{part(seed, i)}, place->location);
      auto guarded = std::make_unique<If>(isThere, std::move(inner), Block{}, place->location);
      inner.clear();
      inner.push_back(std::move(guarded));
    }
    for (StmtPtr &s : inner)
      out.push_back(std::move(s));
  }
}
// ---- Arrays ----------------------------------------------------------------------------------------

/// Of `spread(v, 2, n)`, or `spread(v, 1, n)`: v, a vector. Null for others.
static const Expr *spreadVector(const Expr *e, int64_t along) {
  auto *function = llvm::dyn_cast<Intrinsic>(e);
  auto *dimension = function && function->name == "spread" && function->arguments.size() == 3
                        ? llvm::dyn_cast<IntegerConstant>(function->arguments[1]) : nullptr;
  return dimension && dimension->value == along && function->arguments[0]->type->rank() == 1
             ? function->arguments[0] : nullptr;
}

/// `ab = ab + spread(v, 2, n)*spread(w, 1, m)` column by column: `ab(:, j) = ab(:, j) + v*w(j)`, without two
/// matrices that compilers would build. False, and nothing done, for other seeds.
bool AdjointTerms::outerProduct(const Expr *adjoint, const Expr *seed, Block &out) {
  auto *product = llvm::dyn_cast<Binary>(seed);
  auto *matrix = llvm::dyn_cast<Variable>(adjoint);
  if (!product || product->op != BinaryOp::Multiply || !matrix || adjoint->type->rank() != 2)
    return false;
  const Expr *column = spreadVector(product->left, 2), *row = spreadVector(product->right, 1);
  if (!column || !row) {
    column = spreadVector(product->right, 2);
    row = spreadVector(product->left, 1);
  }
  if (!column || !row)
    return false;
  Location at = adjoint->location;
  auto &make = c.program.exprs;
  if (isCostly(column))
    column = temporary(column, out, "temp");
  auto beginsWithOne = [](const Expr *e, unsigned dimension) {
    auto *array = llvm::isa<Variable>(e) ? llvm::dyn_cast<ArrayType>(e->type->strip()) : nullptr;
    return array && !array->dimensions[dimension].lower &&
           (array->dimensions[dimension].form == Dimension::Form::Explicit ||
            array->dimensions[dimension].form == Dimension::Form::Assumed);
  };
  if (!beginsWithOne(row, 0))
    row = arrays.holding(row, out);
  const Type *integer = b.integer(Language::Fortran), *scalar = adjoint->type->scalar();
  Symbol *counter = c.procedure.makeTemporary("j", integer);
  counter->temporary = false;
  auto inquire = [&](const char *name, const Expr *of, int64_t dimension) {
    return make.make<Intrinsic>(integer, name, std::vector<const Expr *>{of, b.constant(integer, dimension)}, at);
  };
  const Expr *j = b.variable(counter), *position = j;
  if (!beginsWithOne(matrix, 1))
    position = b.binary(BinaryOp::Subtract, b.binary(BinaryOp::Add, inquire("lbound", matrix, 2), j),
                        b.constant(integer, 1));
  std::vector<const Expr *> at2{make.make<Range>(nullptr, nullptr, nullptr, at), position};
  const Expr *place = make.make<Element>(column->type, matrix, at2, at);
  const Expr *factor = make.make<Element>(scalar, row, std::vector<const Expr *>{j}, at);
  Block body;
  body.push_back(std::make_unique<Assign>(
      place,
      b.binary(BinaryOp::Add, place, make.make<Binary>(column->type, BinaryOp::Multiply, column, factor, at)), at));
  out.push_back(std::make_unique<For>(counter, b.constant(integer, 1), inquire("size", matrix, 2), nullptr,
                                      std::move(body), at));
  return true;
}

/// `xb(index) = xb(index) + seed` would count an element that stands there twice only once.
void AdjointTerms::scatter(const Expr *adjoint, const Expr *seed, const Expr *mask, Block &out) {
  std::vector<const Expr *> parts;
  if (seed->type->isArray())
    parts.push_back(temporary(seed, out, "tempb"));
  parts.push_back(adjoint);
  auto add = [&](auto &elements, Block &inner) {
    bool isOne = !seed->type->isArray();
    increment(elements[isOne ? 0 : 1], isOne ? seed : elements[0], nullptr, inner);
  };
  if (mask)
    return whereMasked(parts, mask, out, add);
  ArrayElements(c.program, c.procedure).forEach(parts, out, add);
}

void AdjointTerms::forEachElement(const Expr *array, Block &out,
                                  const std::function<void(const Expr *, Block &)> &body) {
  forEachElement(array, nullptr, out,
                 [&](const Expr *element, const Expr *, Block &inner) { body(element, inner); });
}

void AdjointTerms::forEachElement(
    const Expr *array, const Expr *other, Block &out,
    const std::function<void(const Expr *, const Expr *, Block &)> &body) {
  auto &make = c.program.exprs;
  auto *type = llvm::cast<ArrayType>(array->type->strip());
  Location at = array->location;
  std::vector<const Expr *> index;
  std::vector<Symbol *> counters;
  for (unsigned i = 0; i < type->dimensions.size(); ++i) {
    counters.push_back(c.procedure.makeTemporary("k", b.integer(Language::C)));
    counters.back()->temporary = false;
    index.push_back(b.variable(counters.back()));
  }
  Block inner;
  body(make.make<Element>(type->element, array, index, at),
       other ? make.make<Element>(type->element, other, index, at) : nullptr, inner);
  for (size_t i = type->dimensions.size(); i-- > 0;) {
    Block outer;
    auto loop = std::make_unique<For>(counters[i], b.constant(counters[i]->type, 0),
                                      type->dimensions[i].extent, nullptr, std::move(inner), at);
    loop->inclusive = false;
    loop->direction = For::Direction::Up;
    outer.push_back(std::move(loop));
    inner = std::move(outer);
  }
  for (StmtPtr &s : inner)
    out.push_back(std::move(s));
}

} // namespace costate::transform
