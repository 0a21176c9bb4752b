#include "analysis/ExpressionDeps.h"

#include "analysis/Effects.h"

#include "llvm/Support/Casting.h"

namespace costate::analysis {

using namespace ir;

DepsRef ExpressionDeps::anyOf(llvm::ArrayRef<const Expr *> list) {
  DepsRef out;
  for (const Expr *e : list)
    out = meet(out, deps(e));
  return out;
}

DepsRef ExpressionDeps::deps(const Expr *e) {
  if (!e)
    return nullptr;
  if (e->isPlace())
    return meet(contents(e), address(e));
  if (rules::Operation::isOperation(e))
    return operation(e);
  switch (e->kind()) {
  case ExprKind::AddressOf:
    return address(llvm::cast<AddressOf>(e)->place);
  case ExprKind::Range:
  case ExprKind::ArrayConstructor:
  case ExprKind::RecordConstructor:
    return anyOf(operands(e));
  case ExprKind::ImpliedDo: {
    auto *list = llvm::cast<ImpliedDo>(e);
    return meet(anyOf(list->items), nonlinear(anyOf({list->lower, list->upper, list->step})));
  }
  default: // (E4)
    return nonlinear(anyOf(operands(e)));
  }
}

DepsRef ExpressionDeps::address(const Expr *place) {
  switch (place->kind()) {
  case ExprKind::Variable:
    return nullptr;
  case ExprKind::Element: {
    auto *element = llvm::cast<Element>(place);
    return meet(nonlinear(anyOf(element->subscripts)), address(element->base));
  }
  case ExprKind::Field:
    return address(llvm::cast<Field>(place)->base);
  case ExprKind::ComplexPart:
    return address(llvm::cast<ComplexPart>(place)->base);
  default:
    return nonlinear(anyOf(operands(place)));
  }
}

/// Functions of an array's shape, not of its elements.
DepsRef ExpressionDeps::inquiry(const Intrinsic *f) {
  DepsRef out;
  for (const Expr *argument : f->arguments) {
    if (!argument)
      continue;
    forEach(argument, [&](const Expr *e) {
      if (e->isPlace())
        out = meet(out, status(e));
      if (auto *element = llvm::dyn_cast<Element>(e))
        out = meet(out, anyOf(element->subscripts));
    });
    if (argument->type && !argument->type->isArray() && argument->type->isInteger())
      out = meet(out, deps(argument)); // `dim`
  }
  return nonlinear(out);
}

DepsRef ExpressionDeps::operation(const Expr *e) {
  rules::Operation op(e, language);
  const auto &arguments = op.arguments();
  auto *f = llvm::dyn_cast<Intrinsic>(e);
  if (f && f->name == "merge" && arguments.size() == 3) // (E2)
    return meet(anyOf({arguments[0], arguments[1]}), nonlinear(deps(arguments[2])));
  if (auto *choice = llvm::dyn_cast<Conditional>(e))
    return meet(anyOf({choice->whenTrue, choice->whenFalse}), nonlinear(deps(choice->condition)));
  if (f) {
    std::vector<Shape> linear(arguments.size(), Shape::polynomial(1));
    if (!linear.empty() && op.shape(linear).isNone())
      return inquiry(f);
  }
  std::vector<DepsRef> given;
  DepsRef seen;
  for (const Expr *argument : arguments) {
    given.push_back(deps(argument));
    seen = meet(seen, given.back());
  }
  DepsRef out = seen ? through(op, given) : nullptr;
  // The table may know fewer arguments than stand there.
  for (const Expr *operand : operands(e))
    if (std::find(arguments.begin(), arguments.end(), operand) == arguments.end())
      out = meet(out, nonlinear(deps(operand)));
  return out;
}

} // namespace costate::analysis
