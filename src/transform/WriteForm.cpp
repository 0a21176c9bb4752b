#include "transform/WriteForm.h"

#include <algorithm>
#include <numeric>

namespace costate::transform {

using namespace ir;
using symbolic::Atom;
using symbolic::AtomId;
using symbolic::Form;
using symbolic::Term;

const Type *FormWriter::wide() {
  return build.program.types.integer(8, true, language == Language::C ? "long" : "");
}

const Expr *FormWriter::widened(const Expr *e) {
  return e->type->strip() == wide() ? e : build.program.exprs.make<Convert>(wide(), e, false, e->location);
}

// ---- Values ------------------------------------------------------------------------------------------

const Expr *FormWriter::value(const Form &f, const Type *type) {
  for (const Term &t : f.terms()) {
    unsigned degree = 0;
    bool addresses = false;
    for (auto &[id, exponent] : t.monomial) {
      degree += exponent;
      addresses |= isAddress(id);
    }
    if (addresses)
      return difference(f);
    if (degree > highestDegree)
      return nullptr;
  }
  if (!powersAreSafe(f))
    return nullptr;
  if (const Expr *choice = wrappedAround(f, type))
    return choice;
  if (const Expr *narrow = inOneOperation(f, type))
    return narrow;
  return wideValue(f);
}

/// A constant, a variable, or one operation on variables of the type the value is held in.
const Expr *FormWriter::inOneOperation(const Form &f, const Type *type) {
  auto leaf = [&](const Term &t) -> const Expr * {
    if (t.monomial.size() != 1 || t.monomial[0].second != 1)
      return nullptr;
    const Expr *e = spelling(t.monomial[0].first);
    return e && e->type->isInteger() && (!type || e->type->strip() == type->strip()) ? e : nullptr;
  };
  if (auto number = f.integer(); number && type)
    return build.constant(type->strip(), *number);
  const std::vector<Term> &terms = f.terms();
  if (terms.size() == 1 && terms[0].factor.isOne())
    if (const Expr *alone = leaf(terms[0]))
      return alone;
  if (!type)
    return nullptr;
  if (auto id = f.asAtom(); id && table[*id].kind == Atom::Kind::Max)
    return greaterOf(table[*id], type);
  auto constant = [&](int64_t number) { return build.constant(type->strip(), number); };
  if (terms.size() == 1 && terms[0].factor.isInteger() && terms[0].factor.sign() > 0)
    if (const Expr *e = leaf(terms[0]))
      return build.binary(BinaryOp::Multiply, constant(terms[0].factor.numerator()), e);
  if (terms.size() != 2)
    return nullptr;
  const Term *first = &terms[0], *second = &terms[1];
  if (first->monomial.empty() || first->factor.sign() < 0)
    std::swap(first, second);
  const Expr *left = first->factor.isOne() ? leaf(*first) : nullptr;
  bool subtract = second->factor.sign() < 0;
  symbolic::Rational size = subtract ? -second->factor : second->factor;
  const Expr *right = second->monomial.empty() && size.isInteger() ? constant(size.numerator())
                      : size.isOne()                               ? leaf(*second)
                                                                   : nullptr;
  return left && right ? build.binary(subtract ? BinaryOp::Subtract : BinaryOp::Add, left, right)
                       : nullptr;
}

/// Integer terms, and the rest over its denominator (W2).
const Expr *FormWriter::wideValue(const Form &f) {
  std::vector<Term> whole, rest;
  int64_t denominator = 1;
  for (const Term &t : f.terms()) {
    (t.factor.isInteger() ? whole : rest).push_back(t);
    denominator = std::lcm(denominator, t.factor.denominator());
  }
  if (rest.empty())
    return polynomial(f);
  const Expr *numerator = polynomial(Form::of(rest) * symbolic::Rational(denominator));
  if (!numerator)
    return nullptr;
  const Expr *quotient = build.binary(BinaryOp::Divide, numerator, number(denominator));
  std::vector<Addend> all = addends(Form::of(whole));
  all.push_back({quotient, false, 2});
  return total(std::move(all));
}

/// The atom in most terms, where it is in several: `i*i + i*j` is written `i*(i + j)`.
std::optional<AtomId> FormWriter::commonest(const Form &f) const {
  std::map<AtomId, unsigned> terms;
  for (const Term &t : f.terms())
    for (auto &[id, exponent] : t.monomial)
      ++terms[id];
  std::optional<AtomId> best;
  for (auto &[id, count] : terms)
    if (count > 1 && (!best || count > terms[*best] ||
                      (count == terms[*best] && f.degree(id) > f.degree(*best))))
      best = id;
  return best;
}

const Expr *FormWriter::polynomial(const Form &f) { return total(addends(f)); }

/// The terms with the commonest atom as one product, and the rest in the same way.
std::vector<FormWriter::Addend> FormWriter::addends(const Form &f) {
  std::vector<Addend> out;
  auto shared = commonest(f);
  if (!shared) {
    for (const Term &t : f.terms()) {
      bool negative = t.factor.sign() < 0;
      bool leads = !t.monomial.empty() && leading.count(t.monomial[0].first);
      out.push_back({product({t.monomial, negative ? -t.factor : t.factor}), negative,
                     t.monomial.empty() ? 3u : leads ? 0u : 1u});
    }
    return out;
  }
  std::vector<Term> inside, outside;
  for (const Term &t : f.terms()) {
    Term divided = t;
    auto at = std::find_if(divided.monomial.begin(), divided.monomial.end(),
                           [&](auto &power) { return power.first == *shared; });
    if (at == divided.monomial.end()) {
      outside.push_back(t);
      continue;
    }
    if (--at->second == 0)
      divided.monomial.erase(at);
    inside.push_back(divided);
  }
  Form factor = Form::of(inside);
  bool negative = std::all_of(inside.begin(), inside.end(),
                              [](const Term &t) { return t.factor.sign() < 0; });
  const Expr *common = atom(*shared), *rest = polynomial(negative ? -factor : factor);
  out = addends(Form::of(outside));
  out.push_back({common && rest ? build.binary(BinaryOp::Multiply, common, rest) : nullptr, negative, 2});
  return out;
}

/// What is added first, then what is subtracted; numbers last, unless nothing else is added.
const Expr *FormWriter::total(std::vector<Addend> list) {
  bool added = std::any_of(list.begin(), list.end(),
                           [](const Addend &a) { return !a.negative && a.rank < 3; });
  auto key = [&](const Addend &a) { return std::tuple(added && a.rank == 3, a.negative, a.rank); };
  std::stable_sort(list.begin(), list.end(),
                   [&](const Addend &a, const Addend &b) { return key(a) < key(b); });
  const Expr *out = nullptr;
  for (const Addend &next : list) {
    if (!next.value)
      return nullptr;
    if (!out)
      out = next.negative ? build.program.exprs.make<Unary>(next.value->type, UnaryOp::Negate, next.value)
                          : next.value;
    else
      out = build.binary(next.negative ? BinaryOp::Subtract : BinaryOp::Add, out, next.value);
  }
  return out ? out : number(0);
}

const Expr *FormWriter::product(const Term &t) {
  const Expr *out = t.factor.isOne() && !t.monomial.empty() ? nullptr : number(t.factor.numerator());
  for (auto &[id, exponent] : t.monomial) {
    const Expr *factor = atom(id);
    if (!factor)
      return nullptr;
    for (unsigned k = 0; k < exponent; ++k)
      out = out ? build.binary(BinaryOp::Multiply, out, factor) : factor;
  }
  return out;
}

// ---- Atoms -------------------------------------------------------------------------------------------

const Expr *FormWriter::atom(AtomId id) {
  if (const Expr *place = spelling(id))
    return place->type->isInteger() && !llvm::isa<Element>(place) && !llvm::isa<Dereference>(place)
               ? widened(place)
               : applied(id, table[id]);
  const Atom a = table[id]; // a copy: the table may grow
  switch (a.kind) {
  case Atom::Kind::Power:
    return power(a);
  case Atom::Kind::Max:
  case Atom::Kind::Min:
    return extreme(a);
  case Atom::Kind::Apply:
    return applied(id, a);
  default:
    return nullptr;
  }
}

/// An element of an array that nobody writes, and the languages' own division by a number.
const Expr *FormWriter::applied(AtomId id, const Atom &given) {
  const Atom a = given;
  auto &exprs = build.program.exprs;
  if (const Expr *place = spelling(id)) {
    const Expr *subscript = a.arguments.size() == 1 ? value(a.arguments[0]) : nullptr;
    if (!subscript)
      return nullptr;
    if (auto *element = llvm::dyn_cast<Element>(place))
      return widened(exprs.make<Element>(place->type, element->base, std::vector{subscript}));
    if (auto *target = llvm::dyn_cast<Dereference>(place))
      return widened(exprs.make<Dereference>(place->type, target->pointer, subscript));
    return nullptr;
  }
  bool divides = !a.key && a.arguments.size() == 2 && (a.name == "quotient" || a.name == "remainder");
  auto divisor = divides ? a.arguments[1].integer() : std::nullopt;
  if (!divisor || *divisor == 0)
    return nullptr;
  const Expr *dividend = value(a.arguments[0]);
  if (!dividend)
    return nullptr;
  if (a.name == "quotient")
    return build.binary(BinaryOp::Divide, widened(dividend), number(*divisor));
  if (language == Language::C)
    return build.binary(BinaryOp::Remainder, widened(dividend), number(*divisor));
  return exprs.make<Intrinsic>(wide(), "mod",
                               std::vector<const Expr *>{widened(dividend), number(*divisor)});
}

/// 0^e is 1 where e is 0, else 0: the first iteration is another one (wrap-around variables).
const Expr *FormWriter::power(const Atom &a) {
  auto &exprs = build.program.exprs;
  auto base = a.arguments[0].integer();
  bool possible = base && (language == Language::C ? *base == 0 || *base == 2 : *base == 0 || *base >= 2);
  const Expr *exponent = possible ? value(a.arguments[1]) : nullptr;
  if (!exponent)
    return nullptr;
  if (*base == 0) {
    const Expr *first = build.compare(BinaryOp::Equal, exponent, build.constant(exponent->type, 0), language);
    if (language == Language::C)
      return exprs.make<Conditional>(wide(), first, number(1), number(0));
    return exprs.make<Intrinsic>(wide(), "merge",
                                 std::vector<const Expr *>{number(1), number(0), first});
  }
  if (language == Language::C)
    return exprs.make<Binary>(wide(), BinaryOp::ShiftLeft, number(1), exponent);
  return exprs.make<Binary>(wide(), BinaryOp::Power, number(*base), exponent);
}

/// With integer factors that have no common divisor, the last one positive: 0 where the form is.
Form FormWriter::primitive(const Form &f) {
  int64_t denominator = 1, divisor = 0;
  for (const Term &t : f.terms())
    denominator = std::lcm(denominator, t.factor.denominator());
  Form out = f * symbolic::Rational(denominator);
  for (const Term &t : out.terms())
    divisor = std::gcd(divisor, t.factor.numerator());
  if (divisor == 0)
    return out;
  if (out.terms().back().factor.sign() < 0)
    divisor = -divisor;
  return out * symbolic::Rational::of(1, divisor);
}

/// a + b*0^e: one value in the first iteration, another from then on.
const Expr *FormWriter::wrappedAround(const Form &f, const Type *type) {
  for (const Term &t : f.terms())
    for (auto &[id, exponent] : t.monomial) {
      if (table[id].kind != Atom::Kind::Power || !table[id].arguments[0].isZero())
        continue;
      const Form e = table[id].arguments[1];
      std::vector<Form> parts = f.coefficients(id);
      if (parts.size() != 2 || language != Language::C)
        return nullptr;
      Form first = parts[0] + parts[1];
      // Where e is a variable, that is 0 then.
      if (auto atom = e.asAtom())
        first = table.replace(first, *atom, 0);
      const Expr *at = value(e), *one = value(first, type), *other = value(parts[0], type);
      if (!at || !one || !other)
        return nullptr;
      if (one->type->strip() != other->type->strip()) {
        one = widened(one);
        other = widened(other);
      }
      const Expr *test = build.compare(BinaryOp::Equal, at, build.constant(at->type, 0), language);
      return build.program.exprs.make<Conditional>(one->type, test, one, other);
    }
  return nullptr;
}

/// (W4)
bool FormWriter::powersAreSafe(const Form &f) {
  for (const Term &t : f.terms())
    for (auto &[id, exponent] : t.monomial)
      if (table[id].kind == Atom::Kind::Power && !table[id].arguments[0].isZero()) {
        std::vector<Form> parts = f.coefficients(id);
        if (parts.size() != 2)
          return false;
        Form factor = primitive(parts[1]);
        if (!factor.constant() && std::find(nonzero.begin(), nonzero.end(), factor) == nonzero.end())
          nonzero.push_back(factor);
      }
  return true;
}

const Expr *FormWriter::extreme(const Atom &a) {
  bool greatest = a.kind == Atom::Kind::Max;
  for (const Form &f : a.arguments) // variables and numbers are compared as they are
    if (const Expr *e = f.asAtom() ? spelling(*f.asAtom()) : nullptr; e && e->type->isInteger())
      if (const Expr *one = leaf(a.arguments[0], e->type), *other = leaf(a.arguments[1], e->type);
          one && other)
        return widened(choice(greatest, a.arguments[0].constant() ? std::vector{other, one}
                                                                  : std::vector{one, other},
                              e->type->strip()));
  std::vector<const Expr *> sides;
  for (size_t i = 0; i < 2; ++i) {
    bool cut = greatest && a.arguments[1 - i].isZero();
    const Expr *e = cut ? truncatedQuotient(a.arguments[i]) : nullptr;
    sides.push_back(e ? e : value(a.arguments[i]));
    if (!sides.back())
      return nullptr;
    sides.back() = widened(sides.back());
  }
  if (a.arguments[0].constant())
    std::swap(sides[0], sides[1]);
  return choice(greatest, sides, wide());
}

/// A maximum that fits its type, of sides that cannot fall below it: where one of them would be too
/// large, it would be the maximum.
const Expr *FormWriter::greaterOf(const Atom &given, const Type *type) {
  const Atom a = given;
  std::vector<const Expr *> sides;
  for (const Form &f : a.arguments) {
    bool rises = f.terms().size() < 2 ? f.constant() || f.asAtom() : f.constantTerm().sign() > 0;
    sides.push_back(rises ? inOneOperation(f, type) : nullptr);
    if (!sides.back())
      return nullptr;
  }
  if (a.arguments[0].constant())
    std::swap(sides[0], sides[1]);
  return choice(true, sides, type->strip());
}

const Expr *FormWriter::choice(bool greatest, const std::vector<const Expr *> &sides, const Type *type) {
  auto &exprs = build.program.exprs;
  if (language == Language::Fortran)
    return exprs.make<Intrinsic>(type, greatest ? "max" : "min", sides);
  const Expr *test = build.compare(greatest ? BinaryOp::Greater : BinaryOp::Less, sides[0], sides[1],
                                   language);
  return exprs.make<Conditional>(type, test, sides[0], sides[1]);
}

/// (W5)
const Expr *FormWriter::truncatedQuotient(const Form &f) {
  auto id = f.asAtom();
  if (!id || table[*id].kind != Atom::Kind::Quotient)
    return nullptr;
  const Atom a = table[*id];
  auto divisor = a.arguments[1].integer();
  const Expr *dividend = divisor && *divisor > 0 ? value(a.arguments[0]) : nullptr;
  return dividend ? build.binary(BinaryOp::Divide, widened(dividend), number(*divisor)) : nullptr;
}

// ---- Addresses ---------------------------------------------------------------------------------------

bool FormWriter::isAddress(AtomId id) {
  if (table[id].kind != Atom::Kind::Symbol)
    return false;
  const Expr *e = spelling(id);
  return e && (e->type->isPointer() || e->type->isArray());
}

std::optional<FormWriter::Address> FormWriter::address(const Form &f) {
  std::optional<Address> out;
  for (const Term &t : f.terms())
    if (t.monomial.size() == 1 && t.factor.isOne() && isAddress(t.monomial[0].first)) {
      if (out || t.monomial[0].second != 1)
        return std::nullopt;
      out = {spelling(t.monomial[0].first), f - Form::of({t})};
    }
  return out;
}

/// Of two addresses, as C counts it: in elements.
const Expr *FormWriter::difference(const Form &f) {
  auto to = address(f), from = to ? address(-to->offset) : std::nullopt;
  if (!from || language != Language::C)
    return nullptr;
  const Expr *left = pointer(f - to->offset), *right = pointer(-to->offset - from->offset);
  auto pointee = [](const Expr *e) { return llvm::cast<PointerType>(e->type->strip())->pointee->strip(); };
  if (!left || !right || pointee(left) != pointee(right))
    return nullptr;
  const Expr *elements = build.program.exprs.make<PointerDifference>(wide(), left, right);
  if (from->offset.isZero())
    return elements;
  const Expr *rest = value(-from->offset);
  return rest ? build.binary(BinaryOp::Add, elements, widened(rest)) : nullptr;
}

const Expr *FormWriter::pointer(const Form &f) {
  auto found = address(f);
  if (!found)
    return nullptr;
  auto &exprs = build.program.exprs;
  const Expr *base = found->base;
  if (base->type->isArray()) {
    auto *array = llvm::cast<ArrayType>(base->type->strip());
    if (array->dimensions.size() != 1)
      return nullptr;
    const Expr *first = exprs.make<Element>(array->element, base, std::vector{build.constant(build.integer(language), 0)});
    base = exprs.make<AddressOf>(build.program.types.pointer(array->element), first, true);
  }
  if (found->offset.isZero())
    return base;
  auto number = found->offset.integer();
  bool negative = number && *number < 0;
  const Expr *offset = value(negative ? -found->offset : found->offset,
                             number ? build.integer(language) : nullptr);
  return offset ? exprs.make<PointerAdd>(base->type, base, offset, negative) : nullptr;
}

// ---- Conditions --------------------------------------------------------------------------------------

const Expr *FormWriter::condition(const symbolic::Condition &given) {
  const Expr *all = nullptr;
  for (const symbolic::ClauseGroup &group : symbolic::grouped(given)) {
    const Expr *next = nullptr;
    for (const symbolic::Alternatives &clause : group.rest) {
      const Expr *one = this->clause(clause);
      if (!one)
        return nullptr;
      next = joined(BinaryOp::And, next, one);
    }
    if (!group.shared.empty()) {
      const Expr *shared = clause(group.shared);
      if (!shared)
        return nullptr;
      next = joined(BinaryOp::Or, shared, next);
    }
    all = joined(BinaryOp::And, all, next);
  }
  return all;
}

const Expr *FormWriter::joined(BinaryOp op, const Expr *first, const Expr *second) {
  return first ? build.program.exprs.make<Binary>(second->type, op, first, second) : second;
}

const Expr *FormWriter::clause(const symbolic::Alternatives &ways) {
  if (const Expr *e = unequal(ways))
    return e;
  const Expr *either = nullptr;
  for (const symbolic::Conjunction &way : ways) {
    const Expr *both = nullptr;
    for (const Form &f : way) {
      const Expr *next = comparison(f);
      if (!next)
        return nullptr;
      both = joined(BinaryOp::And, both, next);
    }
    if (!both)
      return nullptr;
    either = joined(BinaryOp::Or, either, both);
  }
  return either;
}

/// h >= 1 or -h >= 1: h is not 0.
const Expr *FormWriter::unequal(const symbolic::Alternatives &clause) {
  if (clause.size() != 2 || clause[0].size() != 1 || clause[1].size() != 1 ||
      !(clause[0][0] + clause[1][0] == Form(-2)))
    return nullptr;
  auto [left, right] = sides(primitive(clause[0][0] + Form(1)));
  return compared(BinaryOp::NotEqual, left, right);
}

/// With what is subtracted on the other side. A number stays with what it is added to, unless all
/// variables are on one side: `m >= -3`, `m + 2 >= n`.
std::pair<Form, Form> FormWriter::sides(const Form &f) {
  std::vector<Term> left, right;
  for (const Term &t : f.terms())
    if (!t.monomial.empty())
      (t.factor.sign() > 0 ? left : right).push_back(t);
  Form more = Form::of(left), less = -Form::of(right), number = f.constantTerm();
  bool toRight = right.empty() || (!left.empty() && f.constantTerm().sign() < 0);
  return toRight ? std::pair(more, less - number) : std::pair(more + number, less);
}

const Expr *FormWriter::comparison(const Form &given) {
  auto [more, less] = sides(symbolic::tightened(table, given));
  return more.constant() && !less.constant() ? compared(BinaryOp::LessEqual, less, more)
                                             : compared(BinaryOp::GreaterEqual, more, less);
}

/// A variable of the type, or a number that fits it; null: neither.
const Expr *FormWriter::leaf(const Form &f, const Type *type) {
  auto *integer = llvm::cast<IntegerType>(type->strip());
  if (auto constant = f.integer()) {
    bool fits = integer->isSigned && *constant >= INT32_MIN && *constant <= INT32_MAX;
    return fits && integer->bytes >= 4 ? build.constant(type->strip(), *constant) : nullptr;
  }
  auto id = f.asAtom();
  const Expr *e = id ? spelling(*id) : nullptr;
  bool alone = e && (llvm::isa<Variable>(e) || llvm::isa<Field>(e));
  return alone && e->type->strip() == type->strip() ? e : nullptr;
}

/// Variables and numbers are compared as they are; what is computed, in 64 bits. No more than two
/// variables are multiplied there: the values of a condition are not bounded by what the program does.
const Expr *FormWriter::compared(BinaryOp op, const Form &left, const Form &right) {
  for (const Form *f : {&left, &right})
    for (const Term &t : f->terms()) {
      unsigned degree = 0;
      for (auto &[id, exponent] : t.monomial)
        degree += table[id].kind == Atom::Kind::Power ? 3 : exponent;
      if (degree > 2)
        return nullptr;
    }
  const Expr *a = nullptr, *b = nullptr;
  if (const Expr *e = left.asAtom() ? spelling(*left.asAtom()) : nullptr; e && e->type->isInteger()) {
    a = leaf(left, e->type);
    b = leaf(right, e->type);
  }
  if (!a || !b) {
    a = side(left);
    b = side(right);
  }
  return a && b && a->type->isPointer() == b->type->isPointer() ? build.compare(op, a, b, language)
                                                                : nullptr;
}

const Expr *FormWriter::side(const Form &f) {
  if (address(f))
    return pointer(f);
  const Expr *e = value(f);
  return e ? widened(e) : nullptr;
}

} // namespace costate::transform
