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

Form tightened(const AtomTable &table, const Form &f) {
  int64_t bottom = 1, common = 0;
  for (const Term &t : f.terms())
    bottom = lcm(bottom, t.factor.denominator());
  Form whole = f * Rational(bottom);
  for (const Term &t : whole.terms())
    if (table.mayBeFraction(t.monomial))
      return whole;
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
  states.clear();
}

void Prover::forget(LoopId loop) {
  std::erase_if(ranges, [&](const CounterRange &r) { return r.loop == loop; });
  batches.clear();
  states.clear();
}

void Prover::drop(size_t to) {
  assumptions.resize(to);
  while (!batches.empty() && batches.back().assumptions > to)
    batches.pop_back();
  for (Batch &batch : batches)
    batch.samples->drop(to);
  if (states.size() > 2 * to + 2)
    states.resize(2 * to + 2);
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
    if (takesPartByName(a) && table.contains(out, *a.atom))
      out = table.replace(out, *a.atom, a.value);
  return out;
}

bool Prover::takesPartByName(const Assumption &a) const {
  return a.atom && (byName || !a.hasCounters);
}

// ---- Where counters are moved ------------------------------------------------------------------

namespace {

uint64_t bitOf(size_t number) { return uint64_t(1) << std::min<size_t>(number, 63); }

} // namespace

/// While it lives, proofs are about the points that are met on a counter's way to an end.
class Prover::Moving {
public:
  Moving(Prover &prover, LoopId loop, Way way) : prover(prover), before(prover.lost) {
    Lost more = prover.lostBy(loop, way);
    prover.lost = {before.assumptions | more.assumptions, before.ranges | more.ranges};
  }
  ~Moving() { prover.lost = before; }
  Moving(const Moving &) = delete;

private:
  Prover &prover;
  Lost before;
};

/// What is assumed of the counter stays where it only gets larger. (What takes part by name is not
/// assumed any more: it is so wherever the counters are.) So do other counters' last values, above
/// what those counters are.
Prover::Lost Prover::findLost(LoopId loop, Way way) {
  Lost out;
  for (size_t i = 0; i < assumptions.size(); ++i)
    if (!takesPartByName(assumptions[i]) && isLessAfter(normal(assumptions[i].given), loop, way))
      out.assumptions |= bitOf(i);
  for (size_t i = 0; i < ranges.size(); ++i) {
    if (!ranges[i].last)
      continue;
    Form last = normal(*ranges[i].last);
    if (table.dependsOn(last, loop) && isLessAfter(last - table.counter(ranges[i].loop), loop, way))
      out.ranges |= bitOf(i);
  }
  return out;
}

/// It may be.
bool Prover::isLessAfter(const Form &f, LoopId loop, Way way) {
  if (!table.dependsOn(f, loop))
    return false;
  Form step = table.difference(f, loop);
  return (way != Way::Up && !termByTerm(-step)) || (way != Way::Down && !termByTerm(step));
}

Prover::Lost Prover::lostBy(LoopId loop, Way way) {
  std::pair key(loop, way);
  if (auto known = state().lost.find(key); known != state().lost.end())
    return known->second;
  return state().lost[key] = findLost(loop, way);
}

/// Two sets of assumptions are the same while their number is, until some are dropped.
Prover::State &Prover::state() {
  size_t number = 2 * assumptions.size() + byName;
  if (states.size() <= number)
    states.resize(number + 1);
  return states[number];
}

/// Where that is known to hold.
std::optional<Form> Prover::lastOf(const CounterRange &range) const {
  return lost.ranges & bitOf(&range - ranges.data()) ? std::nullopt : range.last;
}

bool Prover::leastAtFirst(const Form &f, LoopId loop) {
  Moving down(*this, loop, Way::Down);
  return nonnegative(table.difference(f, loop));
}

bool Prover::leastAtLast(const Form &f, LoopId loop) {
  Moving up(*this, loop, Way::Up);
  return nonnegative(-table.difference(f, loop));
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
  bool coupled = false;
  for (size_t i = 0; i < assumptions.size(); ++i)
    if (assumptions[i].hasCounters) {
      coupled = true;
      if (lost.assumptions & bitOf(i)) // by name, it would be assumed
        return false;
    }
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

bool Prover::prove(const Form &given, unsigned depth) {
  if ((depth && budget && !*budget) || table.weight(given) > heaviest)
    return false;
  Form f = withoutPositiveFactor(normal(given));
  if (termByTerm(f))
    return true;
  if (f.constant() || depth > deepest || table.weight(f) > heaviest)
    return false;
  Question question{f, lost};
  Seen known = state().seen[question];
  if (known.proven || depth >= known.failedFrom)
    return known.proven;
  if (effort >= limit || (budget && !*budget))
    return false;
  bool proven = !isRefuted(f) && search(f, depth);
  bool exhausted = effort >= limit || (budget && !*budget);
  Seen &entry = state().seen[question];
  entry.proven = proven;
  if (!proven && !exhausted)
    entry.failedFrom = depth;
  return proven;
}

bool Prover::isRefuted(const Form &f) {
  constexpr int few = 3;
  constexpr unsigned mostDrawn = 6;
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
    std::optional<Form> last = lastOf(*range);
    LoopId loop = range->loop;
    auto holds = [&](const Form &g, Way way) {
      Moving moving(*this, loop, way);
      return prove(g, depth + 1);
    };
    // At an end there is a counter less; only the signs of steps go deeper.
    if (holds(step, Way::Down))
      return prove(table.initial(f, loop), depth) || byBounds(f, depth) || byAssumption(f, depth) ||
             fromAssumedStart(f, loop, depth);
    if (last && holds(-step, Way::Up))
      return prove(table.substitute(f, loop, *last), depth + reentered(*last, loop)) ||
             byBounds(f, depth) || byAssumption(f, depth);
    if (fromAssumedStart(f, loop, depth))
      return true;
    // Concave: least at one of the ends.
    if (last && depth < 4 && holds(-table.difference(step, loop), Way::Both) &&
        prove(table.initial(f, loop), depth + 1) &&
        prove(table.substitute(f, loop, *last), depth + 1))
      return true;
  }
  return byBounds(f, depth) || byAssumption(f, depth);
}

/// A counter that is assumed not to be less than something (which is not negative) starts there.
bool Prover::fromAssumedStart(const Form &f, LoopId loop, unsigned depth) {
  AtomId counter = *table.counter(loop).asAtom();
  for (size_t i = 0; depth < 3 && i < assumptions.size(); ++i) {
    if (takesPartByName(assumptions[i]) || (lost.assumptions & bitOf(i)) || i >= 63)
      continue;
    std::vector<Form> parts = normal(assumptions[i].given).coefficients(counter);
    if (parts.size() != 2 || !(parts[1] == Form(1)) || table.dependsOn(parts[0], loop))
      continue;
    Form start = -parts[0];
    auto rises = [&] {
      Moving down(*this, loop, Way::Down);
      lost.assumptions &= ~bitOf(i); // it holds all the way to the start
      return prove(table.difference(f, loop), depth + 1);
    };
    if (prove(start, depth + 2) && rises() && prove(table.substitute(f, loop, start), depth + 1))
      return true;
  }
  return false;
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
    if (takesPartByName(a) || (lost.assumptions & bitOf(i)))
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

/// Wherever the counter is on its way to an end.
bool Prover::holdsAlong(const Form &f, LoopId loop, Way way) {
  Moving moving(*this, loop, way);
  return proveNext(f);
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
    if (Alternatives found = along(f, {range->loop, lastOf(*range)}, depth); !found.empty())
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
  return {{tightened(table, f)}};
}

/// Conditions at both ends of a counter's range; those at one end are enough where they say which
/// way the form goes.
Alternatives Prover::atBothEnds(const Form &step, LoopId loop, const Alternatives &first,
                                const Alternatives &last) {
  Alternatives out, open[2];
  for (bool atLast : {false, true})
    for (const Conjunction &way : atLast ? last : first) {
      size_t kept = assumed();
      for (const Form &condition : way)
        assume(condition);
      bool enough = holdsAlong(atLast ? -step : step, loop, atLast ? Way::Up : Way::Down);
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
  if (holdsAlong(step, range.loop, Way::Down))
    return conditions(table.initial(f, range.loop), depth);
  if (range.last && holdsAlong(-step, range.loop, Way::Up))
    return conditions(table.substitute(f, range.loop, *range.last), depth);
  Alternatives out;
  // A step that does not change with any counter has one sign: that of the condition.
  if (range.last && boundable(step) &&
      holdsAlong(-table.difference(step, range.loop), range.loop, Way::Both))
    out = atBothEnds(step, range.loop, first(), last());
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
    auto ways = [&](const Form &g, Way way) {
      Moving moving(*this, range.loop, way);
      return conditions(g, depth + 1);
    };
    under(ways(step, Way::Down), first);
    if (range.last)
      under(ways(-step, Way::Up), last);
  }
  if (out.size() > mostAlternatives)
    out.resize(mostAlternatives);
  return out;
}

} // namespace costate::symbolic
