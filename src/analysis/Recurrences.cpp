#include "analysis/Recurrences.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;
using symbolic::AtomId;

std::vector<Form> countersAround(symbolic::AtomTable &table, const Loop *loop) {
  std::vector<Form> out;
  for (; loop; loop = loop->outer)
    out.insert(out.begin(), table.counter(loop->id));
  return out;
}

/// Variables in an order in which each depends on solved ones only.
void Recurrences::solve(const std::map<const Symbol *, std::pair<Known, Known>> &values) {
  std::set<const Symbol *> open;
  for (auto &[v, atom] : unknowns)
    open.insert(v);
  for (bool progress = true; progress;) {
    progress = false;
    for (auto &[v, atom] : unknowns)
      if (open.count(v)) {
        auto &[first, last] = values.at(v);
        Known end = boundsOnly(last);
        if (mentionsOpen(end, v, open))
          continue;
        bounds[atom] = settledStart(atom, first, end);
        if (!bounds[atom].value && last.value && first.value) // exact over sequences, at least
          if (auto exact = solution(atom, *first.value, substituted(*last.value)))
            bounds[atom] = Known::exactly(*exact);
        open.erase(v);
        progress = true;
        replaced[atom] =
            bounds[atom].value ? *bounds[atom].value : sequence(v, bounds[atom], end);
      }
  }
  for (auto &[v, atom] : unknowns) {
    if (open.count(v)) { // cyclic, or beyond us
      bounds[atom] = {};
      replaced[atom] = sequence(v, {}, {});
    }
    loop.inductions.push_back({v, bounds[atom]});
  }
}

const Known &Recurrences::start(const Symbol *v) const { return bounds.at(unknown(v)); }

/// A variable without a closed form, as a function of the iteration numbers.
Form Recurrences::sequence(const Symbol *v, const Known &known, const Known &end) {
  AtomId self = unknowns.find(v)->second;
  symbolic::Sequence facts;
  facts.loop = loop.id;
  for (const Loop *l = &loop; l; l = l->outer)
    facts.loops.insert(facts.loops.begin(), l->id);
  facts.lower = known.lower;
  facts.upper = known.upper;
  facts.leastStep = step(self, end.low());
  facts.greatestStep = step(self, end.high());
  return table.sequence(v->name, facts);
}

bool Recurrences::mentionsOpen(const Known &k, const Symbol *self,
                               const std::set<const Symbol *> &open) const {
  for (const Symbol *v : open)
    if (v != self)
      for (const std::optional<Form> *f : {&k.value, &k.lower, &k.upper})
        if (*f && table.contains(**f, unknown(v)))
          return true;
  return false;
}

Known Recurrences::settledStart(AtomId self, const Known &first, const Known &end) const {
  if (end.value && first.value)
    return {solution(self, *first.value, *end.value), {}, {}};
  Known out;
  if (end.low() && first.low())
    out.lower = bound(self, *first.low(), *end.low());
  if (end.high() && first.high())
    out.upper = bound(self, *first.high(), *end.high());
  if (out.lower && out.upper && *out.lower == *out.upper) // all ways lead to the same value
    return {out.lower, {}, {}};
  return out;
}

std::optional<Form> Recurrences::solution(AtomId self, const Form &first, const Form &end) const {
  if (end.degree(self) > 1 || containsInside(end, self))
    return std::nullopt;
  std::vector<Form> parts = end.coefficients(self);
  Form p = parts[0], c = parts.size() > 1 ? parts[1] : Form();
  if (c.isZero())
    return wrapAround(first, p);
  if (table.dependsOn(c, loop.id))
    return p.isZero() ? std::optional(solveProduct(table, loop.id, first, c)) : std::nullopt;
  return solveRecurrence(table, loop.id, first, c, p);
}

/// Assigned without regard to its old value: that of the iteration before, or the first.
std::optional<Form> Recurrences::wrapAround(const Form &first, const Form &value) const {
  Form counter = table.counter(loop.id);
  Form before = table.substitute(value, loop.id, counter - Form(1));
  if (isFragile(before))
    return std::nullopt;
  return before + (first - table.initial(before, loop.id)) * table.power(0, counter);
}

/// Has no value in the iteration before the first: array values, and what wraps around itself.
bool Recurrences::isFragile(const Form &f) const {
  for (const symbolic::Term &t : f.terms())
    for (auto &[atom, exponent] : t.monomial) {
      const symbolic::Atom &a = table[atom];
      bool partial = a.kind == symbolic::Atom::Kind::Apply ||
                     (a.kind == symbolic::Atom::Kind::Power && a.arguments[0].isZero());
      if (partial && table.dependsOn(Form::atom(atom), loop.id))
        return true;
      for (const Form &argument : a.arguments)
        if (isFragile(argument))
          return true;
    }
  return false;
}

/// A bound of V = V + p from bounds of p; the factor of V must be one.
std::optional<Form> Recurrences::bound(AtomId self, const Form &first, const Form &end) const {
  std::optional<Form> each = step(self, end);
  return each ? std::optional(first + partialSum(table, loop.id, *each)) : std::nullopt;
}

/// end - V, where V is in the end with factor one.
std::optional<Form> Recurrences::step(AtomId self, const std::optional<Form> &end) const {
  if (!end)
    return std::nullopt;
  Form rest = *end - Form::atom(self);
  return table.contains(rest, self) ? std::nullopt : std::optional(rest);
}

bool Recurrences::containsInside(const Form &f, AtomId wanted) const {
  for (const symbolic::Term &t : f.terms())
    for (auto &[atom, exponent] : t.monomial)
      if (atom != wanted && table.contains(Form::atom(atom), wanted))
        return true;
  return false;
}

// ---- Replacing unknowns ------------------------------------------------------------------------------

Form Recurrences::substituted(const Form &f) const {
  Form out = f;
  for (auto &[atom, value] : replaced)
    if (table.contains(out, atom))
      out = table.replace(out, atom, value);
  return out;
}

Known Recurrences::substituted(const Known &k) const {
  Known out = k;
  for (std::optional<Form> *f : {&out.value, &out.lower, &out.upper})
    if (*f)
      *f = substituted(**f);
  return out;
}

/// With bounds in place of unknowns that have bounds only.
Known Recurrences::boundsOnly(const Known &k) const {
  Known out;
  if (k.value)
    out.value = exactForm(*k.value);
  if (k.value && !out.value) {
    // The exact value is gone, but bounds of what it is made of may bound it.
    out.lower = boundOf(*k.value, false);
    out.upper = boundOf(*k.value, true);
  }
  if (k.lower)
    out.lower = boundOf(*k.lower, false);
  if (k.upper)
    out.upper = boundOf(*k.upper, true);
  return out;
}

std::optional<Form> Recurrences::exactForm(const Form &f) const {
  Form out = f;
  for (auto &[atom, known] : bounds)
    if (table.contains(out, atom)) {
      if (!known.value)
        return std::nullopt;
      out = table.replace(out, atom, *known.value);
    }
  return out;
}

/// Of a form with unknowns that have bounds only: term by term, each a constant times one unknown,
/// or times a max or min of such forms.
std::optional<Form> Recurrences::boundOf(const Form &f, bool upper) const {
  Form out;
  for (const symbolic::Term &t : f.terms()) {
    Form term = Form::of({t});
    if (auto exact = exactForm(term)) {
      out = out + *exact;
      continue;
    }
    if (t.monomial.size() != 1 || t.monomial[0].second != 1)
      return std::nullopt;
    auto side = boundOf(t.monomial[0].first, (t.factor.sign() > 0) == upper);
    if (!side)
      return std::nullopt;
    out = out + *side * t.factor;
  }
  return out;
}

std::optional<Form> Recurrences::boundOf(AtomId id, bool upper) const {
  if (auto found = bounds.find(id); found != bounds.end())
    return upper ? found->second.upper : found->second.lower;
  const symbolic::Atom &a = table[id];
  if (a.kind != symbolic::Atom::Kind::Max && a.kind != symbolic::Atom::Kind::Min)
    return std::nullopt;
  auto left = boundOf(a.arguments[0], upper), right = boundOf(a.arguments[1], upper);
  if (!left || !right)
    return std::nullopt;
  return a.kind == symbolic::Atom::Kind::Max ? table.maximum(*left, *right)
                                             : table.minimum(*left, *right);
}

} // namespace costate::analysis
