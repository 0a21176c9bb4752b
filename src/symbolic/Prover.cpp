#include "symbolic/Prover.h"

#include <algorithm>
#include <bit>

namespace costate::symbolic {

namespace {
constexpr unsigned deepest = 8, heaviest = 300, hardest = 120, hardestForConditions = 700,
                   mostAlternatives = 6, costOfCondition = 6, mostConditions = 4;

bool isRemainder(const Atom &a) {
  return a.kind == Atom::Kind::Apply && a.name == "remainder" && !a.key && a.arguments.size() == 2;
}

int64_t lcm(int64_t a, int64_t b) { return (Rational(a) * Rational(b / gcd(a, b))).numerator(); }
} // namespace

Form tightened(const Form &f) {
  int64_t bottom = 1, common = 0;
  for (const Term &t : f.terms())
    bottom = lcm(bottom, t.factor.denominator());
  Form whole = f * Rational(bottom);
  for (const Term &t : whole.terms())
    if (!t.monomial.empty())
      common = gcd(common, t.factor.numerator() < 0 ? -t.factor.numerator() : t.factor.numerator());
  if (common <= 1)
    return whole;
  Rational constant = whole.constantTerm();
  Form rest = (whole - Form(constant)) * Rational::of(1, common);
  return rest + Form((constant / Rational(common)).floor());
}

void Prover::counter(LoopId loop, std::optional<Form> last) {
  ranges.push_back({loop, std::move(last)});
  batches.clear();
  seen.clear();
}

void Prover::forget(LoopId loop) {
  std::erase_if(ranges, [&](const CounterRange &r) { return r.loop == loop; });
  batches.clear();
  seen.clear();
}

void Prover::drop(size_t to) {
  assumptions.resize(to);
  while (!batches.empty() && batches.back().assumptions > to)
    batches.pop_back();
  for (Batch &batch : batches)
    batch.samples->drop(to);
  if (seen.size() > 2 * to + 2)
    seen.resize(2 * to + 2);
}

// ---- Assumptions -------------------------------------------------------------------------------

namespace {

/// An atom the form is linear in with a positive (negative) factor, and that is nowhere else in it.
std::optional<Term> linearAtom(const AtomTable &table, const Form &f, bool slacksToo,
                               int sign = 1) {
  for (const Term &t : f.terms()) {
    if (t.monomial.size() != 1 || t.monomial[0].second != 1 || t.factor.sign() != sign)
      continue;
    AtomId id = t.monomial[0].first;
    bool opaque = table[id].kind == Atom::Kind::Symbol || table[id].kind == Atom::Kind::Apply;
    bool isSlack = table[id].name == slackName;
    if (opaque && (slacksToo || !isSlack) && !table.contains(f - Form::of({t}), id))
      return t;
  }
  return std::nullopt;
}

} // namespace

/// What cannot be computed is not assumed, which proves less and nothing wrong.
void Prover::assume(const Form &given) {
  size_t kept = assumed();
  try {
    assumeNormal(given);
  } catch (const Overflow &) {
    drop(kept);
  }
}

void Prover::assumeNormal(const Form &given) {
  Form f = normal(given);
  // floor(x/b) + rest >= 0 says x + b*rest >= 0, too.
  for (const Term &t : f.terms())
    if (t.monomial.size() == 1 && t.monomial[0].second == 1 && t.factor.isOne()) {
      const Atom &a = table[t.monomial[0].first];
      auto by = a.kind == Atom::Kind::Quotient ? a.arguments[1].integer() : std::nullopt;
      if (by && *by > 0) {
        assumeNormal(a.arguments[0] + (f - Form::of({t})) * Rational(*by));
        break;
      }
    }
  for (bool slacksToo : {false, true})
    if (auto t = linearAtom(table, f, slacksToo)) {
      // c*x + rest >= 0 makes x = -rest/c + slack. A slack must stay one: its rest is not positive.
      Form rest = (Form::of({*t}) - f) * (Rational(1) / t->factor);
      if (slacksToo && !termByTerm(rest))
        continue;
      Form slack = table.slack(++slacks);
      assumptions.push_back(
          {f, false, t->monomial[0].first, rest + slack, innermost(f) != nullptr});
      return;
    }
  // -c*x + rest >= 0 makes x = rest/c - slack.
  if (auto t = linearAtom(table, f, false, -1)) {
    Form rest = (f - Form::of({*t})) * (Rational(-1) / t->factor);
    assumptions.push_back({f, false, t->monomial[0].first, rest - table.slack(++slacks),
                           innermost(f) != nullptr});
    return;
  }
  assumptions.push_back({f, false, std::nullopt, {}, false});
}

void Prover::assumeZero(const Form &given) {
  Form f = normal(given);
  for (int64_t sign : {1, -1})
    if (auto t = linearAtom(table, f * Rational(sign), false)) {
      Form rest = (Form::of({*t}) - f * Rational(sign)) * (Rational(1) / t->factor);
      assumptions.push_back({f, true, t->monomial[0].first, rest, false});
      return;
    }
  assumptions.push_back({f, true, std::nullopt, {}, false});
  assumptions.push_back({-f, true, std::nullopt, {}, false});
}

Form Prover::normal(const Form &f) {
  Form out = f;
  for (const Assumption &a : assumptions)
    if (a.atom && (byName || !a.hasCounters) && table.contains(out, *a.atom))
      out = table.replace(out, *a.atom, a.value);
  return out;
}

// ---- Proofs ------------------------------------------------------------------------------------

bool Prover::nonnegative(const Form &f) {
  effort = 0;
  limit = hardest;
  try {
    return proveEitherWay(f);
  } catch (const Overflow &) {
    return false;
  }
}

bool Prover::proveEitherWay(const Form &f) {
  if (prove(f, 0))
    return true;
  bool coupled = std::any_of(assumptions.begin(), assumptions.end(),
                             [](const Assumption &a) { return a.hasCounters; });
  if (!coupled)
    return false;
  byName = true;
  limit += hardest;
  bool proven = false;
  try {
    proven = prove(f, 0);
  } catch (const Overflow &) {
  }
  byName = false;
  return proven;
}

bool Prover::atomNonnegative(AtomId id) {
  const Atom &a = table[id];
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
  case Atom::Kind::Apply:
    return isRemainder(a) && termByTerm(a.arguments[0]);
  case Atom::Kind::Symbol:
    return a.name == slackName;
  }
  return false;
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

const CounterRange *Prover::innermost(const Form &f) const {
  // Inner counters first: their ranges depend on outer ones.
  for (auto range = ranges.rbegin(); range != ranges.rend(); ++range)
    if (table.dependsOn(f, range->loop))
      return &*range;
  return nullptr;
}

/// A counter that conditions are not about.
const CounterRange *Prover::boundable(const Form &f) const {
  for (auto range = ranges.rbegin(); range != ranges.rend(); ++range)
    if (table.dependsOn(f, range->loop) &&
        std::find(kept.begin(), kept.end(), range->loop) == kept.end())
      return &*range;
  return nullptr;
}

/// 2^i*(k + 1) has the sign of k + 1.
Form Prover::withoutPositiveFactor(const Form &f) {
  if (f.terms().empty())
    return f;
  Form out = f;
  for (auto &[id, exponent] : f.terms()[0].monomial) {
    const Atom &a = table[id];
    auto base = a.kind == Atom::Kind::Power ? a.arguments[0].constant() : std::nullopt;
    if (base && base->sign() > 0)
      for (unsigned k = 0; k < exponent; ++k)
        if (auto rest = AtomTable::divide(out, Form::atom(id)))
          out = *rest;
  }
  return out;
}

/// Two sets of assumptions are the same while their number is, until some are dropped.
bool Prover::prove(const Form &given, unsigned depth) {
  if ((depth && budget && !*budget) || table.weight(given) > heaviest)
    return false;
  Form f = withoutPositiveFactor(normal(given));
  if (termByTerm(f))
    return true;
  if (f.constant() || depth > deepest || table.weight(f) > heaviest)
    return false;
  size_t state = 2 * assumptions.size() + byName;
  if (seen.size() <= state)
    seen.resize(state + 1);
  Seen known = seen[state][f];
  if (known.proven || depth >= known.failedFrom)
    return known.proven;
  if (effort >= limit || (budget && !*budget))
    return false;
  bool proven = !isRefuted(f) && search(f, depth);
  bool exhausted = effort >= limit || (budget && !*budget);
  Seen &entry = seen[state][f];
  entry.proven = proven;
  if (!proven && !exhausted)
    entry.failedFrom = depth;
  return proven;
}

bool Prover::isRefuted(const Form &f) {
  constexpr unsigned few = 3, mostDrawn = 6;
  if (batches.empty())
    batches.push_back({0, std::make_unique<Samples>(table, ranges, assumptions, drawn++)});
  uint32_t points = batches.back().samples->where(assumptions.size());
  if (std::popcount(points) < few && batches.back().assumptions < assumptions.size() &&
      drawn < mostDrawn) {
    batches.push_back(
        {assumptions.size(), std::make_unique<Samples>(table, ranges, assumptions, drawn++)});
    points = batches.back().samples->where(assumptions.size());
  }
  return batches.back().samples->isNegative(f, points);
}

bool Prover::search(const Form &f, unsigned depth) {
  // What is large takes longer to look at.
  unsigned cost = 1 + table.weight(f) / 30;
  effort += cost;
  if (budget)
    *budget -= std::min(*budget, cost);
  if (const CounterRange *range = innermost(f)) {
    Form step = table.difference(f, range->loop);
    std::optional<Form> last = range->last; // a copy: the proof may change nothing, but be sure
    LoopId loop = range->loop;
    // At an end there is a counter less; only the signs of steps go deeper.
    if (prove(step, depth + 1))
      return prove(table.initial(f, loop), depth) || byBounds(f, depth) || byAssumption(f, depth);
    if (last && prove(-step, depth + 1))
      return prove(table.substitute(f, loop, *last), depth + reentered(*last, loop)) ||
             byBounds(f, depth) || byAssumption(f, depth);
    // Concave: least at one of the ends.
    if (last && depth < 4 && prove(-table.difference(step, loop), depth + 1) &&
        prove(table.initial(f, loop), depth + 1) &&
        prove(table.substitute(f, loop, *last), depth + 1))
      return true;
  }
  return byBounds(f, depth) || byAssumption(f, depth);
}

/// An assumption may have put a counter into its own last value.
unsigned Prover::reentered(const Form &last, LoopId loop) {
  return table.dependsOn(normal(last), loop);
}

bool Prover::byBounds(const Form &f, unsigned depth) {
  if (auto steps = withSteps(f))
    return prove(*steps, depth + 1);
  for (const Weaker &way : weaker(f)) {
    auto holds = [&](const Form &g) { return prove(g, depth + 1); };
    if (way.all ? std::all_of(way.forms.begin(), way.forms.end(), holds)
                : std::any_of(way.forms.begin(), way.forms.end(), holds))
      return true;
  }
  return false;
}

/// f >= 0 follows from g >= 0 and f - c*g >= 0 for a positive number c, here 1.
bool Prover::byAssumption(const Form &f, unsigned depth) {
  if (depth > 4)
    return false;
  for (size_t i = 0; i < assumptions.size(); ++i) {
    const Assumption &a = assumptions[i];
    if (a.atom && (byName || !a.hasCounters))
      continue;
    Form g = normal(a.given), rest = f - g;
    if (g == f)
      return true;
    if (rest.terms().size() <= f.terms().size() + 1 && prove(rest, depth + 2))
      return true;
  }
  return false;
}

/// K(x+1) - K(x), with a positive factor, is at least the least step at x.
std::optional<Form> Prover::withSteps(const Form &f) {
  for (const Term &t : f.terms()) {
    if (t.monomial.size() != 1 || t.monomial[0].second != 1)
      continue;
    AtomId here = t.monomial[0].first;
    const Sequence *sequence = table.sequenceOf(here);
    if (!sequence)
      continue;
    const std::optional<Form> &step =
        t.factor.sign() > 0 ? sequence->greatestStep : sequence->leastStep;
    if (!step)
      continue;
    std::vector<Form> arguments = table[here].arguments;
    arguments.back() = arguments.back() + Form(1);
    Form next = table.apply(table[here].name, table[here].key, arguments);
    for (const Term &u : f.terms())
      if (Form::of({{u.monomial, Rational(1)}}) == next && u.factor == -t.factor)
        return f - Form::of({t}) - Form::of({u}) + table.atArguments(here, *step) * u.factor;
  }
  return std::nullopt;
}

std::vector<Prover::Weaker> Prover::weaker(const Form &f) {
  std::vector<Weaker> out;
  for (const Term &t : f.terms()) {
    if (t.monomial.size() != 1 || t.monomial[0].second != 1)
      continue;
    AtomId id = t.monomial[0].first;
    const Atom &a = table[id];
    Form rest = f - Form::of({t});
    bool up = t.factor.sign() > 0;
    auto with = [&](const Form &g) { return rest + g * t.factor; };
    if (a.kind == Atom::Kind::Max || a.kind == Atom::Kind::Min)
      out.push_back(
          {{with(a.arguments[0]), with(a.arguments[1])}, up != (a.kind == Atom::Kind::Max)});
    else if (auto by = a.kind == Atom::Kind::Quotient ? a.arguments[1].integer() : std::nullopt;
             by && *by > 0)
      out.push_back(
          {{with((a.arguments[0] - Form(up ? *by - 1 : 0)) * Rational::of(1, *by))}, true});
    else if (auto by = isRemainder(a) ? a.arguments[1].integer() : std::nullopt; by && *by > 0)
      // Its sign is that of the left side, of which it is no larger part than the divisor allows.
      out.push_back({{with(up ? Form(termByTerm(a.arguments[0]) ? 0 : 1 - *by) : Form(*by - 1))}, true});
    else if (const Sequence *sequence = table.sequenceOf(id)) {
      const std::optional<Form> &bound = up ? sequence->lower : sequence->upper;
      if (bound)
        out.push_back({{with(table.atArguments(id, *bound))}, true});
    }
  }
  return out;
}

// ---- Conditions --------------------------------------------------------------------------------

Alternatives Prover::conditions(const Form &f) {
  effort = 0;
  size_t kept = assumed();
  try {
    return conditions(f, 0);
  } catch (const Overflow &) {
    drop(kept); // what was tried last must not stay assumed
    return {};
  }
}

/// One of many proofs: each may take its share of the effort.
bool Prover::proveNext(const Form &f) {
  limit = effort + hardest / 4;
  return effort <= hardestForConditions && proveEitherWay(f);
}

Alternatives Prover::both(const Alternatives &a, const Alternatives &b) {
  Alternatives out;
  for (const Conjunction &x : a)
    for (const Conjunction &y : b) {
      Conjunction all = x;
      for (const Form &f : y)
        if (std::find(all.begin(), all.end(), f) == all.end())
          all.push_back(f);
      if (all.size() <= mostConditions && out.size() < mostAlternatives)
        out.push_back(std::move(all));
    }
  return out;
}

Alternatives Prover::conditions(const Form &given, unsigned depth) {
  Form f = withoutPositiveFactor(given);
  if (proveNext(f))
    return {{}};
  if (f.constant() || depth > 5 || effort > hardestForConditions || table.weight(f) > heaviest ||
      (budget && !*budget))
    return {};
  effort += costOfCondition; // each asks several questions, most of which samples answer
  if (budget)
    *budget -= std::min(*budget, costOfCondition);
  if (auto steps = withSteps(f))
    return conditions(*steps, depth + 1);
  if (const CounterRange *range = boundable(f))
    if (Alternatives found = along(f, CounterRange(*range), depth); !found.empty())
      return found;
  for (const Weaker &way : weaker(f)) {
    Alternatives out;
    for (size_t i = 0; i < way.forms.size(); ++i) {
      Alternatives part = conditions(way.forms[i], depth + 1);
      if (way.all)
        out = i ? both(out, part) : part;
      else
        out.insert(out.end(), part.begin(), part.end());
    }
    if (!out.empty())
      return out;
  }
  if (boundable(f))
    return {};
  return {{tightened(f)}};
}

/// Conditions at both ends of a counter's range; those at one end are enough where they say which
/// way the form goes.
Alternatives Prover::atBothEnds(const Form &step, const Alternatives &first,
                                const Alternatives &last) {
  Alternatives out, open[2];
  for (bool atLast : {false, true})
    for (const Conjunction &way : atLast ? last : first) {
      size_t kept = assumed();
      for (const Form &condition : way)
        assume(condition);
      bool enough = proveNext(atLast ? -step : step);
      drop(kept);
      (enough ? out : open[atLast]).push_back(way);
    }
  for (const Conjunction &way : both(open[0], last))
    out.push_back(way);
  return out;
}

/// Least at the first value where the form rises, at the last where it falls; where its steps do
/// not rise, and so for straight lines, at one of both.
Alternatives Prover::along(const Form &f, const CounterRange &range, unsigned depth) {
  Form step = table.difference(f, range.loop);
  auto first = [&] { return conditions(table.initial(f, range.loop), depth + 1); };
  auto last = [&] { return conditions(table.substitute(f, range.loop, *range.last), depth + 1); };
  if (proveNext(step))
    return conditions(table.initial(f, range.loop), depth);
  if (range.last && proveNext(-step))
    return conditions(table.substitute(f, range.loop, *range.last), depth);
  Alternatives out;
  // A step that does not change with any counter has one sign: that of the condition.
  if (range.last && boundable(step) && proveNext(-table.difference(step, range.loop)))
    out = atBothEnds(step, first(), last());
  if (out.empty() || !table.difference(step, range.loop).isZero()) {
    auto under = [&](const Alternatives &ways, auto &&rest) {
      for (const Conjunction &way : ways) {
        size_t kept = assumed();
        for (const Form &condition : way)
          assume(condition);
        Alternatives more = both({way}, rest());
        drop(kept);
        out.insert(out.end(), more.begin(), more.end());
      }
    };
    under(conditions(step, depth + 1), first);
    if (range.last)
      under(conditions(-step, depth + 1), last);
  }
  if (out.size() > mostAlternatives)
    out.resize(mostAlternatives);
  return out;
}

} // namespace costate::symbolic
