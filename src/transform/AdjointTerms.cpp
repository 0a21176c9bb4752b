#include "transform/AdjointTerms.h"

#include "analysis/Differentiable.h"
#include "rules/Instantiate.h"
#include "transform/ArrayElements.h"

namespace costate::transform {

using namespace ir;
using analysis::carriesDerivative;
using rules::Operation;
using rules::Treatment;

namespace {

bool isSimple(const Expr *e) {
  auto *sign = llvm::dyn_cast<Unary>(e);
  return e->isPlace() || e->isConstant() ||
         (sign && sign->op == UnaryOp::Negate && isSimple(sign->operand));
}

} // namespace

bool hasVectorSubscript(const Expr *place) {
  auto *element = llvm::dyn_cast<Element>(place);
  if (!element)
    return false;
  for (const Expr *s : element->subscripts)
    if (s->type && s->type->isArray())
      return true;
  return hasVectorSubscript(element->base);
}

bool AdjointTerms::isActive(const Expr *e) const {
  return e && e->type && c.varied.varies(c.variant, e);
}

const Expr *AdjointTerms::shadow(const Expr *e) {
  if (const Expr *found = c.shadows.of(e))
    return writable(found);
  c.diagnostics.error(e->location.known() ? e->location : c.procedure.location,
                      "cannot follow derivatives here: this memory is used as another type elsewhere",
                      "use it as real numbers only");
  return c.renaming(e);
}

namespace {

bool isConst(const Type *type) {
  auto *qualified = llvm::dyn_cast<QualifiedType>(type);
  auto *array = llvm::dyn_cast<ArrayType>(type);
  return (qualified && (qualified->isConst || isConst(qualified->underlying))) ||
         (array && isConst(array->element));
}

} // namespace

const Expr *AdjointTerms::pointerAs(const Type *type, const Expr *pointer) {
  auto *from = llvm::dyn_cast<PointerType>(pointer->type->strip());
  auto *to = llvm::dyn_cast<PointerType>(type->strip());
  if (!from || !to || from->fortran || !isConst(from->pointee) || isConst(to->pointee))
    return pointer;
  return c.program.exprs.make<Convert>(type, pointer, true, pointer->location);
}

/// The components of a record's shadow have its own types: what they point to may be const there.
const Expr *AdjointTerms::writable(const Expr *e) {
  auto &make = c.program.exprs;
  if (c.procedure.language != Language::C)
    return e;
  if (auto *element = llvm::dyn_cast<Element>(e)) {
    const Expr *base = writable(element->base);
    return base == element->base ? e
                                 : make.make<Element>(e->type, base, element->subscripts, e->location);
  }
  if (auto *field = llvm::dyn_cast<Field>(e)) {
    const Expr *base = writable(field->base);
    return base == field->base
               ? e
               : make.make<Field>(e->type, base, field->record, field->component, e->location);
  }
  if (auto *cast = llvm::dyn_cast<Convert>(e))
    if (const Type *type = withoutConst(e->type, c.program); type != e->type && e->type->isPointer())
      return make.make<Convert>(type, cast->operand, cast->written, e->location);
  if (auto *address = llvm::dyn_cast<AddressOf>(e))
    return make.make<AddressOf>(withoutConst(e->type, c.program), address->place, address->decayed,
                                e->location);
  auto *target = llvm::dyn_cast<Dereference>(e);
  if (!target)
    return e;
  const Expr *pointer = writable(target->pointer);
  pointer = pointerAs(withoutConst(pointer->type, c.program), pointer);
  return pointer == target->pointer
             ? e
             : make.make<Dereference>(withoutConst(e->type, c.program), pointer, target->offset,
                                      e->location);
}

void AdjointTerms::refuse(const Expr *e, const std::string &reason) {
  auto *function = llvm::dyn_cast<Intrinsic>(e);
  std::string what = function ? "'" + function->name + "'" : "this operation";
  c.diagnostics.error(e->location, "cannot differentiate " + what + ": " + reason,
                      "write it out with operations that have derivatives");
}

void AdjointTerms::accumulate(const Expr *e, const Expr *seed, const Expr *mask, Block &out) {
  if (!isActive(e) || !carriesDerivative(e->type))
    return;
  auto *part = llvm::dyn_cast<ComplexPart>(e);
  if (e->isPlace() && (!part || part->base->isPlace())) {
    if (e->type->scalar()->isRecord())
      return addParts(shadow(e), seed, out);
    return increment(shadow(e), reused(seed), mask, out);
  }
  if (auto *choice = llvm::dyn_cast<Conditional>(e))
    return branches(choice->condition, choice->whenTrue, choice->whenFalse, seed, out);
  if (auto *merge = llvm::dyn_cast<Intrinsic>(e);
      merge && merge->name == "merge" && c.procedure.language == Language::Fortran)
    return select(*merge, seed, mask, out);
  if (Operation::isOperation(e) && analysis::isDifferentiableScalar(e->type))
    return operation(e, seed, mask, out);
  aggregate(e, seed, mask, out);
}

// ---- Operations -----------------------------------------------------------------------------------

const Expr *AdjointTerms::value(const Expr *e) const {
  return e ? reused(c.renaming(e)) : nullptr;
}

/// What a temporary holds already is read from there.
const Expr *AdjointTerms::reused(const Expr *e) const {
  if (held.empty())
    return e;
  if (!e->isPlace() && !e->isConstant())
    for (auto &[known, place] : held)
      if (equal(known, e))
        return place;
  return mapOperands(c.program.exprs, e, [&](const Expr *operand) { return reused(operand); });
}

void AdjointTerms::operation(const Expr *e, const Expr *seed, const Expr *mask, Block &out) {
  Operation operation(e, c.procedure.language);
  auto &arguments = operation.arguments();
  std::vector<unsigned> active;
  std::vector<unsigned> readers(arguments.size());
  bool moves = false;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    if (!isActive(arguments[i]) || operation.treatment(i) == Treatment::Zero)
      continue;
    moves |= operation.isMoved(i) && !operation.hasAdjoint(i);
    if (!operation.hasAdjoint(i) && !moves)
      return refuse(e, operation.reason().empty() ? "has no adjoint rule" : operation.reason());
    active.push_back(i);
    rules::Reads reads = operation.reads(i);
    for (unsigned j = 0; j < reads.arguments.size() && j < readers.size(); ++j)
      readers[j] += reads.arguments[j];
  }
  if (active.empty())
    return;
  if (mask && e->type->isArray() && !isElementwise(e)) { // the mask is of the result, not of what it is made of
    std::vector<const Expr *> chosen{conformed(seed, e), zero(e->type, e->location), mask};
    seed = c.program.exprs.make<Intrinsic>(chosen[0]->type, "merge", chosen, e->location);
    mask = nullptr;
  }
  if (moves)
    return moved(operation, *llvm::cast<Intrinsic>(e), seed, out);
  bool mayKeep = !mask;
  std::vector<const Expr *> values;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    const Expr *v = value(arguments[i]);
    bool again = readers[i] > 1 || (readers[i] == 1 && llvm::is_contained(active, i));
    if (v && mayKeep && again && isCostly(v))
      v = temporary(v, out, "temp");
    values.push_back(v);
  }
  if (active.size() > 1 && mayKeep && !isSimple(seed))
    seed = temporary(reused(seed), out, "tempb");
  rules::Values known{values, nullptr};
  if (const Expr *result = value(e); mayKeep && isCostly(result) && readsResultTwice(operation, result, active, seed, known))
    known.result = temporary(result, out, "temp");
  std::vector<bool> done(arguments.size());
  for (unsigned i : active) {
    if (done[i])
      continue;
    // One seed for all elements, and an argument that is in all of them, or moves them about.
    bool each = !arguments[i]->type->isArray() || !isElementwise(e);
    const Expr *own = each ? conformed(seed, e) : seed;
    const Expr *term = operation.adjoint(c.program, i, own, known);
    for (unsigned j : active) // x*x: one term
      if (j > i && equal(arguments[i], arguments[j])) {
        done[j] = true;
        const Expr *other = operation.adjoint(c.program, j, own, known);
        term = equal(term, other) ? twice(term) : b.binary(BinaryOp::Add, term, other);
      }
    if (term)
      accumulate(arguments[i], masked(term, mask), mask, out);
  }
}

/// Whether the terms compute the operation itself again, more than once.
bool AdjointTerms::readsResultTwice(Operation &operation, const Expr *result,
                                    const std::vector<unsigned> &active, const Expr *seed, rules::Values known) {
  known.result = c.program.exprs.make<Unary>(result->type, UnaryOp::Parentheses, result); // to be counted
  unsigned count = 0;
  for (unsigned i : active)
    if (operation.reads(i).result)
      if (const Expr *term = operation.adjoint(c.program, i, seed, known))
        forEach(term, [&](const Expr *x) { count += x == known.result; });
  return count > 1;
}

const Expr *AdjointTerms::twice(const Expr *e) {
  const Type *type = e->type->scalar()->strip();
  auto *complex = llvm::dyn_cast<ComplexType>(type);
  const Type *real = complex ? c.program.types.real(complex->realKind) : type;
  const Expr *two = c.program.exprs.make<RealConstant>(real, "2.0", 2.0, e->location);
  auto *product = llvm::dyn_cast<Binary>(e);
  if (!product || product->op != BinaryOp::Multiply)
    return c.program.exprs.make<Binary>(e->type, BinaryOp::Multiply, two, e, e->location);
  const Expr *first =
      c.program.exprs.make<Binary>(product->left->type, BinaryOp::Multiply, two, product->left, e->location);
  return c.program.exprs.make<Binary>(e->type, BinaryOp::Multiply, first, product->right, e->location);
}

bool AdjointTerms::isElementwise(const Expr *e) const {
  auto *function = llvm::dyn_cast<Intrinsic>(e);
  return !function || rules::isElemental(*function, c.procedure.language);
}

/// A seed that all elements of an array share, as an array.
const Expr *AdjointTerms::conformed(const Expr *seed, const Expr *e) {
  bool isShared = e->type->isArray() && !seed->type->isArray() && c.procedure.language == Language::Fortran;
  return isShared ? arrays.spread(seed, c.renaming(e)) : seed;
}

/// The rule's sum over the elements, of those where the mask holds.
const Expr *AdjointTerms::masked(const Expr *sum, const Expr *mask) {
  auto *call = llvm::dyn_cast<Intrinsic>(sum);
  if (!mask || !call || call->name != "sum" || call->arguments.size() != 1 ||
      sum->type->isArray())
    return sum;
  return summed(call->arguments[0], mask);
}

const Expr *AdjointTerms::summed(const Expr *e, const Expr *mask) {
  std::vector<const Expr *> arguments{e};
  std::vector<std::string> keywords{""};
  if (mask) {
    arguments.push_back(mask);
    keywords.push_back("mask");
  }
  return c.program.exprs.make<Intrinsic>(e->type->scalar(), "sum", arguments, e->location, keywords);
}

void AdjointTerms::branches(const Expr *condition, const Expr *whenTrue, const Expr *whenFalse,
                            const Expr *seed, Block &out) {
  if (!isSimple(seed))
    seed = temporary(reused(seed), out, "tempb");
  auto inside = [&](const Expr *e, Block &block) {
    auto outside = held; // what a branch computes is not there in the other
    accumulate(e, seed, nullptr, block);
    held = std::move(outside);
  };
  Block thenBlock, elseBlock;
  inside(whenTrue, thenBlock);
  inside(whenFalse, elseBlock);
  const Expr *test = value(condition);
  if (thenBlock.empty()) {
    thenBlock.swap(elseBlock);
    test = b.negate(test);
  }
  if (!thenBlock.empty())
    out.push_back(std::make_unique<If>(test, std::move(thenBlock), std::move(elseBlock),
                                       condition->location));
}

void AdjointTerms::select(const Intrinsic &merge, const Expr *seed, const Expr *mask, Block &out) {
  Operation operation(&merge, Language::Fortran);
  auto &arguments = operation.arguments();
  if (!arguments[2]->type->isArray() && !merge.type->isArray())
    return branches(arguments[2], arguments[0], arguments[1], seed, out);
  if (!arguments[2]->type->isArray())
    return this->operation(&merge, seed, mask, out);
  seed = conformed(seed, &merge);
  const Expr *where = value(arguments[2]);
  auto both = [&](const Expr *test) { return mask ? b.binary(BinaryOp::And, mask, test) : test; };
  auto side = [&](const Expr *e, const Expr *test) {
    if (isActive(e))
      accumulate(e, e->type->isArray() ? seed : summed(seed, both(test)), both(test), out);
  };
  side(arguments[0], where);
  side(arguments[1], c.program.exprs.make<Unary>(where->type, UnaryOp::Not, where, where->location));
}

// ---- Constructors and records ---------------------------------------------------------------------

void AdjointTerms::aggregate(const Expr *e, const Expr *seed, const Expr *mask, Block &out) {
  if (auto *sign = llvm::dyn_cast<Unary>(e); sign && sign->op == UnaryOp::Parentheses)
    return accumulate(sign->operand, seed, mask, out);
  if (auto *record = llvm::dyn_cast<RecordConstructor>(e)) {
    auto *type = llvm::cast<RecordType>(e->type->strip());
    for (unsigned i = 0; i < record->values.size(); ++i)
      if (record->values[i] && !record->values[i]->type->isPointer())
        accumulate(record->values[i],
                   c.program.exprs.make<Field>(type->components[i].type, seed, type, i, e->location),
                   nullptr, out);
    return;
  }
  auto *list = llvm::dyn_cast<ArrayConstructor>(e);
  if (!list || mask || !list->repeat.empty())
    return refuse(e, "it has no adjoint rule here");
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
      items(loop->items, seed, counter, body);
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

// ---- Adding and clearing --------------------------------------------------------------------------

void AdjointTerms::increment(const Expr *adjoint, const Expr *seed, const Expr *mask, Block &out) {
  Location at = adjoint->location;
  if (!adjoint->type->isArray() && seed->type->isArray())
    return increment(adjoint, summed(seed, mask), nullptr, out);
  if (auto *element = llvm::dyn_cast<Element>(adjoint); element && hasVectorSubscript(adjoint))
    return mask ? refuse(adjoint, "a vector subscript under a mask")
                : scatter(*element, seed, out);
  if (!mask && outerProduct(adjoint, seed, out))
    return;
  auto *sign = llvm::dyn_cast<Unary>(seed);
  bool negative = sign && sign->op == UnaryOp::Negate;
  const Expr *sum = b.binary(negative ? BinaryOp::Subtract : BinaryOp::Add, adjoint,
                             negative ? sign->operand : seed);
  out.push_back(std::make_unique<Assign>(adjoint, sum, at, adjoint->type->isArray() ? mask : nullptr));
}

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
void AdjointTerms::scatter(const Element &adjoint, const Expr *seed, Block &out) {
  auto &make = c.program.exprs;
  Location at = adjoint.location;
  const Type *integer = b.integer(Language::Fortran);
  std::vector<const Expr *> subscripts, ofSeed;
  std::vector<std::pair<Symbol *, const Expr *>> loops;
  if (seed->type->isArray())
    seed = temporary(seed, out, "tempb");
  for (const Expr *s : adjoint.subscripts) {
    bool ranged = llvm::isa<Range>(s);
    if (!ranged && !(s->type && s->type->isArray())) {
      subscripts.push_back(s);
      continue;
    }
    if (ranged)
      return refuse(&adjoint, "a section by vector subscripts and by bounds");
    Symbol *counter = c.procedure.makeTemporary("k", integer);
    counter->temporary = false;
    const Expr *list = s->isPlace() && llvm::isa<Variable>(s) ? s : temporary(s, out, "index");
    const Expr *position = b.variable(counter);
    if (list == s) {
      const Expr *lower = make.make<Intrinsic>(
          integer, "lbound", std::vector<const Expr *>{list, b.constant(integer, 1)}, at);
      position = b.binary(BinaryOp::Subtract, b.binary(BinaryOp::Add, position, lower),
                          b.constant(integer, 1));
    }
    subscripts.push_back(make.make<Element>(s->type->scalar(), list,
                                            std::vector<const Expr *>{position}, at));
    ofSeed.push_back(b.variable(counter));
    loops.push_back({counter, make.make<Intrinsic>(integer, "size", std::vector<const Expr *>{list}, at)});
  }
  const Expr *place = make.make<Element>(adjoint.type->scalar(), adjoint.base, subscripts, at);
  const Expr *one = seed->type->isArray()
                        ? make.make<Element>(seed->type->scalar(), seed, ofSeed, at)
                        : seed;
  Block body;
  increment(place, one, nullptr, body);
  for (auto &[counter, size] : loops) {
    Block outer;
    outer.push_back(std::make_unique<For>(counter, b.constant(integer, 1), size, nullptr,
                                          std::move(body), at));
    body = std::move(outer);
  }
  for (StmtPtr &s : body)
    out.push_back(std::move(s));
}

void AdjointTerms::clear(const Expr *adjoint, Block &out, const Expr *mask) {
  Location at = adjoint->location;
  auto *record = llvm::dyn_cast<RecordType>(adjoint->type->scalar()->strip());
  if (adjoint->type->isArray() && c.procedure.language == Language::C)
    return forEachElement(adjoint, out,
                          [&](const Expr *element, Block &inner) { clear(element, inner); });
  if (!record) {
    if (analysis::isDifferentiableScalar(adjoint->type))
      out.push_back(std::make_unique<Assign>(adjoint, zero(adjoint->type, at), at, mask));
    return;
  }
  bool byElement = llvm::any_of(record->components, [](const Component &component) {
    return component.type->isArray() || component.type->isRecord();
  });
  if (adjoint->type->isArray() && byElement) // Fortran has no array of arrays
    return ArrayElements(c.program, c.procedure).forEach({adjoint}, out, [&](auto &e, Block &inner) {
      clear(e[0], inner);
    });
  for (unsigned i = 0; i < record->components.size(); ++i) {
    const Component &component = record->components[i];
    if (component.type->isPointer() || component.allocatable || !carriesDerivative(component.type))
      continue;
    const Type *type = component.type;
    if (adjoint->type->isArray() && !type->isArray())
      type = rules::shaped(type, adjoint->type->rank(), c.program);
    clear(c.program.exprs.make<Field>(type, adjoint, record, i, at), out);
  }
}

const Expr *AdjointTerms::temporary(const Expr *value, Block &out, const char *name) {
  for (auto &[known, place] : held)
    if (equal(known, value))
      return place;
  if (value->type->isArray()) {
    const Expr *place = arrays.holding(value, out);
    held.push_back({value, place});
    return place;
  }
  Symbol *t = c.procedure.makeTemporary(name, value->type->strip());
  t->temporary = false;
  const Expr *place = b.variable(t, value->location);
  out.push_back(std::make_unique<Assign>(place, value, value->location));
  held.push_back({value, place});
  return place;
}

const Expr *AdjointTerms::zero(const Type *type, Location at) {
  auto &make = c.program.exprs;
  const Type *scalar = type->scalar()->strip();
  if (auto *complex = llvm::dyn_cast<ComplexType>(scalar)) {
    const Expr *part =
        make.make<RealConstant>(c.program.types.real(complex->realKind), "0.0", 0.0, at);
    return make.make<MakeComplex>(complex, part, part, at);
  }
  return make.make<RealConstant>(scalar, "0.0", 0.0, at);
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
