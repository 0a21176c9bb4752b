#include "symbolic/Condition.h"

#include <algorithm>

namespace costate::symbolic {

bool Condition::isFalse() const {
  return std::any_of(clauses.begin(), clauses.end(),
                     [](const Alternatives &c) { return c.empty(); });
}

void Condition::add(const Alternatives &clause) {
  for (const Conjunction &c : clause)
    if (c.empty())
      return;
  if (std::find(clauses.begin(), clauses.end(), clause) == clauses.end())
    clauses.push_back(clause);
}

size_t Condition::comparisons() const {
  size_t out = 0;
  for (const Alternatives &clause : clauses)
    for (const Conjunction &c : clause)
      out += c.size();
  return out;
}

void Condition::add(const Condition &other) {
  for (const Alternatives &clause : other.clauses)
    add(clause);
}

namespace {

/// Whether all of one conjunction follows from another.
bool implies(Prover &prover, const Conjunction &given, const Conjunction &wanted) {
  size_t assumed = prover.assumed();
  for (const Form &f : given)
    prover.assume(f);
  bool holds = std::all_of(wanted.begin(), wanted.end(),
                           [&](const Form &f) { return prover.nonnegative(f); });
  prover.drop(assumed);
  return holds;
}

} // namespace

Conjunction withoutImplied(Prover &prover, const Conjunction &c) {
  Conjunction out = c;
  for (size_t i = out.size(); i-- > 0;) {
    Conjunction rest = out;
    rest.erase(rest.begin() + i);
    if (implies(prover, rest, {out[i]}))
      out = rest;
  }
  return out;
}

namespace {

bool isLinear(const Conjunction &c) {
  for (const Form &f : c)
    for (const Term &t : f.terms())
      if (t.monomial.size() > 1 || (!t.monomial.empty() && t.monomial[0].second > 1))
        return false;
  return true;
}

} // namespace

bool isContradictory(Prover &prover, const Conjunction &c) {
  size_t assumed = prover.assumed();
  for (size_t i = 0; i < c.size(); ++i) {
    for (size_t j = 0; j < c.size(); ++j)
      if (j != i)
        prover.assume(c[j]);
    bool never = prover.nonnegative(-c[i] - Form(1));
    prover.drop(assumed);
    if (never)
      return true;
  }
  for (const Form &f : c)
    for (const Form &g : c)
      if (auto sum = (tightened(prover.atoms(), f) + tightened(prover.atoms(), g)).constant(); sum && sum->sign() < 0)
        return true;
  return false;
}

namespace {

bool hasPower(const AtomTable &table, const Conjunction &c) {
  for (const Form &f : c)
    for (const Term &t : f.terms())
      for (auto &[atom, exponent] : t.monomial)
        if (table[atom].kind == Atom::Kind::Power)
          return true;
  return false;
}

/// How much there is to compute and compare.
size_t size(const Conjunction &c) {
  size_t out = 0;
  for (const Form &f : c)
    for (const Term &t : f.terms()) {
      out += 1;
      for (auto &[atom, exponent] : t.monomial)
        out += exponent;
    }
  return out;
}

bool isPart(const Conjunction &small, const Conjunction &large) {
  return std::all_of(small.begin(), small.end(), [&](const Form &f) {
    return std::find(large.begin(), large.end(), f) != large.end();
  });
}

} // namespace

Alternatives simplest(Alternatives clause) {
  constexpr size_t most = 6, longest = 40;
  std::stable_sort(clause.begin(), clause.end(),
                   [](const Conjunction &a, const Conjunction &b) { return size(a) < size(b); });
  Alternatives out;
  for (Conjunction &c : clause) {
    bool covered = std::any_of(out.begin(), out.end(),
                               [&](const Conjunction &known) { return isPart(known, c); });
    if (!covered && out.size() < most && size(c) <= longest)
      out.push_back(std::move(c));
  }
  return out;
}

namespace {

Alternatives withoutCovered(Prover &prover, const Alternatives &clause) {
  Alternatives out;
  for (size_t i = 0; i < clause.size(); ++i) {
    bool covered = false;
    for (size_t j = 0; j < clause.size() && !covered; ++j)
      // Of two that say the same, the first stays.
      covered = i != j && implies(prover, clause[i], clause[j]) &&
                (j < i || !implies(prover, clause[j], clause[i]));
    if (!covered)
      out.push_back(clause[i]);
  }
  return out;
}

} // namespace

Condition simplified(Prover &prover, const Condition &given) {
  if (given.isFalse())
    return {{{}}};
  Condition small;
  for (Alternatives clause : given.clauses) {
    std::erase_if(clause, [&](const Conjunction &c) { return isContradictory(prover, c); });
    for (Conjunction &c : clause)
      c = withoutImplied(prover, c);
    // Where something simple will do, nobody wants to test what is long.
    constexpr size_t shortEnough = 14;
    if (std::any_of(clause.begin(), clause.end(), isLinear))
      std::erase_if(clause, [&](const Conjunction &c) {
        return !isLinear(c) && (size(c) > shortEnough || hasPower(prover.atoms(), c));
      });
    small.add(withoutCovered(prover, simplest(clause)));
  }
  // A clause every alternative of another one implies says nothing new.
  for (size_t i = small.clauses.size(); i-- > 0;) {
    const Alternatives clause = small.clauses[i];
    bool implied = false;
    for (size_t j = 0; j < small.clauses.size() && !implied; ++j)
      implied = i != j && std::all_of(small.clauses[j].begin(), small.clauses[j].end(),
                                      [&](const Conjunction &given) {
                                        return std::any_of(clause.begin(), clause.end(),
                                                           [&](const Conjunction &wanted) {
                                                             return implies(prover, given, wanted);
                                                           });
                                      });
    if (implied)
      small.clauses.erase(small.clauses.begin() + i);
  }
  return small;
}

// ---- Groups ------------------------------------------------------------------------------------

namespace {

bool has(const Alternatives &clause, const Conjunction &way) {
  return std::find(clause.begin(), clause.end(), way) != clause.end();
}

Alternatives without(Alternatives clause, const Alternatives &some) {
  std::erase_if(clause, [&](const Conjunction &way) { return has(some, way); });
  return clause;
}

} // namespace

std::vector<ClauseGroup> grouped(const Condition &condition) {
  std::vector<ClauseGroup> out;
  std::vector<bool> done(condition.clauses.size());
  for (size_t i = 0; i < condition.clauses.size(); ++i) {
    if (done[i])
      continue;
    const Alternatives &first = condition.clauses[i];
    ClauseGroup group{{}, {first}};
    for (size_t j = i + 1; j < condition.clauses.size(); ++j) {
      const Alternatives &next = condition.clauses[j];
      Alternatives common = without(first, without(first, next));
      bool joins = group.shared.empty() ? common.size() && common.size() < first.size()
                                        : common == group.shared;
      if (done[j] || !joins || common.size() == next.size())
        continue;
      group.shared = common;
      group.rest[0] = without(first, common);
      group.rest.push_back(without(next, common));
      done[j] = true;
    }
    out.push_back(std::move(group));
  }
  return out;
}

// ---- Text --------------------------------------------------------------------------------------

namespace {

enum class Relation { AtLeast, Equal, NotEqual };

/// form (relation) 0, with what is subtracted on the other side.
std::string comparison(const AtomTable &table, const Form &form, Relation relation) {
  std::vector<Term> left, right;
  Rational constant = form.constantTerm();
  for (const Term &t : form.terms())
    if (!t.monomial.empty())
      (t.factor.sign() > 0 ? left : right).push_back(t);
  Form a = Form::of(left), b = -Form::of(right);
  if (left.empty() && right.empty())
    return constant.sign() >= 0 ? "1 >= 1" : "1 <= 0";
  bool turned = left.empty();
  if (turned) {
    std::swap(a, b);
    constant = -constant;
  }
  // a + constant (relation) b, or turned round
  std::string sign = relation == Relation::Equal      ? " == "
                     : relation == Relation::NotEqual ? " != "
                     : turned                         ? " <= "
                                                      : " >= ";
  if (relation == Relation::AtLeast && !b.isZero() && constant == Rational(turned ? 1 : -1))
    return table.text(a) + (turned ? " < " : " > ") + table.text(b);
  if (constant.sign() > 0 && !b.isZero())
    return table.text(a + Form(constant)) + sign + table.text(b);
  return table.text(a) + sign + table.text(b - Form(constant));
}

std::string conjunctionText(const AtomTable &table, const Conjunction &c) {
  std::string out;
  std::vector<bool> done(c.size());
  for (size_t i = 0; i < c.size(); ++i) {
    if (done[i])
      continue;
    auto opposite = std::find(c.begin() + i + 1, c.end(), -c[i]);
    bool equal = opposite != c.end();
    if (equal)
      done[opposite - c.begin()] = true;
    out += (out.empty() ? "" : " and ") +
           comparison(table, c[i], equal ? Relation::Equal : Relation::AtLeast);
  }
  return out;
}

std::string clauseText(const AtomTable &table, const Alternatives &clause, bool alone) {
  std::vector<std::string> parts;
  std::vector<bool> done(clause.size());
  for (size_t i = 0; i < clause.size(); ++i) {
    if (done[i])
      continue;
    bool unequal = false;
    if (clause[i].size() == 1)
      for (size_t j = i + 1; j < clause.size() && !unequal; ++j)
        // f >= 1 or -f >= 1
        if (clause[j].size() == 1 && clause[j][0] == -clause[i][0] - Form(2)) {
          unequal = done[j] = true;
          parts.push_back(comparison(table, clause[i][0] + Form(1), Relation::NotEqual));
        }
    if (!unequal) {
      std::string part = conjunctionText(table, clause[i]);
      parts.push_back(clause[i].size() > 1 && clause.size() > 1 ? "(" + part + ")" : part);
    }
  }
  std::string out;
  for (const std::string &part : parts)
    out += (out.empty() ? "" : " or ") + part;
  return parts.size() > 1 && !alone ? "(" + out + ")" : out;
}

} // namespace

std::string text(const AtomTable &table, const Condition &condition) {
  std::vector<ClauseGroup> groups = grouped(condition);
  std::string out;
  for (const ClauseGroup &group : groups) {
    std::string rest;
    for (const Alternatives &clause : group.rest)
      rest += (rest.empty() ? "" : " and ") + clauseText(table, clause, group.shared.empty() && groups.size() == 1);
    std::string all = group.shared.empty()
                          ? rest
                          : clauseText(table, group.shared, true) + " or (" + rest + ")";
    bool wrapped = !group.shared.empty() && groups.size() > 1;
    out += (out.empty() ? "" : " and ") + (wrapped ? "(" + all + ")" : all);
  }
  return out.empty() ? "true" : out;
}

} // namespace costate::symbolic
