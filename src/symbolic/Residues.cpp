#include "symbolic/Residues.h"

#include <algorithm>
#include <cstdlib>

namespace costate::symbolic {

namespace {

/// Symbols, counters, array values and what is rounded are integers; so is what is made of
/// integers.
bool isInteger(const AtomTable &table, const Form &f) {
  for (const Term &t : f.terms()) {
    if (!t.factor.isInteger())
      return false;
    for (auto &[id, exponent] : t.monomial) {
      const Atom &a = table[id];
      if (a.kind == Atom::Kind::Quotient || a.kind == Atom::Kind::Apply)
        continue;
      for (const Form &argument : a.arguments)
        if (!isInteger(table, argument))
          return false;
    }
  }
  return true;
}

int64_t commonDivisor(const Form &f) {
  int64_t common = 0;
  for (const Term &t : f.terms())
    if (!t.monomial.empty())
      common = gcd(common, std::abs(t.factor.numerator()));
  return common;
}

std::vector<AtomId> atomsOf(const Form &f) {
  std::vector<AtomId> out;
  for (const Term &t : f.terms())
    for (auto &[id, exponent] : t.monomial)
      if (std::find(out.begin(), out.end(), id) == out.end())
        out.push_back(id);
  return out;
}

/// The form modulo a number, at atoms whose residues are the digits of `which`.
int64_t residue(const Form &f, const std::vector<AtomId> &atoms, uint64_t which, int64_t modulus) {
  int64_t sum = 0;
  for (const Term &t : f.terms()) {
    int64_t product = t.factor.numerator() % modulus;
    for (auto &[id, exponent] : t.monomial) {
      uint64_t digit = which;
      for (size_t i = 0; atoms[i] != id; ++i)
        digit /= modulus;
      for (unsigned k = 0; k < exponent; ++k)
        product = product * (int64_t)(digit % modulus) % modulus;
    }
    sum += product;
  }
  return sum % modulus;
}

bool isNeverMultiple(const Form &f, int64_t modulus) {
  constexpr uint64_t mostCases = 10000;
  std::vector<AtomId> atoms = atomsOf(f);
  uint64_t cases = 1;
  for (size_t i = 0; i < atoms.size() && cases <= mostCases; ++i)
    cases *= modulus;
  if (cases > mostCases)
    return false;
  for (uint64_t which = 0; which < cases; ++which)
    if (residue(f, atoms, which, modulus) == 0)
      return false;
  return true;
}

} // namespace

bool isNeverZero(const AtomTable &table, const Form &given) {
  Rational scale = 1;
  for (const Term &t : given.terms())
    scale = scale * Rational((t.factor * scale).denominator());
  Form f = given * scale; // with whole factors; zero where it was
  if (!isInteger(table, f))
    return false;
  int64_t common = commonDivisor(f);
  if (common > 1 && f.constantTerm().numerator() % common != 0)
    return true;
  for (int64_t modulus : {4, 6, 9})
    if (isNeverMultiple(f, modulus))
      return true;
  return false;
}

} // namespace costate::symbolic
