#include "check/ComplexNumbers.h"

#include "ir/Rewrite.h"
#include "support/Diagnostics.h"

namespace costate::check {

using namespace ir;

void ComplexNumbers::refuse(std::string why) {
  if (found.empty())
    found = std::move(why);
}

// ---- Types --------------------------------------------------------------------------------------

const Type *ComplexNumbers::type(const Type *type) {
  if (!type)
    return nullptr;
  auto known = types.find(type);
  if (known != types.end())
    return known->second;
  const Type *other = otherType(type);
  return types[type] = other;
}

/// Records keep their identity: their components change. Names of types that change are dropped.
const Type *ComplexNumbers::otherType(const Type *t) {
  if (auto *real = llvm::dyn_cast<RealType>(t)) {
    if (real->realKind < 8)
      refuse("it computes in single precision");
    return program.types.complex(real->realKind);
  }
  if (t->kind() == TypeKind::Complex)
    refuse("it computes with complex numbers itself");
  if (auto *array = llvm::dyn_cast<ArrayType>(t)) {
    const Type *element = type(array->element);
    return element == array->element
               ? t
               : program.types.array(element, array->dimensions, array->rowMajor);
  }
  if (auto *pointer = llvm::dyn_cast<PointerType>(t))
    return program.types.pointer(type(pointer->pointee), pointer->fortran);
  if (auto *q = llvm::dyn_cast<QualifiedType>(t))
    return program.types.qualified(type(q->underlying), q->isConst, q->isVolatile, q->isRestrict);
  if (auto *alias = llvm::dyn_cast<AliasType>(t)) {
    const Type *underlying = type(alias->underlying);
    return underlying == alias->underlying ? t : underlying;
  }
  if (auto *procedure = llvm::dyn_cast<ProcedureType>(t)) {
    std::vector<const Type *> parameters;
    for (const Type *p : procedure->parameters)
      parameters.push_back(type(p));
    return program.types.procedure(type(procedure->result), parameters, procedure->variadic,
                                   procedure->interface);
  }
  return t;
}

// ---- Expressions --------------------------------------------------------------------------------

const Expr *ComplexNumbers::operator()(const Expr *e) {
  if (!e)
    return nullptr;
  switch (e->kind()) {
  case ExprKind::RealConstant:
    return lift(e);
  case ExprKind::Text:
    return isReal(e) ? lift(e) : e;
  case ExprKind::Variable:
    return program.exprs.make<Variable>(llvm::cast<Variable>(e)->symbol, e->location);
  case ExprKind::SizeOf:
    return program.exprs.make<SizeOf>(e->type, type(llvm::cast<SizeOf>(e)->of), e->location);
  case ExprKind::ProcedureReference:
    refuseUnknown(*llvm::cast<ProcedureReference>(e)->symbol);
    break;
  case ExprKind::ComplexPart:
  case ExprKind::MakeComplex:
    refuse("it computes with complex numbers itself");
    return e;
  case ExprKind::Convert:
    return conversion(*llvm::cast<Convert>(e));
  case ExprKind::Binary:
    return binary(*llvm::cast<Binary>(e));
  case ExprKind::Intrinsic:
    return function(*llvm::cast<Intrinsic>(e));
  default:
    break;
  }
  const Expr *out = mapOperands(program.exprs, e, [&](const Expr *x) { return (*this)(x); });
  return e->type ? withType(out, type(e->type)) : out;
}

/// A function whose source is not given is one of real numbers.
void ComplexNumbers::refuseUnknown(const Symbol &procedure) {
  bool known = procedure.isDummyProcedure() ||
               (procedure.procedure && procedure.procedure->hasBody);
  if (!known)
    refuse("it calls '" + procedure.name + "', whose source is not given");
}

/// The same node, of another type.
const Expr *ComplexNumbers::withType(const Expr *e, const Type *type) {
  if (type == e->type)
    return e;
  auto &make = program.exprs;
  Location at = e->location;
  if (auto *x = llvm::dyn_cast<Element>(e))
    return make.make<Element>(type, x->base, x->subscripts, at);
  if (auto *x = llvm::dyn_cast<Dereference>(e))
    return make.make<Dereference>(type, x->pointer, x->offset, at);
  if (auto *x = llvm::dyn_cast<Field>(e))
    return make.make<Field>(type, x->base, x->record, x->component, at);
  if (auto *x = llvm::dyn_cast<Unary>(e))
    return make.make<Unary>(type, x->op, x->operand, at);
  if (auto *x = llvm::dyn_cast<Conditional>(e))
    return make.make<Conditional>(type, x->condition, x->whenTrue, x->whenFalse, at);
  if (auto *x = llvm::dyn_cast<AddressOf>(e))
    return make.make<AddressOf>(type, x->place, x->decayed, at);
  if (auto *x = llvm::dyn_cast<PointerAdd>(e))
    return make.make<PointerAdd>(type, x->pointer, x->offset, x->negative, at);
  if (auto *x = llvm::dyn_cast<ArrayConstructor>(e))
    return make.make<ArrayConstructor>(type, x->items, at, x->repeat);
  if (auto *x = llvm::dyn_cast<ImpliedDo>(e))
    return make.make<ImpliedDo>(type, x->items, x->variable, x->lower, x->upper, x->step, at);
  if (auto *x = llvm::dyn_cast<ProcedureReference>(e))
    return make.make<ProcedureReference>(type, x->symbol, at);
  if (llvm::isa<NullPointer>(e))
    return make.make<NullPointer>(type, at);
  if (auto *x = llvm::dyn_cast<RecordConstructor>(e))
    return make.make<RecordConstructor>(type, x->values, at);
  internalError("an expression that cannot be of another type");
}

const Expr *ComplexNumbers::realPart(const Expr *e) {
  const Expr *complex = (*this)(e);
  if (!isReal(e))
    return complex;
  const Type *real = e->type->isArray() ? e->type : e->type->strip();
  return program.exprs.make<Convert>(real, complex, true, e->location);
}

namespace {

/// What a pointer points to, without qualifiers; null: no pointer.
const Type *pointee(const Type *type) {
  auto *pointer = llvm::dyn_cast<PointerType>(type->strip());
  return pointer ? pointer->pointee->scalar()->strip() : nullptr;
}

} // namespace

const Expr *ComplexNumbers::conversion(const Convert &c) {
  bool toReal = isReal(&c), fromReal = isReal(c.operand);
  const Type *to = pointee(c.type), *from = pointee(c.operand->type);
  if (to && from && to != from && (to->isReal() || from->isReal()) && !to->isVoid() && !from->isVoid())
    refuse("it looks at the memory of numbers in another way");
  if (fromReal && !toReal)
    return program.exprs.make<Convert>(type(c.type), realPart(c.operand), c.written, c.location);
  return program.exprs.make<Convert>(type(c.type), (*this)(c.operand), c.written || toReal,
                                     c.location);
}

const Expr *ComplexNumbers::binary(const Binary &e) {
  bool compares = e.op >= BinaryOp::Equal && e.op <= BinaryOp::GreaterEqual;
  auto on = [&](const Expr *x) { return compares && isReal(x) ? realPart(x) : (*this)(x); };
  return program.exprs.make<Binary>(type(e.type), e.op, on(e.left), on(e.right), e.location);
}

} // namespace costate::check
