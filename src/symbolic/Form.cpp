#include "symbolic/Form.h"

#include <algorithm>

namespace costate::symbolic {

Form::Form(const Rational &value) {
  if (!value.isZero())
    list.push_back({{}, value});
}

Form Form::atom(AtomId id) {
  Form f;
  f.list.push_back({{{id, 1}}, 1});
  return f;
}

Form Form::of(std::vector<Term> terms) {
  std::sort(terms.begin(), terms.end(),
            [](const Term &a, const Term &b) { return a.monomial < b.monomial; });
  Form f;
  for (Term &t : terms) {
    if (!f.list.empty() && f.list.back().monomial == t.monomial)
      f.list.back().factor = f.list.back().factor + t.factor;
    else
      f.list.push_back(std::move(t));
    if (f.list.back().factor.isZero())
      f.list.pop_back();
  }
  return f;
}

std::optional<Rational> Form::constant() const {
  if (list.empty())
    return Rational(0);
  if (list.size() == 1 && list[0].monomial.empty())
    return list[0].factor;
  return std::nullopt;
}

std::optional<int64_t> Form::integer() const {
  auto value = constant();
  return value && value->isInteger() ? std::optional(value->numerator()) : std::nullopt;
}

Rational Form::constantTerm() const {
  return !list.empty() && list[0].monomial.empty() ? list[0].factor : Rational(0);
}

Form Form::operator+(const Form &o) const {
  if (o.list.empty())
    return *this;
  if (list.empty())
    return o;
  Form out;
  out.list.reserve(list.size() + o.list.size());
  auto a = list.begin(), b = o.list.begin();
  while (a != list.end() || b != o.list.end()) {
    if (b == o.list.end() || (a != list.end() && a->monomial < b->monomial)) {
      out.list.push_back(*a++);
    } else if (a == list.end() || b->monomial < a->monomial) {
      out.list.push_back(*b++);
    } else {
      Rational sum = a->factor + b->factor;
      if (!sum.isZero())
        out.list.push_back({a->monomial, sum});
      ++a, ++b;
    }
  }
  return out;
}

Form Form::operator-() const { return *this * Rational(-1); }

Form Form::operator*(const Rational &r) const {
  if (r.isZero())
    return {};
  Form f = *this;
  for (Term &t : f.list)
    t.factor = t.factor * r;
  return f;
}

namespace {

Monomial multiply(const Monomial &a, const Monomial &b) {
  Monomial out;
  for (size_t i = 0, j = 0; i < a.size() || j < b.size();) {
    if (j == b.size() || (i < a.size() && a[i].first < b[j].first))
      out.push_back(a[i++]);
    else if (i == a.size() || b[j].first < a[i].first)
      out.push_back(b[j++]);
    else
      out.push_back({a[i].first, a[i].second + b[j].second}), ++i, ++j;
  }
  return out;
}

} // namespace

Form Form::operator*(const Form &o) const {
  if (list.size() == 1 && list[0].monomial.empty())
    return o * list[0].factor;
  if (o.list.size() == 1 && o.list[0].monomial.empty())
    return *this * o.list[0].factor;
  std::vector<Term> all;
  all.reserve(list.size() * o.list.size());
  for (const Term &a : list)
    for (const Term &b : o.list)
      all.push_back({multiply(a.monomial, b.monomial), a.factor * b.factor});
  return of(std::move(all));
}

Form Form::power(unsigned n) const {
  Form out = 1;
  for (unsigned i = 0; i < n; ++i)
    out = out * *this;
  return out;
}

std::optional<AtomId> Form::asAtom() const {
  if (list.size() != 1 || !list[0].factor.isOne() || list[0].monomial.size() != 1 ||
      list[0].monomial[0].second != 1)
    return std::nullopt;
  return list[0].monomial[0].first;
}

std::vector<Form> Form::coefficients(AtomId id) const {
  std::vector<std::vector<Term>> parts(1);
  for (const Term &t : list) {
    Term rest{{}, t.factor};
    unsigned exponent = 0;
    for (auto &factor : t.monomial)
      if (factor.first == id)
        exponent = factor.second;
      else
        rest.monomial.push_back(factor);
    if (parts.size() <= exponent)
      parts.resize(exponent + 1);
    parts[exponent].push_back(std::move(rest));
  }
  std::vector<Form> out;
  for (auto &part : parts)
    out.push_back(of(std::move(part)));
  return out;
}

namespace {
size_t mixed(size_t seed, size_t value) {
  return (seed ^ value) * 0x9e3779b97f4a7c15u + (seed >> 7);
}
} // namespace

size_t Form::hash() const {
  size_t out = list.size();
  for (const Term &t : list) {
    out = mixed(out, t.factor.numerator());
    out = mixed(out, t.factor.denominator());
    for (auto &[atom, exponent] : t.monomial)
      out = mixed(out, (size_t)atom << 8 | exponent);
  }
  return out;
}

size_t Atom::hash() const {
  size_t out = mixed((size_t)kind, std::hash<std::string>()(name));
  out = mixed(out, (size_t)key);
  out = mixed(out, loop);
  for (const Form &f : arguments)
    out = mixed(out, f.hash());
  return out;
}

unsigned Form::degree(AtomId id) const {
  unsigned most = 0;
  for (const Term &t : list)
    for (auto &[atom, exponent] : t.monomial)
      if (atom == id)
        most = std::max(most, exponent);
  return most;
}

} // namespace costate::symbolic
