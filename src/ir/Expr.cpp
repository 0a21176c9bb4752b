#include "ir/Expr.h"

#include "ir/Symbol.h"

namespace costate::ir {

Variable::Variable(Symbol *symbol, Location at)
    : Expr(ExprKind::Variable, symbol->type, at), symbol(symbol) {}

bool Element::isSection() const {
  for (const Expr *s : subscripts)
    if (llvm::isa<Range>(s) || (s->type && s->type->isArray()))
      return true;
  return false;
}

std::vector<const Expr *> operands(const Expr *e) {
  std::vector<const Expr *> out;
  auto add = [&](const Expr *operand) {
    if (operand)
      out.push_back(operand);
  };
  auto addAll = [&](const std::vector<const Expr *> &list) {
    for (const Expr *operand : list)
      add(operand);
  };
  switch (e->kind()) {
  case ExprKind::IntegerConstant:
  case ExprKind::RealConstant:
  case ExprKind::LogicalConstant:
  case ExprKind::StringConstant:
  case ExprKind::NullPointer:
  case ExprKind::Variable:
  case ExprKind::SizeOf:
  case ExprKind::ProcedureReference:
  case ExprKind::Text:
    break;
  case ExprKind::Element: {
    auto *x = llvm::cast<Element>(e);
    add(x->base);
    addAll(x->subscripts);
    break;
  }
  case ExprKind::Dereference: {
    auto *x = llvm::cast<Dereference>(e);
    add(x->pointer);
    add(x->offset);
    break;
  }
  case ExprKind::Field:
    add(llvm::cast<Field>(e)->base);
    break;
  case ExprKind::Substring: {
    auto *x = llvm::cast<Substring>(e);
    add(x->base);
    add(x->lower);
    add(x->upper);
    break;
  }
  case ExprKind::ComplexPart:
    add(llvm::cast<ComplexPart>(e)->base);
    break;
  case ExprKind::Unary:
    add(llvm::cast<Unary>(e)->operand);
    break;
  case ExprKind::Binary: {
    auto *x = llvm::cast<Binary>(e);
    add(x->left);
    add(x->right);
    break;
  }
  case ExprKind::Convert:
    add(llvm::cast<Convert>(e)->operand);
    break;
  case ExprKind::Conditional: {
    auto *x = llvm::cast<Conditional>(e);
    add(x->condition);
    add(x->whenTrue);
    add(x->whenFalse);
    break;
  }
  case ExprKind::Intrinsic:
    addAll(llvm::cast<Intrinsic>(e)->arguments);
    break;
  case ExprKind::MakeComplex: {
    auto *x = llvm::cast<MakeComplex>(e);
    add(x->re);
    add(x->im);
    break;
  }
  case ExprKind::AddressOf:
    add(llvm::cast<AddressOf>(e)->place);
    break;
  case ExprKind::PointerAdd: {
    auto *x = llvm::cast<PointerAdd>(e);
    add(x->pointer);
    add(x->offset);
    break;
  }
  case ExprKind::PointerDifference: {
    auto *x = llvm::cast<PointerDifference>(e);
    add(x->left);
    add(x->right);
    break;
  }
  case ExprKind::Range: {
    auto *x = llvm::cast<Range>(e);
    add(x->lower);
    add(x->upper);
    add(x->stride);
    break;
  }
  case ExprKind::ArrayConstructor:
    addAll(llvm::cast<ArrayConstructor>(e)->items);
    break;
  case ExprKind::ImpliedDo: {
    auto *x = llvm::cast<ImpliedDo>(e);
    add(x->lower);
    add(x->upper);
    add(x->step);
    addAll(x->items);
    break;
  }
  case ExprKind::RecordConstructor:
    addAll(llvm::cast<RecordConstructor>(e)->values);
    break;
  }
  return out;
}

Symbol *rootVariable(const Expr *place) {
  for (;;) {
    switch (place->kind()) {
    case ExprKind::Variable:
      return llvm::cast<Variable>(place)->symbol;
    case ExprKind::Element:
      place = llvm::cast<Element>(place)->base;
      break;
    case ExprKind::Field:
      place = llvm::cast<Field>(place)->base;
      break;
    case ExprKind::Substring:
      place = llvm::cast<Substring>(place)->base;
      break;
    case ExprKind::ComplexPart:
      place = llvm::cast<ComplexPart>(place)->base;
      break;
    default:
      return nullptr;
    }
  }
}

namespace {

/// Whether two nodes of the same kind agree in everything but their operands.
bool sameHead(const Expr *a, const Expr *b) {
  switch (a->kind()) {
  case ExprKind::IntegerConstant:
    return llvm::cast<IntegerConstant>(a)->value == llvm::cast<IntegerConstant>(b)->value;
  case ExprKind::RealConstant:
    return llvm::cast<RealConstant>(a)->digits == llvm::cast<RealConstant>(b)->digits;
  case ExprKind::LogicalConstant:
    return llvm::cast<LogicalConstant>(a)->value == llvm::cast<LogicalConstant>(b)->value;
  case ExprKind::StringConstant:
    return llvm::cast<StringConstant>(a)->text == llvm::cast<StringConstant>(b)->text;
  case ExprKind::Variable:
    return llvm::cast<Variable>(a)->symbol == llvm::cast<Variable>(b)->symbol;
  case ExprKind::Field:
    return llvm::cast<Field>(a)->record == llvm::cast<Field>(b)->record &&
           llvm::cast<Field>(a)->component == llvm::cast<Field>(b)->component;
  case ExprKind::ComplexPart:
    return llvm::cast<ComplexPart>(a)->imaginary == llvm::cast<ComplexPart>(b)->imaginary;
  case ExprKind::Unary:
    return llvm::cast<Unary>(a)->op == llvm::cast<Unary>(b)->op;
  case ExprKind::Binary:
    return llvm::cast<Binary>(a)->op == llvm::cast<Binary>(b)->op;
  case ExprKind::Intrinsic:
    return llvm::cast<Intrinsic>(a)->name == llvm::cast<Intrinsic>(b)->name &&
           llvm::cast<Intrinsic>(a)->keywords == llvm::cast<Intrinsic>(b)->keywords;
  case ExprKind::AddressOf:
    return llvm::cast<AddressOf>(a)->decayed == llvm::cast<AddressOf>(b)->decayed;
  case ExprKind::PointerAdd:
    return llvm::cast<PointerAdd>(a)->negative == llvm::cast<PointerAdd>(b)->negative;
  case ExprKind::SizeOf:
    return llvm::cast<SizeOf>(a)->of == llvm::cast<SizeOf>(b)->of;
  case ExprKind::ProcedureReference:
    return llvm::cast<ProcedureReference>(a)->symbol == llvm::cast<ProcedureReference>(b)->symbol;
  case ExprKind::ArrayConstructor:
    return llvm::cast<ArrayConstructor>(a)->repeat == llvm::cast<ArrayConstructor>(b)->repeat;
  case ExprKind::ImpliedDo:
    return llvm::cast<ImpliedDo>(a)->variable == llvm::cast<ImpliedDo>(b)->variable;
  case ExprKind::Text:
    return llvm::cast<Text>(a)->text == llvm::cast<Text>(b)->text;
  // Optional parts: `a(1:)` and `a(:1)` have the same operand lists.
  case ExprKind::Substring:
    return !llvm::cast<Substring>(a)->lower == !llvm::cast<Substring>(b)->lower;
  case ExprKind::Range: {
    auto *x = llvm::cast<Range>(a), *y = llvm::cast<Range>(b);
    return !x->lower == !y->lower && !x->upper == !y->upper;
  }
  case ExprKind::RecordConstructor: {
    auto &x = llvm::cast<RecordConstructor>(a)->values, &y = llvm::cast<RecordConstructor>(b)->values;
    for (size_t i = 0; i < x.size() && i < y.size(); ++i)
      if (!x[i] != !y[i])
        return false;
    return x.size() == y.size();
  }
  default:
    return true;
  }
}

bool sameType(const Type *a, const Type *b) {
  if (a == b)
    return true;
  if (!a || !b)
    return false;
  a = a->strip();
  b = b->strip();
  return a == b || (a->rank() != 0 && a->rank() == b->rank() &&
                    a->scalar()->strip() == b->scalar()->strip());
}

} // namespace

bool equal(const Expr *a, const Expr *b) {
  if (a == b)
    return true;
  if (!a || !b || a->kind() != b->kind() || !sameType(a->type, b->type) || !sameHead(a, b))
    return false;
  std::vector<const Expr *> x = operands(a), y = operands(b);
  if (x.size() != y.size())
    return false;
  for (size_t i = 0; i < x.size(); ++i)
    if (!equal(x[i], y[i]))
      return false;
  return true;
}

} // namespace costate::ir
