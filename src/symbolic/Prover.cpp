#include "symbolic/Prover.h"

#include <algorithm>

namespace costate::symbolic {

namespace {
constexpr unsigned deepest = 8;
}

void Prover::counter(LoopId loop, std::optional<Form> last) {
  ranges.push_back({loop, std::move(last)});
}

void Prover::forget(LoopId loop) {
  std::erase_if(ranges, [&](const Range &r) { return r.loop == loop; });
}

bool Prover::nonnegative(const Form &f) {
  try {
    return prove(f, 0);
  } catch (const Overflow &) {
    return false;
  }
}

bool Prover::atomNonnegative(AtomId id) {
  const Atom a = table[id];
  switch (a.kind) {
  case Atom::Kind::Counter:
    return true; // counters count from 0, also where they run inside of a sum
  case Atom::Kind::Power:
    return termByTerm(a.arguments[0]);
  case Atom::Kind::Sum:
  case Atom::Kind::Product:
    return termByTerm(a.arguments[1]);
  case Atom::Kind::Max:
    return termByTerm(a.arguments[0]) || termByTerm(a.arguments[1]);
  case Atom::Kind::Min:
    return termByTerm(a.arguments[0]) && termByTerm(a.arguments[1]);
  case Atom::Kind::Quotient:
    return termByTerm(a.arguments[0]) && termByTerm(a.arguments[1] - Form(1));
  default:
    return std::find(assumptions.begin(), assumptions.end(), Form::atom(id)) != assumptions.end();
  }
}

/// Every term is a product of what is not negative (or to an even power) and a positive number.
bool Prover::termByTerm(const Form &f) {
  for (const Term &t : f.terms()) {
    if (t.factor.sign() < 0)
      return false;
    for (auto &[atom, exponent] : t.monomial)
      if (exponent % 2 && !atomNonnegative(atom))
        return false;
  }
  return true;
}

bool Prover::prove(const Form &f, unsigned depth) {
  if (termByTerm(f))
    return true;
  if (f.constant() || depth > deepest)
    return false;
  // Inner counters first: their ranges depend on outer ones.
  for (auto range = ranges.rbegin(); range != ranges.rend(); ++range) {
    if (!table.dependsOn(f, range->loop))
      continue;
    Form step = table.difference(f, range->loop);
    if (prove(step, depth + 1))
      return prove(table.initial(f, range->loop), depth + 1);
    if (range->last && prove(-step, depth + 1))
      return prove(table.substitute(f, range->loop, *range->last), depth + 1);
    return byAssumption(f, depth);
  }
  return byAssumption(f, depth);
}

/// f >= 0 follows from g >= 0 and f - c*g >= 0 for a positive number c, here the one that cancels g's
/// leading atom, or 1.
bool Prover::byAssumption(const Form &f, unsigned depth) {
  if (depth > 4)
    return false;
  for (const Form &g : assumptions) {
    Form rest = f - g;
    if (rest.terms().size() <= f.terms().size() && !(g == f) && prove(rest, depth + 2))
      return true;
    if (g == f)
      return true;
  }
  return false;
}

} // namespace costate::symbolic
