// Expressions that name memory.
//
// An array is never a value in C: it decays to the address of its first element. While a chain of
// subscripts is read, `a[i]` of a two-dimensional array is for a moment an array of its own:
// Dereference(decayed a, i), of the row's type. As soon as it decays again it becomes
// AddressOf Element(a, {i, 0}), and the next subscript replaces the 0. So a complete chain is
// always one Element with all its subscripts.
#include "frontend/c/BodyReader.h"

namespace costate::frontend::c {

using namespace ir;

const Expr *BodyReader::place(const clang::Expr *e) {
  SourceLocation at = e->getExprLoc();
  switch (e->getStmtClass()) {
  case clang::Stmt::ParenExprClass:
    return place(llvm::cast<clang::ParenExpr>(e)->getSubExpr());
  case clang::Stmt::ConstantExprClass:
  case clang::Stmt::ExprWithCleanupsClass:
    return place(llvm::cast<clang::FullExpr>(e)->getSubExpr());
  case clang::Stmt::GenericSelectionExprClass:
    return place(llvm::cast<clang::GenericSelectionExpr>(e)->getResultExpr());
  case clang::Stmt::ChooseExprClass:
    return place(llvm::cast<clang::ChooseExpr>(e)->getChosenSubExpr());
  case clang::Stmt::DeclRefExprClass:
    return reference(llvm::cast<clang::DeclRefExpr>(e));
  case clang::Stmt::MemberExprClass:
    return member(llvm::cast<clang::MemberExpr>(e));
  case clang::Stmt::StringLiteralClass:
    return stringLiteral(llvm::cast<clang::StringLiteral>(e));
  case clang::Stmt::CompoundLiteralExprClass:
    return compoundLiteralPlace(llvm::cast<clang::CompoundLiteralExpr>(e));
  case clang::Stmt::PredefinedExprClass:
    return make<Text>(type(e->getType()),
                      llvm::cast<clang::PredefinedExpr>(e)->getIdentKindName().str(), location(at));
  case clang::Stmt::OpaqueValueExprClass:
    return opaqueValues.at(e);
  case clang::Stmt::MaterializeTemporaryExprClass: // an array inside a struct a function returned
    return place(llvm::cast<clang::MaterializeTemporaryExpr>(e)->getSubExpr());
  case clang::Stmt::ImplicitCastExprClass: // a qualifier added to a place
    if (llvm::cast<clang::CastExpr>(e)->getCastKind() == clang::CK_NoOp)
      return place(llvm::cast<clang::CastExpr>(e)->getSubExpr());
    return asPlace(value(e), at);
  case clang::Stmt::ArraySubscriptExprClass: {
    auto *s = llvm::cast<clang::ArraySubscriptExpr>(e);
    if (s->getBase()->getType()->isVectorType())
      return refusedValue(e, "vector types are not supported", "use an array and a loop");
    const Expr *pointer = value(s->getBase());
    return dereference(pointer, value(s->getIdx()), type(e->getType()), at);
  }
  case clang::Stmt::UnaryOperatorClass: {
    auto *u = llvm::cast<clang::UnaryOperator>(e);
    if (u->getOpcode() == clang::UO_Deref)
      return e->getType()->isFunctionType()
                 ? value(u->getSubExpr())
                 : dereference(value(u->getSubExpr()), nullptr, type(e->getType()), at);
    if (u->getOpcode() == clang::UO_Extension)
      return place(u->getSubExpr());
    if (u->getOpcode() == clang::UO_Real || u->getOpcode() == clang::UO_Imag) {
      const Expr *base = place(u->getSubExpr());
      if (!base->type->isComplex()) // __real__ of a real is itself
        return base;
      return make<ComplexPart>(type(e->getType()), base, u->getOpcode() == clang::UO_Imag,
                               location(at));
    }
    return asPlace(value(e), at);
  }
  default:
    if (e->isLValue())
      return refusedValue(e, std::string("the expression '") + e->getStmtClassName() +
                                 "' is not supported");
    return asPlace(value(e), at);
  }
}

const Expr *BodyReader::asPlace(const Expr *v, SourceLocation at) {
  if (v->isPlace() || llvm::isa<Text>(v))
    return v;
  Symbol *s = temporary("t", v->type);
  append(unit.builder.assign(s, v, location(at)));
  return unit.builder.variable(s, location(at));
}

const Expr *BodyReader::member(const clang::MemberExpr *e) {
  auto *field = llvm::dyn_cast<clang::FieldDecl>(e->getMemberDecl());
  const clang::RecordDecl *parent = field ? field->getParent() : nullptr;
  if (!parent || parent->isUnion())
    return refusedValue(e, "unions are not supported",
                        "use a struct with one member for each alternative");
  SourceLocation at = e->getMemberLoc().isValid() ? e->getMemberLoc() : e->getExprLoc();
  const Expr *base;
  if (e->isArrow())
    base = dereference(value(e->getBase()), nullptr,
                       type(e->getBase()->getType()->getPointeeType()), at);
  else
    base = e->getBase()->isLValue() ? place(e->getBase()) : asPlace(value(e->getBase()), at);
  return make<Field>(type(e->getType()), base, unit.record(parent), unit.component(field),
                     location(at));
}

/// How many dimensions of the array lie below what a decayed pointer points to.
static unsigned pointeeRank(const Expr *pointer) {
  auto *p = llvm::dyn_cast<PointerType>(pointer->type->strip());
  return p ? p->pointee->rank() : 0;
}

/// The decayed array's element whose subscript the next one replaces; null for other pointers.
static const Element *decayedElement(const Expr *pointer) {
  auto *address = llvm::dyn_cast<AddressOf>(pointer);
  return address && address->decayed ? llvm::dyn_cast<Element>(address->place) : nullptr;
}

const Expr *BodyReader::dereference(const Expr *pointer, const Expr *offset, const Type *t,
                                    SourceLocation at) {
  if (!offset)
    if (auto *sum = llvm::dyn_cast<PointerAdd>(pointer); sum && !sum->negative) {
      offset = sum->offset;
      pointer = sum->pointer;
    }
  if (const Element *first = decayedElement(pointer); first && pointeeRank(pointer) == 0) {
    auto subscripts = first->subscripts;
    if (offset)
      subscripts.back() = offset;
    return make<Element>(t, first->base, std::move(subscripts), location(at));
  }
  if (auto *address = llvm::dyn_cast<AddressOf>(pointer); address && !address->decayed && !offset)
    return address->place;
  return make<Dereference>(t, pointer, offset, location(at));
}

const Expr *BodyReader::decay(const Expr *array, QualType pointer, SourceLocation at) {
  const Type *t = type(pointer);
  if (llvm::isa<Text>(array)) // __func__
    return make<Text>(t, llvm::cast<Text>(array)->text, array->location);
  const Expr *zero = unit.builder.constant(unit.integer(), 0, location(at));
  const Type *element = array->type->scalar();
  unsigned rank = array->type->rank();
  auto *row = llvm::dyn_cast<Dereference>(array);
  if (const Element *first = row ? decayedElement(row->pointer) : nullptr) {
    auto subscripts = first->subscripts;
    if (row->offset)
      subscripts[subscripts.size() - rank - 1] = row->offset;
    const Expr *e = make<Element>(element, first->base, std::move(subscripts), location(at));
    return make<AddressOf>(t, e, true, location(at));
  }
  const Expr *e =
      make<Element>(element, array, std::vector<const Expr *>(rank, zero), location(at));
  return make<AddressOf>(t, e, true, location(at));
}

const Expr *BodyReader::addressOf(const clang::UnaryOperator *e) {
  const clang::Expr *sub = e->getSubExpr();
  if (sub->getType()->isFunctionType())
    return value(sub);
  const Expr *target = place(sub);
  Location at = location(e->getExprLoc());
  // `&*p` is p, and the address of a row is where it starts, counted in rows.
  if (auto *d = llvm::dyn_cast<Dereference>(target)) {
    if (!d->offset)
      return d->pointer;
    if (target->type->isArray())
      return make<PointerAdd>(type(e->getType()), d->pointer, d->offset, false, at);
  }
  return make<AddressOf>(type(e->getType()), target, false, at);
}

/// A compound literal that must have an address is a variable of its own.
const Expr *BodyReader::compoundLiteralPlace(const clang::CompoundLiteralExpr *e) {
  SourceLocation at = e->getBeginLoc();
  if (e->isFileScope()) {
    Symbol *s = unit.madeGlobal("literal", type(e->getType()), at);
    s->initial = initialValue(e->getInitializer());
    return unit.builder.variable(s, location(at));
  }
  clang::Qualifiers dropped;
  Symbol *s = temporary("literal", type(unit.ast.getUnqualifiedArrayType(e->getType(), dropped)));
  s->temporary = false;
  s->scopeEnd = location(scopeEnd);
  const Expr *v = unit.builder.variable(s, location(at));
  initialise(v, e->getInitializer(), at);
  return v;
}

} // namespace costate::frontend::c
