// Steps and quotients of forms, their values at given numbers, and how they are written.
#include "symbolic/Form.h"

#include <algorithm>

namespace costate::symbolic {

Form AtomTable::difference(const Form &f, LoopId loop) {
  return substitute(f, loop, counter(loop) + Form(1)) - f;
}

std::optional<Form> AtomTable::ratio(const Form &f, LoopId loop) {
  return divide(f + difference(f, loop), f);
}

namespace {

std::optional<Term> quotientOf(const Term &a, const Term &b) {
  Term out{{}, a.factor / b.factor};
  size_t j = 0;
  for (auto &[atom, exponent] : a.monomial) {
    unsigned rest = exponent;
    if (j < b.monomial.size() && b.monomial[j].first == atom) {
      if (b.monomial[j].second > exponent)
        return std::nullopt;
      rest -= b.monomial[j++].second;
    }
    if (rest)
      out.monomial.push_back({atom, rest});
  }
  return j == b.monomial.size() ? std::optional(out) : std::nullopt;
}

/// A total order of monomials that respects multiplication: by degree, then lexicographic.
bool leads(const Monomial &a, const Monomial &b) {
  auto degree = [](const Monomial &m) {
    unsigned sum = 0;
    for (auto &factor : m)
      sum += factor.second;
    return sum;
  };
  if (degree(a) != degree(b))
    return degree(a) > degree(b);
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (a[i].first != b[i].first)
      return a[i].first < b[i].first;
    if (a[i].second != b[i].second)
      return a[i].second > b[i].second;
  }
  return false;
}

const Term &leading(const Form &f) {
  return *std::min_element(f.terms().begin(), f.terms().end(), [](const Term &a, const Term &b) {
    return leads(a.monomial, b.monomial);
  });
}

} // namespace

std::optional<Form> AtomTable::divide(const Form &numerator, const Form &denominator) {
  if (denominator.isZero())
    return std::nullopt;
  Form rest = numerator, out;
  while (!rest.isZero()) {
    auto term = quotientOf(leading(rest), leading(denominator));
    if (!term)
      return std::nullopt;
    Form q = Form::of({*term});
    out = out + q;
    rest = rest - q * denominator;
  }
  return out;
}

// ---- Numbers -----------------------------------------------------------------------------------

Rational AtomTable::evaluate(const Form &f, const std::function<Rational(AtomId)> &value) {
  auto integer = [&](const Form &g) {
    Rational r = evaluate(g, value);
    if (!r.isInteger())
      throw Overflow();
    return r.numerator();
  };
  auto number = [&](AtomId id) -> Rational {
    const Atom &a = atoms[id];
    switch (a.kind) {
    case Atom::Kind::Power: {
      Rational base = evaluate(a.arguments[0], value), out = 1;
      int64_t n = integer(a.arguments[1]);
      for (int64_t k = 0; k < (n < 0 ? -n : n); ++k)
        out = out * base;
      return n < 0 ? Rational(1) / out : out;
    }
    case Atom::Kind::Sum:
    case Atom::Kind::Product: {
      bool isSum = a.kind == Atom::Kind::Sum;
      Rational out = isSum ? 0 : 1;
      int64_t n = integer(a.arguments[0]);
      for (int64_t k = 0; k < n; ++k) {
        Rational next = evaluate(substitute(a.arguments[1], a.loop, k), value);
        out = isSum ? out + next : out * next;
      }
      return out;
    }
    case Atom::Kind::Max:
      return std::max(evaluate(a.arguments[0], value), evaluate(a.arguments[1], value));
    case Atom::Kind::Min:
      return std::min(evaluate(a.arguments[0], value), evaluate(a.arguments[1], value));
    case Atom::Kind::Quotient:
      return (evaluate(a.arguments[0], value) / evaluate(a.arguments[1], value)).floor();
    default:
      return value(id);
    }
  };
  Rational out;
  for (const Term &t : f.terms()) {
    Rational product = t.factor;
    for (auto &[atom, exponent] : t.monomial) {
      Rational r = number(atom);
      for (unsigned k = 0; k < exponent; ++k)
        product = product * r;
    }
    out = out + product;
  }
  return out;
}

// ---- Text --------------------------------------------------------------------------------------

std::string AtomTable::text(AtomId id) const {
  const Atom &a = atoms[id];
  auto list = [&] {
    std::string out;
    for (const Form &f : a.arguments)
      out += (out.empty() ? "" : ", ") + text(f);
    return out;
  };
  auto wrapped = [&](const Form &f) {
    bool simple = f.asAtom() || (f.integer() && *f.integer() >= 0);
    return simple ? text(f) : "(" + text(f) + ")";
  };
  switch (a.kind) {
  case Atom::Kind::Symbol:
  case Atom::Kind::Counter:
    return a.name;
  case Atom::Kind::Power:
    return wrapped(a.arguments[0]) + "^" + wrapped(a.arguments[1]);
  case Atom::Kind::Sum:
    return "sum(" + list() + ")";
  case Atom::Kind::Product:
    return "product(" + list() + ")";
  case Atom::Kind::Apply:
    return a.arguments.empty() ? a.name : a.name + "[" + list() + "]";
  case Atom::Kind::Max:
    return "max(" + list() + ")";
  case Atom::Kind::Min:
    return "min(" + list() + ")";
  case Atom::Kind::Quotient:
    return "floor(" + text(a.arguments[0]) + ", " + text(a.arguments[1]) + ")";
  }
  return {};
}

std::string AtomTable::text(const Form &f) const {
  if (f.isZero())
    return "0";
  // Largest terms first, the constant last; names alphabetically.
  std::vector<std::pair<std::string, Rational>> parts;
  std::vector<Term> terms = f.terms();
  std::sort(terms.begin(), terms.end(),
            [](const Term &a, const Term &b) { return leads(a.monomial, b.monomial); });
  std::string out;
  for (const Term &t : terms) {
    std::vector<std::string> factors;
    for (auto &[atom, exponent] : t.monomial) {
      bool isPower = atoms[atom].kind == Atom::Kind::Power; // a^b^c is a^(b^c)
      std::string base = isPower && exponent > 1 ? "(" + text(atom) + ")" : text(atom);
      factors.push_back(base + (exponent > 1 ? "^" + std::to_string(exponent) : ""));
    }
    std::string product;
    for (const std::string &factor : factors)
      product += (product.empty() ? "" : "*") + factor;
    Rational size = t.factor.sign() < 0 ? -t.factor : t.factor;
    std::string number = std::to_string(size.numerator());
    std::string part = product.empty()         ? number
                       : size.numerator() == 1 ? product
                                               : number + "*" + product;
    if (!size.isInteger())
      part += "/" + std::to_string(size.denominator());
    if (out.empty())
      out = (t.factor.sign() < 0 ? "-" : "") + part;
    else
      out += (t.factor.sign() < 0 ? " - " : " + ") + part;
  }
  return out;
}

} // namespace costate::symbolic
