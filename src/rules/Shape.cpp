// How a result depends on a variable, read off the formulas.
//
// (S1) A result none of whose arguments depends on the variable does not depend on it. One whose
//      arguments only jump, jumps.
// (S2) An operation with a definition has the shape of that formula: sums keep the larger degree,
//      products add degrees, a quotient by something that varies is rational.
// (S3) Otherwise, an operation whose partial derivatives are polynomials in the arguments is a
//      polynomial in them; along the variable its degree is at most, for some argument, that of the
//      partial plus that of the argument.
// (S4) A kink or a jump within reach of the variable makes it neither.
//
// Weakness, not error: what the formulas do not show to be a polynomial is Other, even where
// functions cancel (log(exp(x))).
#include "rules/Rule.h"
#include "rules/Rules.h"

#include <algorithm>

namespace costate::rules {

using namespace ir;
using Kind = Formula::Kind;

using ShapeKind = Shape::Kind;

Shape meet(Shape a, Shape b) {
  if (a.isNone())
    return b;
  if (b.isNone() || a == b)
    return a;
  if (a.kind == ShapeKind::Steps || b.kind == ShapeKind::Steps)
    return Shape::other();
  if (a.kind == ShapeKind::Polynomial && b.kind == ShapeKind::Polynomial)
    return Shape::polynomial(std::max(a.degree, b.degree));
  return a.kind > b.kind ? a : b;
}

namespace {

Shape sum(Shape a, Shape b) { return meet(a, b); }

Shape product(Shape a, Shape b) {
  if (a.kind == ShapeKind::Polynomial && b.kind == ShapeKind::Polynomial)
    return Shape::polynomial(a.degree + b.degree);
  return sum(a, b);
}

Shape quotient(Shape a, Shape b) {
  if (b.isNone())
    return a;
  bool steps = b.kind == ShapeKind::Steps;
  if (steps)
    return a.isNone() || a == b ? b : Shape::other();
  return sum(sum(a, b), Shape::rational());
}

/// What the shape of a formula is worked out from.
struct Context {
  std::vector<Shape> arguments;
  std::vector<bool> whole; ///< arguments that are integers, whatever type they come in
  unsigned depth = 0;
};

Shape ruleShape(const Rule &, const std::vector<FormulaRef> &tangents, const FormulaRef &definition,
                const Context &);

Shape formulaShape(const FormulaRef &, const Context &);

Shape powerShape(const Formula &f, const Context &context) {
  Shape base = formulaShape(f.operands[0], context);
  const FormulaRef &exponent = f.operands[1];
  Shape e = formulaShape(exponent, context);
  if (!e.isNone() || base.isNone())
    return sum(base, e).kind <= ShapeKind::Steps ? sum(base, e) : Shape::other();
  if (base.kind == ShapeKind::Steps)
    return base;
  if (exponent->kind == Kind::Argument && context.whole[exponent->index])
    return sum(base, Shape::rational());
  if (exponent->kind != Kind::Number || !exponent->number.isInteger())
    return Shape::other();
  int64_t n = exponent->number.digits;
  constexpr int64_t greatest = 1000; // beyond, no one asks for the degree, and products do not overflow
  if (n < 0 || n > greatest || (base.kind == ShapeKind::Polynomial && base.degree > greatest))
    return sum(base, Shape::rational());
  if (base.kind == ShapeKind::Polynomial)
    return Shape::polynomial(base.degree * unsigned(n));
  return base;
}

Shape callShape(const Formula &f, const Context &context) {
  constexpr unsigned deepest = 4; // sin leads to cos, and cos to sin
  Context inner;
  inner.depth = context.depth + 1;
  bool depends = false;
  for (const FormulaRef &operand : f.operands) {
    inner.arguments.push_back(formulaShape(operand, context));
    inner.whole.push_back(false);
    depends = depends || !inner.arguments.back().isNone();
  }
  if (!depends)
    return Shape::none();
  for (const Rule *rule : rulesNamed(f.name))
    if (rule->arguments.size() == f.operands.size() && inner.depth <= deepest) {
      std::vector<FormulaRef> tangents;
      for (const Derivative &d : rule->derivatives)
        tangents.push_back(d.tangent);
      return ruleShape(*rule, tangents, rule->definition, inner);
    }
  return Shape::other();
}

Shape choiceShape(const Formula &f, const Context &context) {
  Shape condition = formulaShape(f.operands[0], context);
  Shape value = sum(formulaShape(f.operands[1], context), formulaShape(f.operands[2], context));
  if (condition.isNone())
    return value;
  return value.kind <= ShapeKind::Steps ? Shape::steps() : Shape::other();
}

Shape formulaShape(const FormulaRef &f, const Context &context) {
  auto operand = [&](size_t i) { return formulaShape(f->operands[i], context); };
  switch (f->kind) {
  case Kind::Number:
  case Kind::Truth:
  case Kind::Constant:
  case Kind::Derivative:
  case Kind::Seed:
    return Shape::none();
  case Kind::Argument:
    return context.arguments[f->index];
  case Kind::Result:
    return Shape::other();
  case Kind::Negate:
  case Kind::List:
    return operand(0);
  case Kind::Add:
  case Kind::Subtract:
    return sum(operand(0), operand(1));
  case Kind::Multiply:
  case Kind::GuardedMultiply:
    return product(operand(0), operand(1));
  case Kind::Divide:
  case Kind::GuardedDivide:
    return quotient(operand(0), operand(1));
  case Kind::Power:
    return powerShape(*f, context);
  case Kind::Compare:
  case Kind::And:
  case Kind::Or:
    return operand(0).isNone() && operand(1).isNone() ? Shape::none() : Shape::steps();
  case Kind::If:
    return choiceShape(*f, context);
  case Kind::Call:
    return callShape(*f, context);
  }
  return Shape::other();
}

/// (S3): whether the operation is a polynomial in the arguments that depend on the variable.
bool isPolynomialInArguments(const std::vector<FormulaRef> &tangents, const Context &context) {
  Context unit = context;
  for (Shape &s : unit.arguments)
    s = s.isNone() ? s : Shape::polynomial(1);
  for (size_t i = 0; i < tangents.size(); ++i) {
    if (context.arguments[i].isNone())
      continue;
    if (!tangents[i])
      return false;
    ShapeKind kind = formulaShape(tangents[i], unit).kind;
    if (kind != ShapeKind::None && kind != ShapeKind::Polynomial)
      return false;
  }
  return true;
}

/// (S4)
bool hasKink(const Rule &rule, const Context &context) {
  if (!rule.kink)
    return false;
  return contains(rule.kink, [&](const Formula &n) {
    return n.kind == Kind::Result ||
           (n.kind == Kind::Argument && !context.arguments[n.index].isNone());
  });
}

Shape ruleShape(const Rule &rule, const std::vector<FormulaRef> &tangents,
                const FormulaRef &definition, const Context &context) {
  Shape all, unmoved = Shape::steps(); // unmoved: no argument with a derivative depends
  for (size_t i = 0; i < context.arguments.size(); ++i) {
    all = sum(all, context.arguments[i]);
    if (!context.arguments[i].isNone() && (rule.variadic || tangents[i]))
      unmoved = Shape::other();
  }
  if (all.kind <= ShapeKind::Steps) // (S1)
    return all;
  if (definition) // (S2)
    return formulaShape(definition, context);
  if (rule.variadic || !rule.helper.empty())
    return Shape::other();
  if (unmoved.kind == ShapeKind::Steps)
    return unmoved;
  if (hasKink(rule, context) || !isPolynomialInArguments(tangents, context))
    return Shape::other();
  Shape out;
  for (size_t i = 0; i < tangents.size(); ++i)
    if (!context.arguments[i].isNone())
      out = sum(out, product(formulaShape(tangents[i], context), context.arguments[i]));
  return out;
}

bool isWhole(const Expr *e) {
  if (auto *c = llvm::dyn_cast<Convert>(e))
    return isWhole(c->operand);
  return e->type->scalar()->isInteger();
}

} // namespace

Shape Operation::shape(const std::vector<Shape> &arguments) const {
  Context context;
  context.arguments = arguments;
  for (const Expr *e : operands)
    context.whole.push_back(isWhole(e));
  if (rule && isMoved(0)) { // the elements as they are, unless where they go depends too
    Shape moved, others;
    for (size_t i = 0; i < arguments.size(); ++i)
      (isMoved(i) ? moved : others) = sum(isMoved(i) ? moved : others, arguments[i]);
    return others.isNone() ? moved : Shape::other();
  }
  if (rule) {
    std::vector<FormulaRef> tangents;
    for (const Derivative &d : rule->derivatives)
      tangents.push_back(d.tangent ? fold(d.tangent) : nullptr);
    return ruleShape(*rule, tangents, rule->definition ? fold(rule->definition) : nullptr, context);
  }
  Shape all;
  for (Shape s : arguments)
    all = sum(all, s);
  if (all.isNone() || inquiry)
    return Shape::none();
  bool moves = otherwise != Treatment::Zero && all.kind != ShapeKind::Steps;
  return moves ? Shape::other() : Shape::steps();
}

} // namespace costate::rules
