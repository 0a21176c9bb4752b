// The tests of DependenceTest that are about bounds of forms: monotonicity, extreme values, ranges.
#include "analysis/DependenceProblem.h"

#include <algorithm>

namespace costate::analysis {

using symbolic::Alternatives;
using symbolic::Conjunction;
using symbolic::Prover;
using symbolic::Rational;

namespace {

constexpr size_t mostRefined = 2;
constexpr unsigned mostSteps = 400; // of proofs, for one pair

bool isTrue(const Alternatives &ways) {
  return std::any_of(ways.begin(), ways.end(), [](const Conjunction &way) { return way.empty(); });
}

} // namespace

void DependenceTest::assumeAround(Prover &prover, const Loop &loop) {
  for (const Loop *l : loopsFrom(nullptr, loop.outer)) {
    auto last = l->last(table);
    if (last)
      prover.assume(*last);
    prover.counter(l->id, last);
    prover.keep(l->id);
  }
  for (const Fact &fact : loop.facts)
    fact.isZero ? prover.assumeZero(fact.form) : prover.assume(fact.form);
  if (auto last = loop.last(table))
    prover.assume(*last - Form(1));
}

/// The later counter is the earlier one's plus one (two) plus a distance, or just plus one.
Form DependenceTest::laterOf(const Problem &p) {
  Form here = table.counter(p.loop.id);
  if (p.distance == Problem::Distance::One)
    return here + Form(1);
  return here + Form(p.distance == Problem::Distance::More ? 2 : 1) +
         table.counter(p.loop.id + distanceCounter, p.loop.name + "+");
}

/// Where no two iterations are so far apart, there is nothing to prove: that some are is assumed.
void DependenceTest::setUp(const Problem &p, Prover &prover) {
  assumeAround(prover, p.loop);
  LoopId id = p.loop.id;
  std::optional<Form> last, distance;
  if (p.last) {
    last = *p.last - Form(p.distance == Problem::Distance::More ? 2 : 1);
    distance = *last - table.counter(id);
    if (p.distance == Problem::Distance::More)
      prover.assume(*last);
  }
  prover.counter(id, last);
  if (p.distance != Problem::Distance::One)
    prover.counter(id + distanceCounter, distance);
  Form later = laterOf(p);
  auto settle = [&](const Form &f) { return table.substitute(f, id + laterCounter, later); };
  for (const Problem::Range &range : p.ranges) {
    std::optional<Form> end = range.last ? std::optional(settle(*range.last)) : std::nullopt;
    prover.counter(range.counter, end);
    if (end)
      prover.assume(*end);
  }
  for (const Fact &fact : p.facts)
    fact.isZero ? prover.assumeZero(settle(fact.form)) : prover.assume(settle(fact.form));
}

std::vector<Form> DependenceTest::differences(const Problem &p) {
  LoopId id = p.loop.id;
  Form later = laterOf(p);
  std::vector<Form> out;
  for (size_t i = 0; i < p.from.size(); ++i) {
    const Known &a = p.from[i], &b = p.to[i];
    for (bool ahead : {true, false}) {
      const std::optional<Form> &high = ahead ? b.low() : a.low(),
                                &low = ahead ? a.high() : b.high();
      if (high && low)
        out.push_back(table.substitute(*high - *low, id + laterCounter, later) - Form(1));
    }
  }
  return out;
}

/// Some part of the paths differs everywhere.
bool DependenceTest::isApart(const Problem &p, Prover &prover) {
  for (const Form &difference : differences(p))
    if (prover.nonnegative(difference))
      return true;
  return false;
}

/// Ways in which some part of the paths differs everywhere. An access may be ahead of its neighbour's
/// and behind all others' (Fig. 7 with a negative j0), so neighbours are also looked at on their own.
Alternatives DependenceTest::conditionsApart(const Problem &p) {
  Alternatives out = conditionsAt(p);
  if (isTrue(out) || p.first.size() != 1 || p.second.size() != 1)
    return out;
  Problem next = p, others = p;
  next.distance = Problem::Distance::One;
  others.distance = Problem::Distance::More;
  Alternatives near = conditionsAt(next);
  for (const Conjunction &way : near.empty() ? near : Prover::both(near, conditionsAt(others)))
    if (std::find(out.begin(), out.end(), way) == out.end())
      out.push_back(way);
  return out;
}

Alternatives DependenceTest::conditionsAt(const Problem &p) {
  Prover prover(table);
  prover.share(left);
  setUp(p, prover);
  Alternatives out;
  for (const Form &difference : differences(p))
    for (const Conjunction &way : prover.conditions(difference)) {
      if (way.empty())
        return {{}};
      bool useless = std::any_of(way.begin(), way.end(),
                                 [&](const Form &f) { return isUseless(f, p); }) ||
                     symbolic::isContradictory(prover, way);
      Conjunction needed = useless ? way : symbolic::withoutImplied(prover, way);
      if (!useless && std::find(out.begin(), out.end(), needed) == out.end())
        out.push_back(needed);
    }
  return out;
}

/// With directions of common inner loops told apart where the free ones did not do.
bool DependenceTest::byBounds(const Problem &p, size_t refined) {
  Prover prover(table);
  prover.share(left);
  setUp(p, prover);
  if (isApart(p, prover))
    return true;
  size_t next = refined + 1; // p.first[0] is the loop itself
  bool hasNext = next < p.first.size() && next < p.second.size() && p.first[next] == p.second[next];
  if (!hasNext || refined >= mostRefined || !left)
    return false;
  LoopId inner = p.first[next]->id;
  Form here = table.counter(inner), there = table.counter(inner + laterCounter);
  for (char sign : {'=', '<', '>'}) {
    Problem narrowed = p;
    Fact fact = sign == '='   ? Fact{there - here, true}
                : sign == '<' ? Fact{there - here - Form(1), false}
                              : Fact{here - there - Form(1), false};
    narrowed.facts.push_back(fact);
    Form replacement = sign == '='   ? here
                       : sign == '<' ? here + Form(1) + table.counter(inner + distanceCounter)
                                     : there + Form(1) + table.counter(inner + distanceCounter);
    LoopId replaced = sign == '>' ? inner : inner + laterCounter;
    auto settle = [&](std::optional<Form> &f) {
      if (f)
        f = table.substitute(*f, replaced, replacement);
    };
    for (std::vector<Known> *path : {&narrowed.from, &narrowed.to})
      for (Known &k : *path)
        for (std::optional<Form> *f : {&k.value, &k.lower, &k.upper})
          settle(*f);
    std::vector<Problem::Range> ranges;
    for (Problem::Range range : narrowed.ranges) {
      bool own = range.counter == replaced;
      settle(range.last);
      if (!own) {
        ranges.push_back(range);
        continue;
      }
      if (sign == '=')
        continue;
      // The distance runs as far as the replaced counter may.
      Form base = sign == '<' ? here : there;
      ranges.push_back({inner + distanceCounter,
                        range.last ? std::optional(*range.last - base - Form(1)) : std::nullopt});
    }
    // What the distance is counted from comes before it.
    std::stable_partition(ranges.begin(), ranges.end(), [&](const Problem::Range &r) {
      return r.counter != inner + distanceCounter;
    });
    narrowed.ranges = std::move(ranges);
    for (Fact &f : narrowed.facts)
      f.form = table.substitute(f.form, replaced, replacement);
    if (!byBounds(narrowed, next))
      return false;
  }
  return true;
}

/// The later access is never behind the earlier one of the same iteration, which moves ahead from
/// each iteration to the next; or the same backwards. For accesses without inner loops.
Alternatives DependenceTest::byRange(const Problem &p) {
  if (p.first.size() != 1 || p.second.size() != 1 || p.from.size() != 1 || !p.from[0].value ||
      !p.to[0].value)
    return {};
  Prover prover(table);
  prover.share(left);
  assumeAround(prover, p.loop);
  prover.counter(p.loop.id, p.last);
  for (const Fact &fact : p.loop.facts)
    fact.isZero ? prover.assumeZero(fact.form) : prover.assume(fact.form);
  Form first = *p.from[0].value;
  Form second =
      table.substitute(*p.to[0].value, p.loop.id + laterCounter, table.counter(p.loop.id));
  Alternatives out;
  for (int64_t sign : {1, -1}) {
    Form gap = (second - first) * Rational(sign);
    for (const Form &mover : {first, second}) {
      Form step = table.difference(mover, p.loop.id) * Rational(sign) - Form(1);
      for (const Conjunction &moves : prover.conditions(step)) {
        size_t assumed = prover.assumed();
        for (const Form &f : moves)
          prover.assume(f);
        for (const Conjunction &ahead : prover.conditions(gap)) {
          Conjunction all = moves;
          for (const Form &f : ahead)
            if (std::find(all.begin(), all.end(), f) == all.end())
              all.push_back(f);
          bool useless = std::any_of(all.begin(), all.end(),
                                     [&](const Form &f) { return isUseless(f, p); }) ||
                         symbolic::isContradictory(prover, all);
          if (!useless)
            out.push_back(std::move(all));
        }
        prover.drop(assumed);
      }
    }
  }
  return out;
}

// ---- Extents -----------------------------------------------------------------------------------

/// It changes with no counter of the loop or those inside.
bool DependenceTest::isFixed(const Form &f, const Problem &p) const {
  return !table.dependsOn(f, p.loop.id) && !table.dependsOn(f, p.loop.id + laterCounter) &&
         std::none_of(p.ranges.begin(), p.ranges.end(),
                      [&](const Problem::Range &range) { return table.dependsOn(f, range.counter); });
}

/// The greatest (least) value of a form over all iterations of the loop and of those inside of it, as
/// a form over the rest. Inner counters go first, as their ranges are over outer ones. Along each, a
/// form that rises or falls has it at an end; s*c, where neither s nor the last c changes with any
/// counter, lies between 0 and s*last, in one order or the other.
std::optional<Form> DependenceTest::extreme(Form f, bool greatest, const Problem &p, Prover &prover) {
  std::vector<Problem::Range> counters{{p.loop.id, p.last}, {p.loop.id + laterCounter, p.last}};
  counters.insert(counters.end(), p.ranges.begin(), p.ranges.end());
  for (auto range = counters.rbegin(); range != counters.rend(); ++range) {
    if (!table.dependsOn(f, range->counter))
      continue;
    Form step = table.difference(f, range->counter), first = table.initial(f, range->counter);
    Form least = greatest ? -f : f;
    if (prover.leastAtFirst(least, range->counter)) {
      f = first;
    } else if (!range->last) {
      return std::nullopt;
    } else if (prover.leastAtLast(least, range->counter)) {
      f = table.substitute(f, range->counter, *range->last);
    } else if (isFixed(step, p) && isFixed(*range->last, p)) {
      Form reach = step * *range->last;
      f = first + (greatest ? table.maximum(Form(), reach) : table.minimum(Form(), reach));
    } else {
      return std::nullopt;
    }
  }
  return f;
}

/// Each has an addend that the other has not: two pointers, say.
bool DependenceTest::startApart(const Problem &p) {
  auto hasOwn = [](const Form &f, const Form &other) {
    return std::any_of(f.terms().begin(), f.terms().end(), [&](const symbolic::Term &t) {
      return t.monomial.size() == 1 && t.factor.isOne() &&
             std::find(other.terms().begin(), other.terms().end(), t) == other.terms().end();
    });
  };
  const Form &from = *p.from[0].low(), &to = *p.to[0].low();
  return hasOwn(from, to) && hasOwn(to, from);
}

/// What one access reaches in all iterations lies before what the other does, or behind it. For
/// strides of unknown sign: where signs are known, the tests before say the same.
Alternatives DependenceTest::byExtent(const Problem &p) {
  if (p.from.size() != 1 || !p.from[0].low() || !p.to[0].low() || !startApart(p))
    return {};
  Prover prover(table);
  prover.share(left);
  assumeAround(prover, p.loop);
  prover.counter(p.loop.id, p.last);
  prover.counter(p.loop.id + laterCounter, p.last);
  for (const Problem::Range &range : p.ranges) {
    prover.counter(range.counter, range.last);
    if (range.last)
      prover.assume(*range.last);
  }
  // What does not hold in any iteration keeps the accesses from taking place at all.
  for (const Fact &fact : p.facts)
    if (isFixed(fact.form, p))
      fact.isZero ? prover.assumeZero(fact.form) : prover.assume(fact.form);
  Alternatives out;
  for (auto [before, behind] : {std::pair(&p.from[0], &p.to[0]), std::pair(&p.to[0], &p.from[0])}) {
    auto end = before->high() ? extreme(*before->high(), true, p, prover) : std::nullopt;
    auto start = behind->low() ? extreme(*behind->low(), false, p, prover) : std::nullopt;
    Form apart = start && end ? symbolic::tightened(table, *start - *end - Form(1)) : Form(-1);
    if (!isUseless(apart, p) && !symbolic::isContradictory(prover, {apart}))
      out.push_back({apart});
  }
  return out;
}

void DependenceTest::nonlinear(const Problem &p, DependenceAnswer &answer) {
  unsigned rest = left > mostSteps ? left - mostSteps : 0;
  left = std::min(left, mostSteps);
  answer.test = p.same ? "monotonicity" : "extreme value";
  if (byBounds(p, 0))
    answer.vanishes = {};
  else
    answer.test = "none";
  left += rest;
}

void DependenceTest::nonlinearCondition(const Problem &p, DependenceAnswer &answer) {
  unsigned rest = left > 4 * mostSteps ? left - 4 * mostSteps : 0;
  left = std::min(left, 4 * mostSteps);
  Alternatives ways = conditionsApart(p), range = byRange(p);
  bool byOrder = !ways.empty() || range.empty();
  ways.insert(ways.end(), range.begin(), range.end());
  if (!isTrue(ways))
    for (Conjunction &apart : byExtent(p))
      ways.push_back(std::move(apart));
  left += rest;
  answer.test = ways.empty() ? "none" : !byOrder ? "range" : p.same ? "monotonicity" : "extreme value";
  answer.vanishes = {};
  answer.vanishes.add(symbolic::simplest(ways));
}

} // namespace costate::analysis
