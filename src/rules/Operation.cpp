// Finding the line of the table for an operation, and its derivatives as expressions.
#include "ir/Builder.h"
#include "rules/Instantiate.h"
#include "rules/Rule.h"
#include "rules/Rules.h"
#include "support/Diagnostics.h"

#include <algorithm>
#include <sstream>

namespace costate::rules {

using namespace ir;
using Kind = Formula::Kind;

namespace {

bool isFloating(const Type *type) {
  return type && (type->scalar()->isReal() || type->scalar()->isComplex());
}

bool lists(const char *names, const std::string &name) {
  std::istringstream in(names);
  for (std::string word; in >> word;)
    if (word == name)
      return true;
  return false;
}

const char *nameOf(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return "add";
  case BinaryOp::Subtract:
    return "subtract";
  case BinaryOp::Multiply:
    return "multiply";
  case BinaryOp::Divide:
    return "divide";
  case BinaryOp::Power:
    return "power";
  case BinaryOp::Equal:
  case BinaryOp::NotEqual:
  case BinaryOp::Less:
  case BinaryOp::LessEqual:
  case BinaryOp::Greater:
  case BinaryOp::GreaterEqual:
    return "compare";
  default:
    return "";
  }
}

/// The table's name of an operator; empty for what is no operator of reals.
std::string operatorName(const Expr *e) {
  switch (e->kind()) {
  case ExprKind::Unary: {
    UnaryOp op = llvm::cast<Unary>(e)->op;
    return op == UnaryOp::Negate ? "negate" : op == UnaryOp::Parentheses ? "parentheses" : "";
  }
  case ExprKind::Binary:
    return nameOf(llvm::cast<Binary>(e)->op);
  case ExprKind::Convert:
    return isFloating(llvm::cast<Convert>(e)->operand->type) ? "convert" : "";
  case ExprKind::Conditional:
    return "choice";
  case ExprKind::MakeComplex:
    return "cmplx";
  case ExprKind::ComplexPart:
    return llvm::cast<ComplexPart>(e)->imaginary ? "aimag" : "real";
  default:
    return "";
  }
}

/// A constant operand as a number, where the digits say exactly what the program computes with.
std::optional<Decimal> constantValue(const Expr *e, bool named) {
  if (auto *i = llvm::dyn_cast<IntegerConstant>(e))
    return Decimal{i->value, 0};
  if (auto *r = llvm::dyn_cast<RealConstant>(e))
    return Decimal::parse(r->digits);
  if (auto *u = llvm::dyn_cast<Unary>(e)) {
    auto inner = constantValue(u->operand, named);
    if (inner && u->op == UnaryOp::Negate)
      inner->digits = -inner->digits;
    return u->op == UnaryOp::Negate || u->op == UnaryOp::Parentheses ? inner : std::nullopt;
  }
  if (auto *v = llvm::dyn_cast<Variable>(e); v && named)
    if (v->symbol->kind == SymbolKind::NamedConstant && v->symbol->initial && !v->type->isArray())
      return constantValue(v->symbol->initial, named);
  if (auto *c = llvm::dyn_cast<Convert>(e); c && c->type->isReal()) {
    // `2.0*x` of a double x is 2, but `0.1*x` is not 0.1: a narrow constant has its own value.
    auto inner = constantValue(c->operand, named);
    if (inner && double(float(inner->value())) == inner->value())
      return inner;
  }
  return std::nullopt;
}

/// The same operation of other arguments, given in the table's order.
const Expr *rebuilt(const Expr *e, const std::vector<const Expr *> &own,
                    const std::vector<const Expr *> &given, ExprArena &exprs) {
  auto replaced = [&](const Expr *operand) {
    auto found = std::find(own.begin(), own.end(), operand);
    return found == own.end() ? operand : given[found - own.begin()];
  };
  if (auto *x = llvm::dyn_cast<Unary>(e))
    return exprs.make<Unary>(x->type, x->op, given[0], x->location);
  if (auto *x = llvm::dyn_cast<Binary>(e))
    return exprs.make<Binary>(x->type, x->op, given[0], given[1], x->location);
  if (auto *x = llvm::dyn_cast<Convert>(e))
    return exprs.make<Convert>(x->type, given[0], x->written, x->location);
  if (auto *x = llvm::dyn_cast<Conditional>(e))
    return exprs.make<Conditional>(x->type, given[0], given[1], given[2], x->location);
  if (auto *x = llvm::dyn_cast<MakeComplex>(e))
    return exprs.make<MakeComplex>(x->type, given[0], given[1], x->location);
  if (auto *x = llvm::dyn_cast<Intrinsic>(e)) {
    std::vector<const Expr *> arguments;
    for (const Expr *a : x->arguments)
      arguments.push_back(replaced(a));
    return exprs.make<Intrinsic>(x->type, x->name, arguments, x->location, x->keywords,
                                 x->specific);
  }
  return e;
}

} // namespace

bool Operation::isOperation(const Expr *e) {
  return llvm::isa<Unary, Binary, Convert, Conditional, Intrinsic, MakeComplex, ComplexPart>(e);
}

Operation::Operation(const Expr *e, Language language) : node(e), language(language) {
  operands = ir::operands(e);
  if (auto *intrinsic = llvm::dyn_cast<Intrinsic>(e)) {
    resolveIntrinsic(intrinsic->name);
    return;
  }
  std::string name = operatorName(e);
  if (!name.empty())
    resolveNamed(name);
}

bool Operation::resolve(const std::vector<const Rule *> &candidates,
                        const std::vector<const Expr *> &arguments,
                        const std::vector<std::string> &keywords) {
  for (const Rule *candidate : candidates)
    if (auto bound = matched(*candidate, node->type, arguments, keywords)) {
      rule = candidate;
      operands = *bound;
      return true;
    }
  return false;
}

void Operation::resolveNamed(const std::string &name) {
  if (resolve(rulesNamed(name), operands) || !isFloating(node->type))
    return;
  otherwise = Treatment::Refused;
  why = "has no derivative rule for operands of these types";
}

void Operation::resolveIntrinsic(const std::string &name) {
  auto *call = llvm::cast<Intrinsic>(node);
  for (const char *known : inquiryTable())
    inquiry = inquiry || name == known;
  if (inquiry || resolve(rulesSpelled(name, language), call->arguments, call->keywords) ||
      !isFloating(node->type))
    return;
  for (const Rule *candidate : rulesSpelled(name, language))
    if (candidate->steps)
      return; // a kind argument, say: a step all the same
  for (const LoopLine &line : loopTable())
    if (language == Language::Fortran && lists(line.fortran, name)) {
      otherwise = Treatment::Loops;
      why = line.reason;
      return;
    }
  otherwise = Treatment::Refused;
  why = "has no derivative rule";
  for (const RefusedLine &line : refusedTable())
    if (lists(language == Language::C ? line.c : line.fortran, name))
      why = std::string("has no derivative: ") + line.reason;
}

bool Operation::isComplex() const { return node->type->scalar()->isComplex(); }

bool Operation::isActive(unsigned i) const { return isFloating(operands[i]->type); }

Treatment Operation::treatment(unsigned i) const {
  if (!isActive(i))
    return Treatment::Zero;
  if (!rule)
    return otherwise;
  if (rule->variadic)
    return Treatment::Formula;
  switch (rule->derivatives[i].form) {
  case Derivative::Form::None:
    return Treatment::Zero;
  case Derivative::Form::Partial:
    return isNumber(partialFormula(i), 0) ? Treatment::Zero : Treatment::Formula;
  case Derivative::Form::Pair:
  case Derivative::Form::Moved:
    return Treatment::Formula;
  }
  return Treatment::Refused;
}

bool Operation::hasAdjoint(unsigned i) const {
  return treatment(i) == Treatment::Formula && (!isMoved(i) || rule->derivatives[i].adjoint);
}

bool Operation::isMoved(unsigned i) const {
  return rule && !rule->variadic && rule->derivatives[i].form == Derivative::Form::Moved;
}

bool Operation::hasPartial(unsigned i) const {
  if (treatment(i) != Treatment::Formula || isMoved(i))
    return false;
  bool isPair = !rule->variadic && rule->derivatives[i].form == Derivative::Form::Pair;
  return !isPair || (!rule->array && !isComplex() && !operands[i]->type->scalar()->isComplex());
}

bool Operation::isPartial(unsigned i, int64_t number) const {
  return hasPartial(i) && isNumber(partialFormula(i), number);
}

namespace {

/// `*?` guards against x**e with e < 0 only.
bool hasGuard(const Formula &f) {
  if (f.kind == Kind::GuardedDivide)
    return true;
  if (f.kind == Kind::GuardedMultiply) {
    const Formula &power = *f.operands[1];
    const Formula *exponent = power.kind == Kind::Power ? power.operands[1].get() : nullptr;
    if (power.kind != Kind::Number && (!exponent || exponent->kind != Kind::Number || exponent->number.digits < 0))
      return true;
  }
  return std::any_of(f.operands.begin(), f.operands.end(), [](const FormulaRef &x) { return x && hasGuard(*x); });
}

} // namespace

bool Operation::isGuarded(unsigned i) const { return hasPartial(i) && hasGuard(*partialFormula(i)); }

// ---- Formulas ---------------------------------------------------------------------------------

FormulaRef Operation::fold(const FormulaRef &f) const {
  return substitute(f, [&](const Formula &leaf) -> FormulaRef {
    if (leaf.kind != Kind::Argument || operands[leaf.index]->type->isArray())
      return nullptr;
    if (rule->array && operands[leaf.index]->type->isInteger())
      return nullptr; // `dim`, `shift`: as written
    // Named constants keep their name, but in an exponent their value is worth more.
    bool exponent = rule->name == "power" && leaf.index == 1;
    auto value = constantValue(operands[leaf.index], exponent);
    return value ? number(*value) : nullptr;
  });
}

namespace {

/// Of f(a0, f(a1, ... f(an-2, an-1))): everything after argument `first`.
FormulaRef following(const Rule &rule, unsigned count, unsigned first) {
  if (first + 2 == count)
    return argument(first + 1);
  std::vector<FormulaRef> others;
  for (unsigned i = first + 1; i < count; ++i)
    others.push_back(argument(i));
  return call(rule.name, others);
}

/// A formula of two arguments, with argument `first` and what follows it in their places.
FormulaRef placed(const FormulaRef &f, const Rule &rule, unsigned count, unsigned first) {
  FormulaRef rest = following(rule, count, first);
  return substitute(f, [&](const Formula &leaf) -> FormulaRef {
    if (leaf.kind != Kind::Argument)
      return nullptr;
    return leaf.index == 0 ? argument(first) : rest;
  });
}

/// The partial by argument k, seen from argument `first` on.
FormulaRef chained(const Rule &rule, unsigned count, unsigned k, unsigned first) {
  if (k == first)
    return placed(rule.derivatives[0].tangent, rule, count, first);
  FormulaRef outer = placed(rule.derivatives[1].tangent, rule, count, first);
  return first + 2 == count ? outer : multiply(outer, chained(rule, count, k, first + 1));
}

} // namespace

FormulaRef Operation::partialFormula(unsigned i) const {
  if (rule->variadic)
    return chained(*rule, operands.size(), i, 0);
  const Derivative &d = rule->derivatives[i];
  FormulaRef f = fold(d.tangent);
  if (d.form == Derivative::Form::Partial)
    return f;
  return substitute(f, [](const Formula &leaf) -> FormulaRef {
    return leaf.kind == Kind::Derivative ? number(1) : nullptr;
  });
}

FormulaRef Operation::tangentFormula(unsigned i) const {
  if (rule->variadic || rule->derivatives[i].form == Derivative::Form::Partial)
    return scaled(partialFormula(i), derivative(i));
  return fold(rule->derivatives[i].tangent);
}

FormulaRef Operation::adjointFormula(unsigned i) const {
  if (!rule->variadic && (rule->derivatives[i].form == Derivative::Form::Pair || isMoved(i)))
    return fold(rule->derivatives[i].adjoint);
  FormulaRef p = partialFormula(i);
  return scaled(isComplex() ? conjugate(p) : p, seed());
}

// ---- Expressions ------------------------------------------------------------------------------

namespace {

/// The environment of a formula; an argument that is not given anew is the operation's own.
Environment environment(Program &program, Language language, const Expr *node,
                        const std::vector<const Expr *> &operands, const Values &values) {
  if (!values.arguments.empty() && values.arguments.size() != operands.size())
    internalError("derivative of an operation with other arguments than it has");
  Environment env{program,       language, node->type, values.arguments,
                  values.result, {},       nullptr,    node->location};
  if (env.arguments.empty())
    env.arguments = operands;
  if (!env.result)
    env.result =
        values.arguments.empty() ? node : rebuilt(node, operands, values.arguments, program.exprs);
  return env;
}

} // namespace

const Expr *Operation::partial(Program &program, unsigned i, const Values &values) const {
  if (treatment(i) == Treatment::Zero)
    return nullptr;
  if (!hasPartial(i))
    internalError("no partial derivative of this operation");
  return instantiate(partialFormula(i), environment(program, language, node, operands, values));
}

namespace {

/// Zeros in the shape of an array or scalar.
const Expr *zerosLike(const Expr *e, Program &program) {
  Builder b(program);
  const Type *scalar = e->type->scalar()->strip(), *integer = b.integer(Language::Fortran);
  const Expr *zero =
      program.exprs.make<RealConstant>(program.types.real(realKindOf(scalar)), "0.0", 0.0, e->location);
  if (scalar->isComplex())
    zero = program.exprs.make<MakeComplex>(scalar, zero, zero, e->location);
  for (unsigned k = 1; k <= e->type->rank(); ++k) {
    const Expr *dimension = b.constant(integer, k, e->location);
    std::vector<const Expr *> ofSize{e};
    if (e->type->rank() > 1)
      ofSize.push_back(dimension);
    const Expr *size = program.exprs.make<Intrinsic>(integer, "size", ofSize, e->location);
    zero = program.exprs.make<Intrinsic>(shaped(scalar, k, program), "spread",
                                         std::vector<const Expr *>{zero, dimension, size},
                                         e->location);
  }
  return zero;
}

/// An argument that stands there twice, as in x*x, is one argument to the formulas, so that the terms
/// of both meet: 2*x*xd.
FormulaRef withoutTwins(const FormulaRef &f, const Environment &env) {
  auto first = [&](unsigned i) {
    for (unsigned j = 0; j < i; ++j)
      if (env.derivatives[j] && env.arguments[j] && equal(env.arguments[i], env.arguments[j]) &&
          equal(env.derivatives[i], env.derivatives[j]))
        return j;
    return i;
  };
  return substitute(f, [&](const Formula &leaf) -> FormulaRef {
    bool ours = leaf.kind == Kind::Argument || leaf.kind == Kind::Derivative;
    if (!ours || leaf.index >= env.derivatives.size() || !env.derivatives[leaf.index])
      return nullptr;
    unsigned i = first(leaf.index);
    return leaf.kind == Kind::Argument ? argument(i) : derivative(i);
  });
}

} // namespace

/// The operation itself, of derivatives instead of what it moves.
const Expr *Operation::movedTangent(Program &program, const std::vector<const Expr *> &derivatives,
                                    const Values &values) const {
  std::vector<const Expr *> arguments = values.arguments.empty() ? operands : values.arguments;
  bool any = false;
  for (unsigned i = 0; i < arguments.size(); ++i)
    if (isMoved(i) && isActive(i)) {
      any |= derivatives[i] != nullptr;
      arguments[i] = derivatives[i] ? derivatives[i] : zerosLike(arguments[i], program);
    }
  return any ? rebuilt(node, operands, arguments, program.exprs) : nullptr;
}

const Expr *Operation::tangent(Program &program, const std::vector<const Expr *> &derivatives,
                               const Values &values) const {
  if (rule && !derivatives.empty() && isMoved(0))
    return movedTangent(program, derivatives, values);
  Environment env = environment(program, language, node, operands, values);
  env.derivatives = derivatives;
  FormulaRef total = number(0);
  for (unsigned i = 0; i < derivatives.size(); ++i)
    if (derivatives[i] && treatment(i) != Treatment::Zero)
      total = add(total, withoutTwins(tangentFormula(i), env));
  return isNumber(total, 0) ? nullptr : instantiate(total, env);
}

const Expr *Operation::adjoint(Program &program, unsigned i, const Expr *seedValue,
                               const Values &values) const {
  if (treatment(i) == Treatment::Zero)
    return nullptr;
  if (!hasAdjoint(i))
    internalError("no adjoint formula of this operation");
  const Type *own = operands[i]->type;
  Environment env = environment(program, language, node, operands, values);
  env.seed = seedValue;
  // Constants take the kind of the result: an argument of another kind is converted at the end.
  if (realKindOf(own) == realKindOf(node->type) && !(own->scalar()->isReal() && isComplex()))
    env.type = own;
  const Expr *out =
      converted(instantiate(adjointFormula(i), env), own->scalar(), program, language);
  if (own->rank() == 0 && node->type->rank() > 0 && out->type->rank() > 0)
    out = program.exprs.make<Intrinsic>(own->scalar(), "sum", std::vector<const Expr *>{out},
                                        node->location);
  return out;
}

std::vector<const Expr *> Operation::kinks(Program &program, const Values &values) const {
  if (!rule || !rule->kink)
    return {};
  Environment env = environment(program, language, node, operands, values);
  if (!isFloating(env.type))
    env.type = operands[0]->type; // of a step that ends in an integer
  if (!rule->variadic)
    return {instantiate(fold(rule->kink), env)};
  std::vector<const Expr *> out;
  for (unsigned first = 0; first + 1 < operands.size(); ++first)
    out.push_back(instantiate(placed(rule->kink, *rule, operands.size(), first), env));
  return out;
}

namespace {

/// Marks the arguments whose values a formula reads; those asked only for their size are not.
void collect(const FormulaRef &f, Reads &reads) {
  if (f->kind == Kind::Argument)
    reads.arguments[f->index] = true;
  if (f->kind == Kind::Result)
    reads.result = true;
  if (f->kind == Kind::Call && (f->name == "size" || f->name == "shape"))
    return;
  for (const FormulaRef &operand : f->operands)
    collect(operand, reads);
}

} // namespace

bool Operation::readsDerivativeTwice(unsigned i) const {
  if (treatment(i) != Treatment::Formula || isMoved(i))
    return false;
  return contains(tangentFormula(i), [](const Formula &f) {
    return f.kind == Kind::GuardedDivide || f.kind == Kind::GuardedMultiply;
  });
}

Reads Operation::reads(unsigned i) const {
  Reads out;
  out.arguments.resize(operands.size());
  if (treatment(i) != Treatment::Formula)
    return out;
  if (isMoved(i)) {
    for (unsigned j = 0; j < operands.size(); ++j)
      out.arguments[j] = !isMoved(j);
  } else {
    collect(tangentFormula(i), out);
  }
  if (hasAdjoint(i))
    collect(adjointFormula(i), out);
  return out;
}

bool isElemental(const Intrinsic &function, Language language) {
  const auto &rules = rulesSpelled(function.name, language);
  return !rules.empty() && !rules.front()->array;
}

} // namespace costate::rules
