#include "transform/Shadows.h"

namespace costate::transform {

using namespace ir;

Symbol *Shadows::of(const Symbol *original) const {
  auto found = symbols.find(original);
  return found == symbols.end() ? nullptr : found->second;
}

const Expr *Shadows::of(const Expr *e) {
  auto &make = program.exprs;
  Location at = e->location;
  switch (e->kind()) {
  case ExprKind::Variable: {
    Symbol *shadow = of(llvm::cast<Variable>(e)->symbol);
    return shadow ? make.make<Variable>(shadow, at) : nullptr;
  }
  case ExprKind::NullPointer:
    return e;
  case ExprKind::Element: {
    auto *x = llvm::cast<Element>(e);
    const Expr *base = of(x->base);
    std::vector<const Expr *> subscripts;
    for (const Expr *s : x->subscripts)
      subscripts.push_back(renamed(s));
    return base ? make.make<Element>(e->type, base, subscripts, at) : nullptr;
  }
  case ExprKind::Dereference: {
    auto *x = llvm::cast<Dereference>(e);
    const Expr *pointer = of(x->pointer);
    return pointer ? make.make<Dereference>(e->type, pointer, renamed(x->offset), at) : nullptr;
  }
  case ExprKind::Field: {
    auto *x = llvm::cast<Field>(e);
    const Expr *base = of(x->base);
    return base ? make.make<Field>(e->type, base, x->record, x->component, at) : nullptr;
  }
  case ExprKind::ComplexPart: {
    auto *x = llvm::cast<ComplexPart>(e);
    const Expr *base = of(x->base);
    return base ? make.make<ComplexPart>(e->type, base, x->imaginary, at) : nullptr;
  }
  case ExprKind::AddressOf: {
    auto *x = llvm::cast<AddressOf>(e);
    const Expr *place = of(x->place);
    return place ? make.make<AddressOf>(e->type, place, x->decayed, at) : nullptr;
  }
  case ExprKind::PointerAdd: {
    auto *x = llvm::cast<PointerAdd>(e);
    const Expr *pointer = of(x->pointer);
    return pointer
               ? make.make<PointerAdd>(e->type, pointer, renamed(x->offset), x->negative, at)
               : nullptr;
  }
  case ExprKind::Convert: {
    auto *x = llvm::cast<Convert>(e);
    const Expr *operand = of(x->operand);
    return operand ? make.make<Convert>(e->type, operand, x->written, at) : nullptr;
  }
  case ExprKind::Conditional: {
    auto *x = llvm::cast<Conditional>(e);
    const Expr *t = of(x->whenTrue), *f = of(x->whenFalse);
    return t && f ? make.make<Conditional>(e->type, renamed(x->condition), t, f, at) : nullptr;
  }
  default:
    return nullptr;
  }
}

} // namespace costate::transform
