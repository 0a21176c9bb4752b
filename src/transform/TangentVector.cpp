// What a tangent body does differently with several directions: loops over them, shadows with one
// more dimension. With one direction everything here is the identity.
#include "transform/TangentBody.h"

#include "analysis/Differentiable.h"

namespace costate::transform {

using namespace ir;
using analysis::carriesDerivative;

void TangentBody::move(const Expr *shadow, const Expr *derivative, Location at, Block &out,
                       const Expr *mask) {
  if (c.directions.several() && shadow->type->scalar()->isRecord() &&
      loops.mentionsIndex(derivative)) {
    c.diagnostics.error(at, "a vector tangent cannot construct records inside an expression",
                        "assign the components one by one");
    return;
  }
  loops.append(std::make_unique<Assign>(shadow, derivative, at, mask), out);
}

/// Fortran clears all directions at once, but under a mask, which has no such dimension.
void TangentBody::clear(const Expr *place, Location at, Block &out, const Expr *mask) {
  bool once = c.procedure.language == Language::Fortran && !mask;
  const Expr *shadow = once ? c.shadows.whole(place) : c.shadows.of(place);
  move(shadow, duals.zero(place->type, at), at, out, mask);
}

StmtPtr TangentBody::startAsZero(Symbol *shadow) {
  const Expr *place = b.variable(shadow);
  const Type *number = shadow->type->scalar();
  if (auto *pointer = llvm::dyn_cast<PointerType>(number->strip()); pointer && shadow->writtenArray) // a parameter
    number = pointer->pointee->strip();
  bool loop = c.directions.several() && hasDirections(number) &&
              c.procedure.language == Language::C; // C assigns no arrays
  if (loop)
    place = c.shadows.inDirection(place, c.program.exprs.make<Dereference>(number, place));
  Block out;
  move(place, duals.zero(number, {}), {}, out);
  return std::move(out.front());
}

StmtPtr TangentBody::copyDirections(Symbol *to, Symbol *from) {
  auto in = [&](Symbol *s) {
    const Expr *whole = b.variable(s);
    const Expr *scalar = c.program.exprs.make<Dereference>(to->type->scalar(), whole);
    return c.shadows.inDirection(whole, scalar);
  };
  Block out;
  move(in(to), in(from), {}, out);
  return std::move(out.front());
}

// ---- Assignments --------------------------------------------------------------------------------

/// A constructor's components one by one; through a copy where the constructor reads the record.
void TangentBody::assignRecord(const Expr *place, const RecordConstructor &value, Block &out) {
  Symbol *root = rootVariable(place);
  bool reads = !root;
  forEach(&value, [&](const Expr *e) {
    auto *v = llvm::dyn_cast<Variable>(e);
    reads |= v && v->symbol == root;
  });
  const Expr *whole = c.shadows.whole(place);
  if (!reads)
    return assignComponents(whole, place, value, out);
  Symbol *t = c.procedure.makeTemporary("copyd", c.types.of(value.type)->strip());
  t->temporary = false;
  const Expr *copy = b.variable(t, value.location);
  assignComponents(copy, place, value, out);
  out.push_back(std::make_unique<Assign>(whole, copy, value.location));
}

void TangentBody::assignComponents(const Expr *shadow, const Expr *place,
                                   const RecordConstructor &value, Block &out) {
  auto &make = c.program.exprs;
  auto *record = llvm::cast<RecordType>(value.type->strip());
  auto *shadowRecord = llvm::cast<RecordType>(c.types.of(record)->strip());
  if (shadowRecord == record)
    return; // it has no shadow, which has been said
  for (unsigned i = 0; i < record->components.size(); ++i) {
    auto component = ShadowTypes::component(*shadowRecord, *record, i);
    if (!component)
      continue;
    const Type *type = record->components[i].type;
    const Expr *original = make.make<Field>(type, place, record, i, value.location);
    const Expr *field =
        make.make<Field>(c.types.of(type), shadow, shadowRecord, *component, value.location);
    const Expr *v = i < value.values.size() ? value.values[i] : nullptr;
    assignComponent(field, original, record->components[i], v, out);
  }
}

void TangentBody::assignComponent(const Expr *field, const Expr *original,
                                  const Component &component, const Expr *value, Block &out) {
  Location at = original->location;
  if (component.allocatable) {
    if (value)
      c.diagnostics.error(value->location,
                          who() + " cannot construct the allocatable component '" +
                              component.name + "'",
                          "assign the component by itself");
    return;
  }
  if (component.type->isPointer()) {
    const Expr *shadow = value ? c.shadows.whole(value) : nullptr;
    out.push_back(std::make_unique<Assign>(
        field, shadow ? shadow : c.program.exprs.make<NullPointer>(field->type, at), at));
    return;
  }
  if (auto *inner = value ? llvm::dyn_cast<RecordConstructor>(value) : nullptr)
    return assignComponents(field, original, *inner, out);
  Dual dual = value ? duals.of(value, &out) : Dual{nullptr, nullptr};
  const Expr *derivative = dual.derivative ? dual.derivative : duals.zero(component.type, at);
  bool number = hasDirections(component.type);
  move(number ? c.shadows.inDirection(field, original) : field, derivative, at, out);
}

/// `y = x` of arrays: all directions go at once.
bool TangentBody::copiesArray(const Assign &s) const {
  return c.directions.several() && !s.mask && s.place->type->isArray() && s.value->isPlace() &&
         s.value->type->isArray() && !llvm::isa<ComplexPart>(s.value) &&
         !llvm::isa<ComplexPart>(s.place) && c.procedure.language == Language::Fortran;
}

bool TangentBody::isWholeAllocatable(const Expr *place) {
  if (!place->type->isArray())
    return false;
  if (auto *variable = llvm::dyn_cast<Variable>(place))
    return variable->symbol->allocatable;
  auto *field = llvm::dyn_cast<Field>(place);
  return field && field->record->components[field->component].allocatable;
}

/// A variable with a direction more than an array value has dimensions, in its shape. A whole
/// variable's bounds are kept: assignment to an allocatable passes them on.
const Expr *TangentBody::allocatedLike(const Expr *value, Block &out) {
  const Type *scalar = value->type->scalar()->strip();
  auto *variable = llvm::dyn_cast<Variable>(value);
  if (!llvm::isa<Field>(value) && (!variable || duals.arrays().count(variable->symbol))) {
    std::vector<const Expr *> extents = duals.temporaryArrays.extents(value);
    extents.insert(extents.begin(), c.directions.count);
    const Expr *place = duals.temporaryArrays.shaped(extents, scalar, "arrayd", out);
    c.shadows.addLike(rootVariable(place), variable ? variable->symbol : nullptr);
    return place;
  }
  std::vector<Dimension> shape = boundsOf(value);
  shape.insert(shape.begin(), Dimension());
  shape.front().upper = c.directions.count;
  return duals.temporaryArrays.bounded("arrayd", scalar, shape, out);
}

/// The bounds of an array value, in the derivative's symbols.
std::vector<Dimension> TangentBody::boundsOf(const Expr *value) {
  auto &make = c.program.exprs;
  const Type *integer = b.integer(Language::Fortran);
  auto inquire = [&](const char *name, unsigned dimension) {
    std::vector<const Expr *> arguments{value, b.constant(integer, dimension)};
    return make.make<Intrinsic>(integer, name, arguments, value->location);
  };
  bool variable = llvm::isa<Variable>(value) || llvm::isa<Field>(value);
  std::vector<Dimension> shape(value->type->rank());
  for (unsigned i = 1; i <= shape.size(); ++i) {
    shape[i - 1].lower = variable ? inquire("lbound", i) : nullptr;
    shape[i - 1].upper = inquire(variable ? "ubound" : "size", i);
  }
  return shape;
}

/// Assignment gives an allocatable the shape of the value, and the derivative may read its shadow in
/// the old shape: the new shadow is made beside it.
void TangentBody::assignAllocatableVector(const Assign &s, Dual dual, Block &out) {
  Location at = s.location;
  const Expr *value = dual.value;
  if (const Expr *copied = dual.derivative && s.value->isPlace() ? c.shadows.whole(s.value)
                                                                 : nullptr) {
    out.push_back(std::make_unique<Assign>(c.shadows.whole(s.place), copied, at));
    out.push_back(std::make_unique<Assign>(c.renaming(s.place), value, at));
    return;
  }
  if (!value->isPlace())
    value = duals.temporary(value, out);
  const Expr *whole = allocatedLike(value, out);
  if (dual.derivative)
    move(c.shadows.inDirection(whole, s.place, value->type->rank()), dual.derivative, at, out);
  else
    out.push_back(std::make_unique<Assign>(whole, duals.zero(s.place->type, at), at));
  out.push_back(std::make_unique<Assign>(c.shadows.whole(s.place), whole, at));
  out.push_back(std::make_unique<Assign>(c.renaming(s.place), value, at));
}

// ---- Arguments ----------------------------------------------------------------------------------

/// The directions of one scalar as C passes them.
const Expr *TangentBody::decayed(const Expr *whole) {
  if (whole->type->isPointer())
    return whole;
  auto &make = c.program.exprs;
  const Type *real = whole->type->scalar();
  std::vector<const Expr *> subscripts;
  const Expr *base = whole;
  if (auto *element = llvm::dyn_cast<Element>(whole)) {
    base = element->base;
    subscripts = element->subscripts;
  }
  subscripts.push_back(b.constant(b.integer(Language::C), 0));
  const Expr *first = make.make<Element>(real, base, subscripts, whole->location);
  return make.make<AddressOf>(c.program.types.pointer(real), first, true, whole->location);
}

/// A shadow as the callee's shadow parameter wants it: a scalar passes its directions, an element
/// that stands for the rest of its array (sequence association) the first of them.
const Expr *TangentBody::passed(const Expr *whole, const Expr *argument, const Symbol *parameter) {
  if (!c.directions.several() || !hasDirections(argument->type) || argument->type->isArray())
    return whole;
  if (c.procedure.language == Language::C)
    return decayed(whole);
  return parameter->type->isArray() && llvm::isa<Element>(whole) ? c.shadows.first(argument)
                                                                   : whole;
}

/// The derivative of an argument that is no variable needs memory of its own.
const Expr *TangentBody::shadowOfValue(const Expr *argument, Dual dual, Block &out) {
  Location at = argument->location;
  const Expr *whole = nullptr;
  if (argument->type->isArray()) {
    whole = allocatedLike(dual.value->isPlace() ? dual.value : duals.temporary(dual.value, out),
                          out);
  } else {
    Symbol *t = c.procedure.makeTemporary("argd", c.types.of(argument->type->strip()));
    t->temporary = false;
    whole = b.variable(t, at);
  }
  if (auto *record = llvm::dyn_cast<RecordConstructor>(argument))
    assignComponents(whole, argument, *record, out);
  else if (!hasDirections(argument->type))
    out.push_back(std::make_unique<Assign>(
        whole, dual.derivative ? dual.derivative : duals.zero(argument->type, at), at));
  else
    move(c.shadows.inDirection(whole, argument, argument->type->rank()),
         dual.derivative ? dual.derivative : duals.zero(argument->type, at), at, out);
  bool scalar = hasDirections(argument->type) && !argument->type->isArray();
  return scalar && c.procedure.language == Language::C ? decayed(whole) : whole;
}

/// A function's vector tangent is a procedure: value and derivative of the result are arguments. They
/// must not be memory that the call can reach in other ways, so they are variables of this procedure.
void TangentBody::passResult(const Call &s, const Procedure &target,
                             std::vector<Argument> &arguments, Block &out, Block &after) {
  const Type *type = target.result->type;
  Symbol *root = s.result ? rootVariable(s.result) : nullptr;
  bool own = root && (root->storage == Storage::Local || root->storage == Storage::Result);
  bool direct = own && !target.result->allocatable;
  for (const Argument &a : s.arguments)
    forEach(a.value, [&](const Expr *e) {
      auto *v = llvm::dyn_cast<Variable>(e);
      direct &= !v || v->symbol != root;
    });
  const Expr *whole = s.result ? wholePlace(s.result) : nullptr;
  const Expr *value = direct ? c.renaming(s.result) : result("result", type, target, s);
  const Expr *shadow = direct && whole ? whole : result("resultd", type, target, s);
  if (direct)
    allocateResult(target, s, value, out);
  if (s.result && !direct) {
    if (whole && hasDirections(type) && !type->isArray())
      move(c.shadows.of(s.result), c.shadows.inDirection(shadow, s.result), s.location, after);
    else if (whole)
      after.push_back(std::make_unique<Assign>(whole, shadow, s.location));
    after.push_back(std::make_unique<Assign>(c.renaming(s.result), value, s.location));
  }
  if (c.procedure.language == Language::C) {
    auto address = [&](const Expr *place) {
      return c.program.exprs.make<AddressOf>(c.program.types.pointer(place->type), place);
    };
    value = address(value);
    shadow = hasDirections(type) ? decayed(shadow) : address(shadow);
  }
  arguments.push_back({value, {}});
  arguments.push_back({shadow, {}});
}

/// A variable for the result of a call, or for its shadow.
const Expr *TangentBody::result(const char *name, const Type *type, const Procedure &target,
                                const Call &s) {
  bool shadow = name == std::string("resultd");
  bool allocatable = target.result->allocatable;
  if (type->isArray() && !allocatable) {
    c.diagnostics.error(s.location,
                        "a vector tangent needs a local variable for the array that '" +
                            target.name + "' returns here",
                        "assign the result to a local array first");
    return c.program.exprs.make<NullPointer>(type);
  }
  const Type *own = type->strip();
  if (shadow)
    own = allocatable ? c.types.ofAllocatable(own) : c.types.of(own);
  Symbol *t = c.procedure.makeTemporary(name, own);
  t->temporary = false;
  t->allocatable = allocatable;
  return b.variable(t, s.location);
}

/// The number of directions, where it is an argument: before the arrays that have it in their types
/// in C, last in Fortran.
void TangentBody::passNumber(std::vector<Argument> &arguments) {
  if (!c.directions.several() || !llvm::isa<Variable>(c.directions.count))
    return;
  bool first = c.procedure.language == Language::C;
  arguments.insert(first ? arguments.begin() : arguments.end(), {c.directions.count, {}});
}

// ---- Memory -------------------------------------------------------------------------------------

void TangentBody::addDirections(Allocation &shadow, const Expr *original, const Allocate &s) {
  const Type *type = original->type;
  if (auto *pointer = llvm::dyn_cast<PointerType>(type->strip()))
    type = pointer->pointee;
  if (!c.directions.haveTypes() || s.how != Allocate::How::Fortran || !hasDirections(type))
    return;
  if (shadow.shape.empty() && type->isArray() && (several() || s.mold))
    shadow.shape = boundsOf(c.renaming(s.source ? s.source : s.mold));
  if (!several())
    return;
  Dimension first;
  first.upper = c.directions.count;
  shadow.shape.insert(shadow.shape.begin(), first);
}

namespace {

/// Whether the bytes are a number of objects times the size of one.
bool isCountTimesSize(const Expr *e) {
  if (auto *convert = llvm::dyn_cast<Convert>(e))
    return isCountTimesSize(convert->operand);
  auto *product = llvm::dyn_cast<Binary>(e);
  if (product && product->op == BinaryOp::Multiply)
    return isCountTimesSize(product->left) != isCountTimesSize(product->right);
  auto *size = llvm::dyn_cast<SizeOf>(e);
  return size && carriesDerivative(size->of);
}

const Type *pointeeOf(const Expr *pointer) {
  auto *type = llvm::dyn_cast<PointerType>(pointer->type->strip());
  auto *convert = llvm::dyn_cast<Convert>(pointer);
  if (type && type->pointee->isVoid() && convert)
    return pointeeOf(convert->operand);
  return type ? type->pointee->strip() : nullptr;
}

} // namespace

/// As many bytes as the shadow needs where the original needs `size`.
const Expr *TangentBody::bytes(const Expr *size, const Expr *pointer) {
  if (!c.directions.haveTypes())
    return c.renaming(size);
  auto &make = c.program.exprs;
  const Type *pointee = pointeeOf(pointer);
  if (pointee && pointee->scalar()->isPointer())
    return c.renaming(size);
  if (isCountTimesSize(size)) {
    auto replace = [&](auto &self, const Expr *e) -> const Expr * {
      if (auto *x = llvm::dyn_cast<SizeOf>(e); x && carriesDerivative(x->of))
        return make.make<SizeOf>(e->type, c.types.of(c.renaming(x->of)), e->location);
      return mapOperands(make, e, [&](const Expr *x) { return self(self, x); });
    };
    return c.renaming(replace(replace, size));
  }
  if (!pointee || !hasDirections(pointee)) {
    c.diagnostics.error(size->location,
                        who() +
                            " cannot tell how many objects these bytes hold",
                        "write the size as a number times sizeof the type");
    return c.renaming(size);
  }
  if (!several()) { // as many handles as there were numbers
    auto sizeOf = [&](const Type *type) { return make.make<SizeOf>(size->type, type, size->location); };
    const Expr *numbers = b.binary(BinaryOp::Divide, c.renaming(size), sizeOf(c.renaming(pointee)));
    return b.binary(BinaryOp::Multiply, numbers, sizeOf(c.types.of(pointee)));
  }
  const Expr *count = make.make<Convert>(size->type, c.directions.count, false, size->location);
  return b.binary(BinaryOp::Multiply, c.renaming(size), count);
}

} // namespace costate::transform
