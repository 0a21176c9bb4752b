// Building formulas: each function simplifies what it can see at its own node.
#include "rules/Formula.h"

#include <cmath>
#include <cstdlib>

namespace costate::rules {

namespace {

using Kind = Formula::Kind;

FormulaRef make(Kind kind, std::vector<FormulaRef> operands, std::string name = {}) {
  auto f = std::make_shared<Formula>();
  f->kind = kind;
  f->operands = std::move(operands);
  f->name = std::move(name);
  return f;
}

FormulaRef makeIndexed(Kind kind, unsigned index) {
  auto f = std::make_shared<Formula>();
  f->kind = kind;
  f->index = index;
  return f;
}

FormulaRef truth(bool value) { return makeIndexed(Kind::Truth, value); }

bool is(const FormulaRef &f, Kind kind) { return f->kind == kind; }

constexpr int64_t largest = 100000000; // products and aligned sums stay exact

bool isSmall(const FormulaRef &f) {
  return is(f, Kind::Number) && std::llabs(f->number.digits) < largest && f->number.scale < 8;
}

/// Both numbers with the same scale.
void align(Decimal &a, Decimal &b) {
  for (; a.scale < b.scale; ++a.scale)
    a.digits *= 10;
  for (; b.scale < a.scale; ++b.scale)
    b.digits *= 10;
}

Decimal reduced(Decimal d) {
  for (; d.scale > 0 && d.digits % 10 == 0; --d.scale)
    d.digits /= 10;
  return d;
}

FormulaRef sumOf(Decimal a, Decimal b) {
  align(a, b);
  return number(reduced({a.digits + b.digits, a.scale}));
}

FormulaRef negativeOf(Decimal d) { return number(Decimal{-d.digits, d.scale}); }

bool isNegativeNumber(const FormulaRef &f) { return is(f, Kind::Number) && f->number.digits < 0; }

/// Whether a factor may go into the branches of a choice without being computed twice.
bool takesFactor(const FormulaRef &choice, const FormulaRef &factor) {
  return factor->operands.empty() || is(factor, Kind::If) || isNumber(choice->operands[1], 0) ||
         isNumber(choice->operands[2], 0);
}

/// a + b for products of the same two factors and other equal terms: 2*a.
bool isSameTerm(const FormulaRef &a, const FormulaRef &b) {
  if (is(a, Kind::Multiply) && is(b, Kind::Multiply) && equal(a->operands[0], b->operands[1]) &&
      equal(a->operands[1], b->operands[0]))
    return true;
  return equal(a, b);
}

bool isCallOf(const FormulaRef &f, const char *name) {
  return is(f, Kind::Call) && f->name == name;
}

/// Two dot products in one pass over the vectors. Of real numbers, conjg and real are themselves.
FormulaRef oneSum(const FormulaRef &a, const FormulaRef &b) {
  if (equal(a->operands[0], b->operands[1]) && equal(a->operands[1], b->operands[0]))
    return multiply(number(2), call("real", {b}));
  auto terms = [](const FormulaRef &dot) {
    return multiply(conjugate(dot->operands[0]), dot->operands[1]);
  };
  return call("sum", {add(terms(a), terms(b))});
}

/// `left op right` where both are choices by the same condition, or quotients by the same divisor.
FormulaRef joined(const FormulaRef &a, const FormulaRef &b,
                  FormulaRef (*op)(FormulaRef, FormulaRef)) {
  if (is(a, Kind::If) && is(b, Kind::If) && equal(a->operands[0], b->operands[0]))
    return choose(a->operands[0], op(a->operands[1], b->operands[1]),
                  op(a->operands[2], b->operands[2]));
  if (is(a, Kind::Divide) && is(b, Kind::Divide) && equal(a->operands[1], b->operands[1]))
    return divide(op(a->operands[0], b->operands[0]), a->operands[1]);
  return nullptr;
}

} // namespace

FormulaRef number(Decimal d) {
  auto f = std::make_shared<Formula>();
  f->kind = Kind::Number;
  f->number = d;
  return f;
}

FormulaRef number(int64_t value) { return number(Decimal{value, 0}); }
FormulaRef argument(unsigned index) { return makeIndexed(Kind::Argument, index); }
FormulaRef derivative(unsigned index) { return makeIndexed(Kind::Derivative, index); }
FormulaRef seed() { return makeIndexed(Kind::Seed, 0); }

FormulaRef negate(FormulaRef a) {
  if (is(a, Kind::Number))
    return negativeOf(a->number);
  if (is(a, Kind::Negate))
    return a->operands[0];
  if (is(a, Kind::If))
    return choose(a->operands[0], negate(a->operands[1]), negate(a->operands[2]));
  return make(Kind::Negate, {a});
}

FormulaRef add(FormulaRef a, FormulaRef b) {
  if (isNumber(a, 0))
    return b;
  if (isNumber(b, 0))
    return a;
  if (isSmall(a) && isSmall(b))
    return sumOf(a->number, b->number);
  if (is(b, Kind::Negate))
    return subtract(a, b->operands[0]);
  if (is(a, Kind::Negate))
    return subtract(b, a->operands[0]);
  if (FormulaRef one = joined(a, b, add))
    return one;
  if (isSameTerm(a, b))
    return multiply(number(2), a);
  if (isCallOf(a, "dot_product") && isCallOf(b, "dot_product"))
    return oneSum(a, b);
  return make(Kind::Add, {a, b});
}

FormulaRef subtract(FormulaRef a, FormulaRef b) {
  if (isNumber(a, 0))
    return negate(b);
  if (isNumber(b, 0))
    return a;
  if (isSmall(a) && isSmall(b))
    return sumOf(a->number, Decimal{-b->number.digits, b->number.scale});
  if (is(b, Kind::Negate))
    return add(a, b->operands[0]);
  if (FormulaRef one = joined(a, b, subtract))
    return one;
  return make(Kind::Subtract, {a, b});
}

FormulaRef multiply(FormulaRef a, FormulaRef b) {
  if (isNumber(a, 0) || isNumber(b, 1))
    return a;
  if (isNumber(b, 0) || isNumber(a, 1))
    return b;
  if (isSmall(a) && isSmall(b))
    return number(
        reduced({a->number.digits * b->number.digits, a->number.scale + b->number.scale}));
  if (is(a, Kind::Negate) || isNegativeNumber(a))
    return negate(multiply(negate(a), b));
  if (is(b, Kind::Negate) || isNegativeNumber(b))
    return negate(multiply(a, negate(b)));
  if (is(a, Kind::If) && takesFactor(a, b))
    return choose(a->operands[0], multiply(a->operands[1], b), multiply(a->operands[2], b));
  if (is(b, Kind::If) && takesFactor(b, a))
    return choose(b->operands[0], multiply(a, b->operands[1]), multiply(a, b->operands[2]));
  if (is(a, Kind::Number) && is(b, Kind::Multiply)) // 2*a*d, not 2*(a*d)
    return multiply(multiply(a, b->operands[0]), b->operands[1]);
  return make(Kind::Multiply, {a, b});
}

FormulaRef divide(FormulaRef a, FormulaRef b) {
  if (isNumber(a, 0) || isNumber(b, 1))
    return a;
  if (is(a, Kind::Negate) || isNegativeNumber(a))
    return negate(divide(negate(a), b));
  return make(Kind::Divide, {a, b});
}

FormulaRef guardedDivide(FormulaRef a, FormulaRef b) {
  if (isNumber(a, 0) || isNumber(b, 1))
    return a;
  if (is(a, Kind::Negate) || isNegativeNumber(a))
    return negate(guardedDivide(negate(a), b));
  return make(Kind::GuardedDivide, {a, b});
}

FormulaRef guardedMultiply(FormulaRef a, FormulaRef p) {
  if (isNumber(a, 0))
    return a;
  if (!is(p, Kind::Power))
    return multiply(a, p); // the exponent was 0 or 1
  if (is(a, Kind::Negate) || isNegativeNumber(a))
    return negate(guardedMultiply(negate(a), p));
  const FormulaRef &exponent = p->operands[1];
  if (isNegativeNumber(exponent))
    return guardedDivide(a, power(p->operands[0], negate(exponent)));
  if (is(exponent, Kind::Number))
    return multiply(a, p);
  return make(Kind::GuardedMultiply, {a, p});
}

FormulaRef power(FormulaRef a, FormulaRef b) {
  if (isNumber(b, 0))
    return number(1);
  if (isNumber(b, 1))
    return a;
  return make(Kind::Power, {a, b});
}

FormulaRef compare(const std::string &op, FormulaRef a, FormulaRef b) {
  if (!isSmall(a) || !isSmall(b))
    return make(Kind::Compare, {a, b}, op);
  Decimal x = a->number, y = b->number;
  align(x, y);
  bool less = x.digits < y.digits, equal = x.digits == y.digits;
  if (op == "==" || op == "!=")
    return truth(equal == (op == "=="));
  if (op == "<" || op == ">=")
    return truth(less == (op == "<"));
  return truth((less || equal) == (op == "<="));
}

namespace {

FormulaRef logical(Kind kind, FormulaRef a, FormulaRef b) {
  bool neutral = kind == Kind::And; // true and c is c; false or c is c
  if (is(a, Kind::Truth))
    return bool(a->index) == neutral ? b : a;
  if (is(b, Kind::Truth))
    return bool(b->index) == neutral ? a : b;
  return make(kind, {a, b});
}

} // namespace

FormulaRef choose(FormulaRef condition, FormulaRef whenTrue, FormulaRef whenFalse) {
  if (is(condition, Kind::Truth))
    return condition->index ? whenTrue : whenFalse;
  if (equal(whenTrue, whenFalse))
    return whenTrue;
  return make(Kind::If, {condition, whenTrue, whenFalse});
}

FormulaRef call(std::string name, std::vector<FormulaRef> operands,
                std::vector<std::string> keywords) {
  if (name == "abs" && is(operands[0], Kind::Number))
    return isNegativeNumber(operands[0]) ? negate(operands[0]) : operands[0];
  auto f = std::make_shared<Formula>();
  f->kind = Kind::Call;
  f->name = std::move(name);
  f->operands = std::move(operands);
  f->keywords = std::move(keywords);
  return f;
}

FormulaRef conjugate(FormulaRef a) {
  auto both = [&](FormulaRef (*op)(FormulaRef, FormulaRef)) {
    return op(conjugate(a->operands[0]), conjugate(a->operands[1]));
  };
  switch (a->kind) {
  case Kind::Number:
  case Kind::Constant:
    return a;
  case Kind::Negate:
    return negate(conjugate(a->operands[0]));
  case Kind::Divide:
    return both(divide);
  case Kind::GuardedDivide:
    return both(guardedDivide);
  case Kind::GuardedMultiply:
    return both(guardedMultiply);
  case Kind::Power:
    return both(power);
  case Kind::Multiply:
    if (is(a->operands[0], Kind::Number))
      return both(multiply);
    break;
  case Kind::If:
    return choose(a->operands[0], conjugate(a->operands[1]), conjugate(a->operands[2]));
  case Kind::Call:
    if (a->name == "conjg")
      return a->operands[0];
    break;
  default:
    break;
  }
  return call("conjg", {a});
}

FormulaRef scaled(FormulaRef factor, FormulaRef by) {
  auto first = [&](FormulaRef (*op)(FormulaRef, FormulaRef)) {
    return op(scaled(factor->operands[0], by), factor->operands[1]);
  };
  switch (factor->kind) {
  case Kind::Negate:
    return negate(scaled(factor->operands[0], by));
  case Kind::Divide:
    return first(divide);
  case Kind::GuardedDivide:
    return first(guardedDivide);
  case Kind::GuardedMultiply:
    return first(guardedMultiply);
  case Kind::If:
    return choose(factor->operands[0], scaled(factor->operands[1], by),
                  scaled(factor->operands[2], by));
  default:
    return multiply(factor, by);
  }
}

namespace {

FormulaRef rebuilt(const Formula &f, std::vector<FormulaRef> o) {
  switch (f.kind) {
  case Kind::Negate:
    return negate(o[0]);
  case Kind::Add:
    return add(o[0], o[1]);
  case Kind::Subtract:
    return subtract(o[0], o[1]);
  case Kind::Multiply:
    return multiply(o[0], o[1]);
  case Kind::Divide:
    return divide(o[0], o[1]);
  case Kind::GuardedDivide:
    return guardedDivide(o[0], o[1]);
  case Kind::GuardedMultiply:
    return guardedMultiply(o[0], o[1]);
  case Kind::Power:
    return power(o[0], o[1]);
  case Kind::Compare:
    return compare(f.name, o[0], o[1]);
  case Kind::And:
  case Kind::Or:
    return logical(f.kind, o[0], o[1]);
  case Kind::If:
    return choose(o[0], o[1], o[2]);
  case Kind::Call:
    return f.name == "conjg" ? conjugate(o[0]) : call(f.name, std::move(o), f.keywords);
  default:
    return make(f.kind, std::move(o), f.name);
  }
}

} // namespace

FormulaRef substitute(const FormulaRef &f, const std::function<FormulaRef(const Formula &)> &leaf) {
  if (f->operands.empty()) {
    FormulaRef replacement = leaf(*f);
    return replacement ? replacement : f;
  }
  std::vector<FormulaRef> operands;
  for (const FormulaRef &operand : f->operands)
    operands.push_back(substitute(operand, leaf));
  return rebuilt(*f, std::move(operands));
}

bool isNumber(const FormulaRef &f, int64_t value) {
  return is(f, Kind::Number) && f->number.isInteger() && f->number.digits == value;
}

bool equal(const FormulaRef &a, const FormulaRef &b) {
  if (a == b)
    return true;
  if (a->kind != b->kind || a->index != b->index || a->name != b->name ||
      a->number.digits != b->number.digits || a->number.scale != b->number.scale ||
      a->keywords != b->keywords || a->operands.size() != b->operands.size())
    return false;
  for (size_t i = 0; i < a->operands.size(); ++i)
    if (!equal(a->operands[i], b->operands[i]))
      return false;
  return true;
}

bool contains(const FormulaRef &f, const std::function<bool(const Formula &)> &predicate) {
  if (predicate(*f))
    return true;
  for (const FormulaRef &operand : f->operands)
    if (contains(operand, predicate))
      return true;
  return false;
}

bool mentionsArgument(const FormulaRef &f, unsigned index) {
  return contains(f,
                  [&](const Formula &n) { return n.kind == Kind::Argument && n.index == index; });
}

bool mentionsResult(const FormulaRef &f) {
  return contains(f, [](const Formula &n) { return n.kind == Kind::Result; });
}

} // namespace costate::rules
