#include "transform/AdjointTerms.h"

#include "analysis/Differentiable.h"
#include "rules/Instantiate.h"

namespace costate::transform {

using namespace ir;
using analysis::carriesDerivative;
using rules::Operation;
using rules::Treatment;

bool isSimple(const Expr *e) {
  auto *sign = llvm::dyn_cast<Unary>(e);
  return e->isPlace() || e->isConstant() ||
         (sign && sign->op == UnaryOp::Negate && isSimple(sign->operand));
}

bool hasVectorSubscript(const Expr *place) {
  if (auto *field = llvm::dyn_cast<Field>(place))
    return hasVectorSubscript(field->base);
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
  if (const Expr *found = c.shadows.of(e)) {
    const Expr *out = writable(found);
    if (auto *assign = llvm::dyn_cast_or_null<Assign>(current); assign && e->isPlace() && !e->type->isPointer())
      origins[out] = {e, assign};
    return out;
  }
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
  if (auto *moved = llvm::dyn_cast<PointerAdd>(pointer); moved && moved->pointer->type->strip() == type->strip())
    return c.program.exprs.make<PointerAdd>(type, moved->pointer, moved->offset, moved->negative, pointer->location);
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
    if (e->type->scalar()->isRecord() && mask) {
      std::vector<const Expr *> arrays{seed};
      if (e->type->isArray())
        arrays.push_back(shadow(e));
      return whereMasked(arrays, mask, out, [&](auto &parts, Block &inner) {
        addParts(e->type->isArray() ? parts[1] : shadow(e), parts[0], inner);
      });
    }
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
  if (mask && e->type->isArray() && !isElementwise(e))
    seed = chosen(seed, e, mask), mask = nullptr;
  if (moves)
    return moved(operation, *llvm::cast<Intrinsic>(e), seed, out);
  bool mayKeep = !mask;
  std::vector<const Expr *> values;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    const Expr *v = value(arguments[i]);
    bool again = readers[i] > 1 || (readers[i] == 1 && llvm::is_contained(active, i));
    if (v && mayKeep && again && isCostly(v)) {
      holdResults(arguments[i], out);
      v = temporary(value(arguments[i]), out, "temp");
    }
    values.push_back(v);
  }
  if (active.size() > 1 && mayKeep && !isSimple(seed))
    seed = temporary(reused(seed), out, "tempb");
  rules::Values known{values, nullptr};
  const Expr *result = value(e);
  if (result->isPlace())
    known.result = result;
  else if (mayKeep && isCostly(result) && readsResultTwice(operation, result, active, seed, known))
    known.result = temporary(result, out, "temp");
  if (mayKeep && active.size() == 2 && quotient(operation, seed, known, out))
    return;
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

/// Costly functions inside a value, whose derivatives are made of their results: the value and the derivatives
/// share them.
void AdjointTerms::holdResults(const Expr *e, Block &out) {
  if (!isActive(e) || e->isPlace() || !Operation::isOperation(e) || llvm::isa<Conditional>(e))
    return;
  Operation operation(e, c.procedure.language);
  bool reads = false;
  for (unsigned i = 0; i < operation.arguments().size(); ++i)
    if (const Expr *argument = operation.arguments()[i]; isActive(argument)) {
      holdResults(argument, out);
      reads |= operation.treatment(i) != Treatment::Zero && operation.hasAdjoint(i) && operation.reads(i).result;
    }
  if (reads && llvm::isa<Intrinsic>(e) && !e->type->isArray() && isCostly(value(e)))
    temporary(value(e), out, "temp");
}

/// The two terms of a/b share a division: what goes to a is s/b, to b it is -(a/b) times that.
bool AdjointTerms::quotient(const Operation &operation, const Expr *seed, const rules::Values &known, Block &out) {
  auto *e = llvm::dyn_cast<Binary>(operation.expr());
  if (!e || e->op != BinaryOp::Divide || !e->type->isReal() || equal(e->left, e->right))
    return false;
  const Expr *share = temporary(operation.adjoint(c.program, 0, seed, known), out, "tempb");
  const Expr *result = known.result ? known.result : value(e);
  accumulate(e->left, share, nullptr, out);
  const Expr *product = b.binary(BinaryOp::Multiply, result, share);
  accumulate(e->right, c.program.exprs.make<Unary>(product->type, UnaryOp::Negate, product, e->location), nullptr, out);
  return true;
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

/// The seed where the mask holds: the mask is of the result, not of what the operation makes it of.
const Expr *AdjointTerms::chosen(const Expr *seed, const Expr *e, const Expr *mask) {
  std::vector<const Expr *> parts{conformed(seed, e), zero(e->type, e->location), mask};
  return c.program.exprs.make<Intrinsic>(parts[0]->type, "merge", parts, e->location);
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
    arrays.beginBlock(false);
    accumulate(e, seed, nullptr, block);
    arrays.endBlock(block);
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

// ---- Adding and clearing --------------------------------------------------------------------------

void AdjointTerms::increment(const Expr *adjoint, const Expr *seed, const Expr *mask, Block &out) {
  Location at = adjoint->location;
  if (!adjoint->type->isArray() && seed->type->isArray())
    return increment(adjoint, summed(seed, mask), nullptr, out);
  if (hasVectorSubscript(adjoint))
    return scatter(adjoint, seed, mask, out);
  if (!mask && outerProduct(adjoint, seed, out))
    return;
  auto *sign = llvm::dyn_cast<Unary>(seed);
  bool negative = sign && sign->op == UnaryOp::Negate;
  const Expr *sum = b.binary(negative ? BinaryOp::Subtract : BinaryOp::Add, adjoint,
                             negative ? sign->operand : seed);
  out.push_back(std::make_unique<Assign>(adjoint, sum, at, adjoint->type->isArray() ? mask : nullptr));
}

/// Loops over the elements of arrays of one shape, for those where the mask holds.
void AdjointTerms::whereMasked(std::vector<const Expr *> parts, const Expr *mask, Block &out,
                               const ArrayElements::Body &body) {
  parts.push_back(llvm::isa<Variable>(mask) ? mask : temporary(mask, out, "mask"));
  ArrayElements(c.program, c.procedure).forEach(parts, out, [&](auto &elements, Block &inner) {
    Block chosen;
    body(elements, chosen);
    if (!chosen.empty())
      inner.push_back(std::make_unique<If>(elements.back(), std::move(chosen), Block(), mask->location));
  });
}

void AdjointTerms::clear(const Expr *adjoint, Block &out, const Expr *mask) {
  Location at = adjoint->location;
  auto *record = llvm::dyn_cast<RecordType>(adjoint->type->scalar()->strip());
  if (adjoint->type->isArray() && c.procedure.language == Language::C)
    return forEachElement(adjoint, out,
                          [&](const Expr *element, Block &inner) { clear(element, inner); });
  if (record && mask)
    return whereMasked({adjoint}, mask, out, [&](auto &parts, Block &inner) { clear(parts[0], inner); });
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

} // namespace costate::transform
