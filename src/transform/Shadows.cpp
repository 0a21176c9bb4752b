#include "transform/Shadows.h"

namespace costate::transform {

using namespace ir;

Symbol *Shadows::of(const Symbol *original) const {
  auto found = symbols.find(original);
  return found == symbols.end() ? nullptr : found->second;
}

Symbol *Shadows::originalOf(const Symbol *shadow) const {
  auto found = all.find(shadow);
  return found == all.end() || !found->second ? nullptr : renaming.of(const_cast<Symbol *>(found->second));
}

const Expr *Shadows::of(const Expr *e) {
  if (types.several() && hasDirections(e->type)) {
    if (auto *part = llvm::dyn_cast<ComplexPart>(e)) {
      const Expr *base = of(part->base);
      return base ? program.exprs.make<ComplexPart>(e->type, base, part->imaginary, e->location)
                  : nullptr;
    }
    const Expr *all = whole(e);
    return all ? inDirection(all, e) : nullptr;
  }
  return whole(e);
}

const Expr *Shadows::first(const Expr *place) {
  const Expr *all = whole(place);
  if (!all || !types.several() || !hasDirections(place->type) || place->type->isArray())
    return all;
  const Expr *one = program.exprs.make<IntegerConstant>(directions.count->type, 1);
  std::vector<const Expr *> subscripts{one};
  auto *element = llvm::dyn_cast<Element>(all);
  if (element)
    subscripts.insert(subscripts.end(), element->subscripts.begin() + 1,
                      element->subscripts.end());
  return program.exprs.make<Element>(place->type, element ? element->base : all, subscripts,
                                     place->location);
}

/// `xd` to `xd(nd, :)`, `xd[i]` to `xd[i][nd]`.
const Expr *Shadows::inDirection(const Expr *whole, const Expr *original) {
  auto *field = llvm::dyn_cast<Field>(original);
  return inDirection(whole, original,
                     field ? field->record->components[field->component].type->rank()
                           : original->type->rank());
}

const Expr *Shadows::inDirection(const Expr *whole, const Expr *original, unsigned rank) {
  if (!types.several())
    return whole;
  auto &make = program.exprs;
  Location at = original->location;
  const Expr *index = make.make<Variable>(directions.index, at);
  auto *element = llvm::dyn_cast<Element>(whole);
  if (types.language == Language::C) {
    if (whole->type->isPointer()) // a scalar parameter of C
      return make.make<Dereference>(original->type, whole, index, at);
    if (!element)
      return make.make<Element>(original->type, whole, std::vector<const Expr *>{index}, at);
    std::vector<const Expr *> subscripts = element->subscripts;
    subscripts.push_back(index);
    return make.make<Element>(original->type, element->base, subscripts, at);
  }
  if (element) { // `whole` put a range first
    std::vector<const Expr *> subscripts = element->subscripts;
    subscripts.front() = index;
    return make.make<Element>(original->type, element->base, subscripts, at);
  }
  std::vector<const Expr *> subscripts{index};
  for (unsigned i = 0; i < rank; ++i)
    subscripts.push_back(make.make<Range>(nullptr, nullptr, nullptr, at));
  return make.make<Element>(original->type, whole, subscripts, at);
}

/// `p(0:) => t` gives `pd(1:, 0:) => td`; `p(1:n) => t` gives `pd(1:nbdirs, 1:n) => td`.
const Expr *Shadows::boundsOfDirections(const Element &pointer) {
  auto *range = llvm::dyn_cast<Range>(pointer.subscripts.front());
  const Expr *one = program.exprs.make<IntegerConstant>(directions.count->type, 1);
  return program.exprs.make<Range>(one, range && range->upper ? directions.count : nullptr, nullptr,
                                   pointer.location);
}

const Expr *Shadows::element(const Element &x) {
  const Expr *base = whole(x.base);
  if (!base)
    return nullptr;
  std::vector<const Expr *> subscripts;
  if (types.several() && types.language == Language::Fortran) {
    if (hasDirections(x.type))
      subscripts.push_back(program.exprs.make<Range>(nullptr, nullptr, nullptr, x.location));
    else if (x.base->type->isPointer())
      subscripts.push_back(boundsOfDirections(x));
  }
  for (const Expr *s : x.subscripts)
    subscripts.push_back(renamed(s));
  return program.exprs.make<Element>(types.of(x.type), base, subscripts, x.location);
}

const Expr *Shadows::field(const Field &x) {
  const Expr *base = whole(x.base);
  if (!base)
    return nullptr;
  if (!types.differ())
    return program.exprs.make<Field>(x.type, base, x.record, x.component, x.location);
  auto *record = llvm::dyn_cast<RecordType>(types.of(x.record)->strip());
  if (!record || record == x.record)
    return nullptr; // it has no shadow, which has been said
  auto component = ShadowTypes::component(*record, *x.record, x.component);
  return component ? program.exprs.make<Field>(types.of(x.type), base, record, *component,
                                               x.location)
                   : nullptr;
}

const Expr *Shadows::whole(const Expr *e) {
  auto &make = program.exprs;
  Location at = e->location;
  switch (e->kind()) {
  case ExprKind::Variable: {
    Symbol *shadow = of(llvm::cast<Variable>(e)->symbol);
    if (shadow && !types.several() && shadow->type->isPointer() && !e->type->isPointer()) // of a C value
      return make.make<Dereference>(types.of(e->type), make.make<Variable>(shadow, at), nullptr, at);
    return shadow ? make.make<Variable>(shadow, at) : nullptr;
  }
  case ExprKind::NullPointer:
    return e;
  case ExprKind::Element:
    return element(*llvm::cast<Element>(e));
  case ExprKind::Dereference: {
    auto *x = llvm::cast<Dereference>(e);
    const Expr *pointer = whole(x->pointer);
    return pointer ? make.make<Dereference>(types.of(e->type), pointer, renamed(x->offset), at) : nullptr;
  }
  case ExprKind::Field:
    return field(*llvm::cast<Field>(e));
  case ExprKind::ComplexPart: {
    auto *x = llvm::cast<ComplexPart>(e);
    const Expr *base = whole(x->base);
    if (types.sets()) // a complex number has one set
      return base;
    return base ? make.make<ComplexPart>(types.of(e->type), base, x->imaginary, at) : nullptr;
  }
  case ExprKind::AddressOf: {
    auto *x = llvm::cast<AddressOf>(e);
    const Expr *place = whole(x->place);
    return place ? make.make<AddressOf>(types.of(e->type), place, x->decayed, at) : nullptr;
  }
  case ExprKind::PointerAdd: {
    auto *x = llvm::cast<PointerAdd>(e);
    const Expr *pointer = whole(x->pointer);
    return pointer
               ? make.make<PointerAdd>(types.of(e->type), pointer, renamed(x->offset), x->negative, at)
               : nullptr;
  }
  case ExprKind::Convert: {
    auto *x = llvm::cast<Convert>(e);
    const Expr *operand = whole(x->operand);
    return operand ? make.make<Convert>(types.of(e->type), operand, x->written, at) : nullptr;
  }
  case ExprKind::Conditional: {
    auto *x = llvm::cast<Conditional>(e);
    const Expr *t = whole(x->whenTrue), *f = whole(x->whenFalse);
    return t && f ? make.make<Conditional>(types.of(e->type), renamed(x->condition), t, f, at) : nullptr;
  }
  default:
    return nullptr;
  }
}

} // namespace costate::transform
