#include "analysis/DependenceProblem.h"

#include "symbolic/Residues.h"

#include <algorithm>

namespace costate::analysis {

using symbolic::AffineProblem;
using symbolic::Alternatives;
using symbolic::AtomId;
using symbolic::Condition;
using symbolic::Conjunction;
using symbolic::Rational;

namespace {

constexpr size_t mostComparisons = 16; // in a condition someone may want to test

} // namespace

/// Common loops of both accesses, from the one in question inwards.
size_t DependenceTest::Problem::common() const {
  size_t n = 0;
  while (n < first.size() && n < second.size() && first[n] == second[n])
    ++n;
  return n;
}

DependenceTest::Problem DependenceTest::pose(const Access &earlier, const Access &later,
                                             const Loop &loop) {
  Problem p{loop,
            loopsFrom(nullptr, loop.outer),
            loopsFrom(&loop, earlier.loop),
            loopsFrom(&loop, later.loop),
            earlier.path,
            later.path,
            {},
            {},
            loop.last(table),
            &earlier == &later || earlier.path == later.path};
  auto rename = [&](Form f) {
    for (const Loop *l : p.second)
      f = table.substitute(f, l->id, table.counter(l->id + laterCounter, l->name + "'"));
    return f;
  };
  for (Known &k : p.to)
    for (std::optional<Form> *f : {&k.value, &k.lower, &k.upper})
      if (*f)
        *f = rename(**f);
  for (const Loop *l : p.first)
    if (l != &loop) {
      p.ranges.push_back({l->id, l->last(table)});
      p.facts.insert(p.facts.end(), l->facts.begin(), l->facts.end());
    }
  p.facts.insert(p.facts.end(), earlier.facts.begin(), earlier.facts.end());
  for (const Loop *l : p.second)
    if (l != &loop) {
      auto last = l->last(table);
      p.ranges.push_back(
          {l->id + laterCounter, last ? std::optional(rename(*last)) : std::nullopt});
      for (const Fact &fact : l->facts)
        p.facts.push_back({rename(fact.form), fact.isZero});
    }
  for (const Fact &fact : later.facts)
    p.facts.push_back({rename(fact.form), fact.isZero});
  return p;
}

/// A pointer to arrays that gets values nothing is known of while the loop runs: its rows in one iteration may be apart
/// from those in another by a part of a row, so that unequal subscripts say nothing.
bool DependenceTest::hasStrayRows(const Access &a, const Loop &loop) {
  auto *element = llvm::dyn_cast_or_null<ir::Element>(a.place);
  auto *row = element ? llvm::dyn_cast<ir::Dereference>(element->base) : nullptr;
  const ir::Symbol *pointer = row ? variableOf(row->pointer) : nullptr;
  if (!pointer || !row->type->isArray() || a.path.size() < 2 || !a.path[0].value)
    return false;
  for (const symbolic::Term &t : a.path[0].value->terms())
    for (auto &[atom, exponent] : t.monomial)
      if (table[atom].name.rfind(pointer->name + "?", 0) == 0 && table.dependsOn(Form::atom(atom), loop.id))
        return true;
  return false;
}

bool DependenceTest::arePathsComparable(const Access &a, const Access &b, const Loop &loop) {
  return a.path.size() == b.path.size() && !a.path.empty() && !hasStrayRows(a, loop) && !hasStrayRows(b, loop);
}

DependenceAnswer DependenceTest::test(const Access &earlier, const Access &later,
                                      const Loop &loop) {
  DependenceAnswer answer;
  answer.vanishes.clauses = {{}};
  answer.direction.assign(loop.depth, "=");
  answer.direction.push_back("<");
  if (!arePathsComparable(earlier, later, loop))
    return answer;
  auto proven = [&](const char *test) {
    answer.vanishes = {};
    answer.test = test;
    return answer;
  };
  try {
    Problem p = pose(earlier, later, loop);
    answer.direction.resize(p.outer.size() + p.common(), "*");
    if (isStrongSiv(p))
      return proven("affine");
    affine(p, answer);
    if (!answer.vanishes.isTrue() && !answer.certain && byGcd(p))
      return proven("gcd");
    if (!answer.vanishes.isTrue() && !answer.certain)
      nonlinear(p, answer);
  } catch (const symbolic::Overflow &) {
    answer.vanishes.clauses = {{}};
  }
  return answer;
}

void DependenceTest::findCondition(const Access &earlier, const Access &later, const Loop &loop,
                                   DependenceAnswer &answer) {
  if (!arePathsComparable(earlier, later, loop))
    return;
  try {
    Problem p = pose(earlier, later, loop);
    if (answer.exact)
      affineCondition(p, answer);
    if (!answer.exact || (!answer.certain && answer.vanishes.isFalse()))
      nonlinearCondition(p, answer);
  } catch (const symbolic::Overflow &) {
    answer.vanishes.clauses = {{}};
  }
}

Condition DependenceTest::findExtents(const Access &earlier, const Access &later, const Loop &loop) {
  Condition out;
  Alternatives ways;
  try {
    if (arePathsComparable(earlier, later, loop))
      ways = byExtent(pose(earlier, later, loop));
  } catch (const symbolic::Overflow &) {
  }
  out.add(symbolic::simplest(ways));
  return out;
}

// ---- Exact affine ------------------------------------------------------------------------------

/// The commonest case, without isl: one part of the path is a*counter + rest, the same for both,
/// where the number a is not zero and the rest does not change with the loop.
bool DependenceTest::isStrongSiv(const Problem &p) {
  AtomId counter = *table.counter(p.loop.id).asAtom();
  for (size_t i = 0; i < p.from.size(); ++i) {
    if (!p.from[i].value || !p.to[i].value)
      continue;
    std::vector<Form> parts = p.from[i].value->coefficients(counter);
    if (parts.size() != 2 || !parts[1].constant())
      continue;
    bool fixed = true;
    for (const Loop *l : p.first)
      fixed &= !table.dependsOn(parts[0], l->id);
    Form there = parts[0] + parts[1] * table.counter(p.loop.id + laterCounter);
    if (fixed && there == *p.to[i].value)
      return true;
  }
  return false;
}

AffineProblem DependenceTest::affineProblem(const Problem &p) {
  std::set<LoopId> unknowns;
  for (const Loop *l : p.first)
    unknowns.insert(l->id);
  for (const Loop *l : p.second)
    unknowns.insert(l->id + laterCounter);
  AffineProblem problem(table, unknowns);
  auto within = [&](LoopId id, const std::optional<Form> &last) {
    problem.nonnegative(table.counter(id));
    if (last)
      problem.nonnegative(*last - table.counter(id));
  };
  for (const Loop *l : p.outer)
    within(l->id, l->last(table));
  within(p.loop.id, p.last);
  within(p.loop.id + laterCounter, p.last);
  for (const Problem::Range &range : p.ranges)
    within(range.counter, range.last);
  problem.nonnegative(table.counter(p.loop.id + laterCounter) - table.counter(p.loop.id) - Form(1));
  for (const std::vector<Fact> *facts : {&p.facts, &p.loop.facts})
    for (const Fact &fact : *facts)
      fact.isZero ? problem.zero(fact.form) : problem.nonnegative(fact.form);
  for (size_t i = 0; i < p.from.size(); ++i) {
    const Known &a = p.from[i], &b = p.to[i];
    if (a.value && b.value) {
      problem.zero(*a.value - *b.value);
      continue;
    }
    if (a.high() && b.low())
      problem.nonnegative(*a.high() - *b.low());
    if (b.high() && a.low())
      problem.nonnegative(*b.high() - *a.low());
  }
  return problem;
}

void DependenceTest::affine(const Problem &p, DependenceAnswer &answer) {
  AffineProblem problem = affineProblem(p);
  AffineProblem::Answer points = problem.solve();
  if (points == AffineProblem::Answer::Empty) {
    answer.vanishes = {};
    answer.test = "affine";
    return;
  }
  if (points != AffineProblem::Answer::Points)
    return;
  describe(p, problem, answer);
  bool intervals =
      std::any_of(p.from.begin(), p.from.end(), [](const Known &k) { return !k.value; }) ||
      std::any_of(p.to.begin(), p.to.end(), [](const Known &k) { return !k.value; });
  if (!problem.exact())
    return;
  answer.exact = true;
  answer.certain = !intervals;
  answer.test = "affine";
}

void DependenceTest::affineCondition(const Problem &p, DependenceAnswer &answer) {
  AffineProblem problem = affineProblem(p);
  AffineProblem given(table, {});
  for (const Loop *l : p.outer) {
    given.nonnegative(table.counter(l->id));
    if (auto last = l->last(table))
      given.nonnegative(*last - table.counter(l->id));
  }
  for (const Fact &fact : p.loop.facts)
    fact.isZero ? given.zero(fact.form) : given.nonnegative(fact.form);
  if (p.last)
    given.nonnegative(*p.last - Form(1));
  auto clauses = problem.whereEmpty(given);
  size_t size = 0;
  for (const Alternatives &clause : clauses.value_or(std::vector<Alternatives>()))
    size += clause.size();
  if (!clauses || size > mostComparisons)
    return;
  answer.vanishes = {};
  for (Alternatives &clause : *clauses) {
    std::erase_if(clause, [&](const Conjunction &c) {
      return std::any_of(c.begin(), c.end(), [&](const Form &f) { return isUseless(f, p); });
    });
    answer.vanishes.add(clause);
  }
}

/// No more than a fixed number of iterations: nobody writes such loops.
bool DependenceTest::isUseless(const Form &condition, const Problem &p) {
  if (auto value = condition.constant())
    return value->sign() < 0;
  std::vector<std::optional<Form>> lasts{p.last};
  for (const Problem::Range &range : p.ranges)
    lasts.push_back(range.last);
  for (const std::optional<Form> &last : lasts)
    if (last)
      for (int64_t factor = 1; factor <= 4; ++factor)
        if ((condition + *last * Rational(factor)).constant())
          return true;
  return false;
}

/// Directions of common inner loops and the distance, from the affine problem.
void DependenceTest::describe(const Problem &p, const AffineProblem &problem,
                              DependenceAnswer &answer) {
  std::vector<std::string> distance(p.outer.size(), "0");
  bool known = false;
  size_t common = answer.direction.size() - p.outer.size();
  for (size_t i = 0; i < common; ++i) {
    LoopId id = p.first[i]->id;
    Form apart = table.counter(id + laterCounter) - table.counter(id);
    auto fixed = problem.exact() ? problem.fixedValue(apart) : std::nullopt;
    distance.push_back(fixed ? std::to_string(*fixed) : "*");
    known |= i == 0 && fixed;
    if (i == 0)
      continue;
    if (fixed) {
      answer.direction[p.outer.size() + i] = *fixed > 0 ? "<" : *fixed < 0 ? ">" : "=";
      continue;
    }
    std::string possible;
    for (char sign : {'<', '=', '>'}) {
      AffineProblem narrowed = problem;
      if (sign == '=')
        narrowed.zero(apart);
      else
        narrowed.nonnegative((sign == '<' ? apart : -apart) - Form(1));
      if (narrowed.solve() != AffineProblem::Answer::Empty)
        possible += sign;
    }
    answer.direction[p.outer.size() + i] = possible == "<=>" || possible.empty() ? "*"
                                           : possible == "<>"                    ? "!="
                                           : possible == "=>"                    ? ">="
                                                                                 : possible;
  }
  if (!known)
    return;
  std::string text;
  for (const std::string &part : distance)
    text += (text.empty() ? "" : ", ") + part;
  answer.distance = distance.size() > 1 ? "(" + text + ")" : text;
}

// ---- GCD ---------------------------------------------------------------------------------------

/// The difference of some part of the paths is never zero, whatever integers it is made of.
bool DependenceTest::byGcd(const Problem &p) {
  for (size_t i = 0; i < p.from.size(); ++i)
    if (p.from[i].value && p.to[i].value &&
        symbolic::isNeverZero(table, *p.from[i].value - *p.to[i].value))
      return true;
  return false;
}

} // namespace costate::analysis
