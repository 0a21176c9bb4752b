#include "symbolic/Form.h"

#include <algorithm>

namespace costate::symbolic {

AtomId AtomTable::intern(Atom atom) {
  auto found = ids.find(&atom);
  if (found != ids.end())
    return found->second;
  atoms.push_back(std::move(atom));
  AtomId id = atoms.size() - 1;
  facts.push_back(factsOf(atoms.back()));
  ids.emplace(&atoms.back(), id);
  return id;
}

/// Terms are in the order of their atoms' numbers, and proofs go by that order: what is shared by all
/// procedures comes before what any of them adds, lest a verdict depends on the procedures before.
AtomTable::AtomTable() {
  constexpr unsigned enough = 64;
  for (unsigned number = 1; number <= enough; ++number)
    slack(number);
}

/// Its key is its number: each is its own.
Form AtomTable::slack(unsigned number) {
  return symbol(slackName, reinterpret_cast<void *>((uintptr_t)number));
}

Form AtomTable::symbol(const std::string &name, const void *key) {
  return Form::atom(intern({Atom::Kind::Symbol, name, key, 0, {}}));
}

Form AtomTable::counter(LoopId loop, const std::string &name) {
  auto [at, fresh] = counters.try_emplace(loop, 0);
  if (fresh)
    at->second = intern({Atom::Kind::Counter, name, nullptr, loop, {}});
  return Form::atom(at->second);
}

/// base^(constant + rest) is base^constant * base^rest, so that 2^(i+1) and 2*2^i are one form.
Form AtomTable::power(const Form &base, const Form &exponent) {
  Rational constant = exponent.constantTerm();
  if (base.constant() && base.constant()->isOne())
    return 1;
  if (auto inner = base.asAtom(); inner && atoms[*inner].kind == Atom::Kind::Power) // (b^e)^n = b^(e n)
    return power(atoms[*inner].arguments[0], atoms[*inner].arguments[1] * exponent);
  if (constant.isInteger() && !constant.isZero()) {
    Form rest = power(base, exponent - Form(constant));
    int64_t n = constant.numerator();
    if (n > 0 && n <= 62)
      return base.power(n) * rest;
    auto value = base.constant();
    if (n < 0 && n >= -62 && value && !value->isZero()) {
      Rational inverse = 1;
      for (int64_t i = 0; i < -n; ++i)
        inverse = inverse / *value;
      return rest * inverse;
    }
    if (!exponent.constant())
      return Form::atom(intern({Atom::Kind::Power, "", nullptr, 0, {base, exponent}}));
  }
  if (exponent.isZero())
    return 1;
  return Form::atom(intern({Atom::Kind::Power, "", nullptr, 0, {base, exponent}}));
}

bool AtomTable::mayBeFraction(const Monomial &m) const {
  auto isCount = [&](const Term &t) { // not negative, and an integer
    return t.factor.isInteger() && t.factor.sign() >= 0 &&
           std::all_of(t.monomial.begin(), t.monomial.end(),
                       [&](auto &part) { return atoms[part.first].kind == Atom::Kind::Counter; });
  };
  return std::any_of(m.begin(), m.end(), [&](auto &part) {
    const Atom &a = atoms[part.first];
    if (a.kind != Atom::Kind::Power)
      return false;
    const std::vector<Term> &base = a.arguments[0].terms(), &exponent = a.arguments[1].terms();
    return !std::all_of(exponent.begin(), exponent.end(), isCount) ||
           std::any_of(base.begin(), base.end(),
                       [&](const Term &t) { return !t.factor.isInteger() || mayBeFraction(t.monomial); });
  });
}

Form AtomTable::sum(LoopId loop, const Form &body, const Form &count) {
  // Term by term, so that equal sums are equal forms; what does not depend on the loop comes out.
  std::vector<Form> parts;
  Form out;
  for (const Term &t : body.terms()) {
    Form inside = 1, outside = t.factor;
    for (auto &[atom, exponent] : t.monomial) {
      Form factor = Form::atom(atom).power(exponent);
      (dependsOn(atom, loop) ? inside : outside) =
          (dependsOn(atom, loop) ? inside : outside) * factor;
    }
    if (inside == Form(1))
      out = out + outside * count;
    else
      out =
          out + outside * Form::atom(intern({Atom::Kind::Sum, "", nullptr, loop, {count, inside}}));
  }
  return out;
}

Form AtomTable::product(LoopId loop, const Form &body, const Form &count) {
  if (!dependsOn(body, loop))
    return power(body, count);
  return Form::atom(intern({Atom::Kind::Product, "", nullptr, loop, {count, body}}));
}

Form AtomTable::apply(const std::string &name, const void *key, std::vector<Form> arguments) {
  return Form::atom(intern({Atom::Kind::Apply, name, key, 0, std::move(arguments)}));
}

Form AtomTable::sequence(const std::string &name, const Sequence &facts) {
  sequences.push_back(facts);
  sequencesByKey[&sequences.back()] = &sequences.back();
  std::vector<Form> arguments;
  for (LoopId loop : facts.loops)
    arguments.push_back(counter(loop));
  return apply(name, &sequences.back(), std::move(arguments));
}

void AtomTable::restateSequences(size_t first, const std::function<Form(const Form &)> &anew) {
  for (size_t i = first; i < sequences.size(); ++i)
    for (std::optional<Form> *f : {&sequences[i].lower, &sequences[i].upper,
                                   &sequences[i].leastStep, &sequences[i].greatestStep})
      if (*f)
        *f = anew(**f);
}

const Sequence *AtomTable::sequenceOf(AtomId id) const {
  const Atom &a = atoms[id];
  auto found = a.kind == Atom::Kind::Apply ? sequencesByKey.find(a.key) : sequencesByKey.end();
  return found == sequencesByKey.end() ? nullptr : found->second;
}

Form AtomTable::atArguments(AtomId id, const Form &f) {
  const Atom &a = atoms[id];
  const Sequence *sequence = sequenceOf(id);
  Form out = f;
  // First to counters of their own, lest an argument's counter is replaced again.
  auto aside = [](LoopId loop) { return loop + (1u << 30); };
  for (LoopId loop : sequence->loops)
    out = substitute(out, loop, counter(aside(loop)));
  for (size_t i = 0; i < a.arguments.size(); ++i)
    out = substitute(out, aside(sequence->loops[i]), a.arguments[i]);
  return out;
}

namespace {

/// max(a, b) = c + max(a - c, b - c): what both have in common comes out, and the order is fixed.
Form commonTerms(const Form &a, const Form &b) {
  std::vector<Term> common;
  for (const Term &t : a.terms())
    if (std::find(b.terms().begin(), b.terms().end(), t) != b.terms().end())
      common.push_back(t);
  return Form::of(std::move(common));
}

} // namespace

Form AtomTable::maximum(const Form &a, const Form &b) {
  if (auto difference = (a - b).constant())
    return difference->sign() >= 0 ? a : b;
  Form common = commonTerms(a, b), x = a - common, y = b - common;
  if (y < x)
    std::swap(x, y);
  return common + Form::atom(intern({Atom::Kind::Max, "", nullptr, 0, {x, y}}));
}

Form AtomTable::minimum(const Form &a, const Form &b) {
  if (auto difference = (a - b).constant())
    return difference->sign() <= 0 ? a : b;
  Form common = commonTerms(a, b), x = a - common, y = b - common;
  if (y < x)
    std::swap(x, y);
  return common + Form::atom(intern({Atom::Kind::Min, "", nullptr, 0, {x, y}}));
}

Form AtomTable::quotient(const Form &a, const Form &b) {
  auto divisor = b.integer();
  if (!divisor || *divisor == 0)
    return Form::atom(intern({Atom::Kind::Quotient, "", nullptr, 0, {a, b}}));
  // Integers that the divisor divides come out: floor((6i + k)/3) = 2i + floor(k/3).
  std::vector<Term> whole, rest;
  for (const Term &t : a.terms()) {
    Rational q = t.factor / Rational(*divisor);
    if (q.isInteger() && !mayBeFraction(t.monomial))
      whole.push_back({t.monomial, q});
    else
      rest.push_back(t);
  }
  Form left = Form::of(rest);
  if (auto value = left.constant())
    return Form::of(whole) + Form((*value / Rational(*divisor)).floor());
  return Form::of(whole) + Form::atom(intern({Atom::Kind::Quotient, "", nullptr, 0, {left, b}}));
}

// ---- Questions ---------------------------------------------------------------------------------

namespace {
uint64_t bitOf(AtomId id) { return uint64_t(1) << (id * 0x9e3779b1u >> 26); }
} // namespace

AtomTable::Facts AtomTable::factsOf(const Atom &a) const {
  Facts out;
  if (a.kind == Atom::Kind::Counter)
    out.loops = {a.loop};
  bool isSum = a.kind == Atom::Kind::Sum || a.kind == Atom::Kind::Product;
  for (size_t i = 0; i < a.arguments.size(); ++i) {
    out.weight = std::min(out.weight + weight(a.arguments[i]), 1u << 20);
    for (const Term &t : a.arguments[i].terms())
      for (auto &[atom, exponent] : t.monomial) {
        out.inside |= bitOf(atom) | facts[atom].inside;
        for (LoopId loop : facts[atom].loops)
          if (!(isSum && i == 1 && loop == a.loop)) // the running index is its own
            out.loops.push_back(loop);
      }
  }
  std::sort(out.loops.begin(), out.loops.end());
  out.loops.erase(std::unique(out.loops.begin(), out.loops.end()), out.loops.end());
  return out;
}

unsigned AtomTable::weight(const Form &f) const {
  unsigned out = 0;
  for (const Term &t : f.terms()) {
    out += 1;
    for (auto &[atom, exponent] : t.monomial)
      out = std::min(out + facts[atom].weight, 1u << 20);
  }
  return out;
}

bool AtomTable::dependsOn(AtomId id, LoopId loop) const {
  const std::vector<LoopId> &loops = facts[id].loops;
  return !loops.empty() && std::binary_search(loops.begin(), loops.end(), loop);
}

bool AtomTable::dependsOn(const Form &f, LoopId loop) const {
  for (const Term &t : f.terms())
    for (auto &[atom, exponent] : t.monomial)
      if (dependsOn(atom, loop))
        return true;
  return false;
}

bool AtomTable::contains(const Form &f, AtomId wanted) const {
  for (const Term &t : f.terms())
    for (auto &[atom, exponent] : t.monomial) {
      if (atom == wanted)
        return true;
      if (!(facts[atom].inside & bitOf(wanted)))
        continue;
      for (const Form &argument : atoms[atom].arguments)
        if (contains(argument, wanted))
          return true;
    }
  return false;
}

// ---- Rebuilding --------------------------------------------------------------------------------

Form AtomTable::map(const Form &f, const std::function<std::optional<Form>(AtomId)> &visit) {
  std::vector<Term> same;
  Form changed;
  for (const Term &t : f.terms()) {
    std::optional<Form> product;
    Term kept{{}, t.factor};
    for (auto &[atom, exponent] : t.monomial)
      if (auto replaced = visit(atom)) {
        Form power = exponent == 1 ? *replaced : replaced->power(exponent);
        product = product ? *product * power : power;
      } else {
        kept.monomial.push_back({atom, exponent});
      }
    if (product)
      changed = changed + *product * Form::of({kept});
    else
      same.push_back(t);
  }
  if (same.size() == f.terms().size())
    return f;
  return changed + Form::of(std::move(same));
}

namespace {

/// The same function of other arguments.
Form rebuilt(AtomTable &table, const Atom &a, std::vector<Form> arguments) {
  switch (a.kind) {
  case Atom::Kind::Power:
    return table.power(arguments[0], arguments[1]);
  case Atom::Kind::Sum:
    return table.sum(a.loop, arguments[1], arguments[0]);
  case Atom::Kind::Product:
    return table.product(a.loop, arguments[1], arguments[0]);
  case Atom::Kind::Max:
    return table.maximum(arguments[0], arguments[1]);
  case Atom::Kind::Min:
    return table.minimum(arguments[0], arguments[1]);
  case Atom::Kind::Quotient:
    return table.quotient(arguments[0], arguments[1]);
  default:
    return table.apply(a.name, a.key, std::move(arguments));
  }
}

} // namespace

Form AtomTable::substitute(const Form &f, LoopId loop, const Form &value) {
  Rebuilt done;
  return substitute(f, loop, value, done);
}

Form AtomTable::substitute(const Form &f, LoopId loop, const Form &value, Rebuilt &done) {
  if (!dependsOn(f, loop))
    return f;
  return map(f, [&](AtomId id) -> std::optional<Form> {
    if (!dependsOn(id, loop))
      return std::nullopt;
    if (atoms[id].kind == Atom::Kind::Counter)
      return value;
    if (auto found = done.find(id); found != done.end())
      return found->second;
    auto out = substituted(id, loop, value, done);
    return done[id] = std::move(out);
  });
}

std::optional<Form> AtomTable::substituted(AtomId id, LoopId loop, const Form &value,
                                           Rebuilt &done) {
  const Atom &a = atoms[id];
  auto inside = [&](size_t i) { return substitute(a.arguments[i], loop, value, done); };
  switch (a.kind) {
  case Atom::Kind::Sum:
  case Atom::Kind::Product: {
    Form count = inside(0);
    Form body = a.loop == loop ? a.arguments[1] : inside(1);
    // The first values of a sum are its terms: S(n+1) = S(n) + f(n), S(3) = f(0) + f(1) + f(2).
    Rational constant = count.constantTerm();
    bool small = constant.isInteger() && constant.sign() > 0 && constant.numerator() <= 8;
    int64_t n = small ? constant.numerator() : 0;
    Form start = count - Form(n);
    bool isSum = a.kind == Atom::Kind::Sum;
    Form out = start.isZero() ? Form(isSum ? 0 : 1)
               : isSum        ? sum(a.loop, body, start)
                              : product(a.loop, body, start);
    for (int64_t k = 0; k < n; ++k) {
      Form next = substitute(body, a.loop, start + Form(k));
      out = isSum ? out + next : out * next;
    }
    return out;
  }
  case Atom::Kind::Counter:
  case Atom::Kind::Symbol:
    return std::nullopt;
  default: {
    std::vector<Form> arguments;
    for (size_t i = 0; i < a.arguments.size(); ++i)
      arguments.push_back(inside(i));
    return rebuilt(*this, a, std::move(arguments));
  }
  }
}

Form AtomTable::replace(const Form &f, AtomId wanted, const Form &value) {
  Rebuilt done;
  return replace(f, wanted, value, done);
}

Form AtomTable::replace(const Form &f, AtomId wanted, const Form &value, Rebuilt &done) {
  if (!contains(f, wanted))
    return f;
  return map(f, [&](AtomId id) -> std::optional<Form> {
    if (id == wanted)
      return value;
    if (!(facts[id].inside & bitOf(wanted)))
      return std::nullopt;
    if (auto found = done.find(id); found != done.end())
      return found->second;
    auto out = replaced(id, wanted, value, done);
    return done[id] = std::move(out);
  });
}

std::optional<Form> AtomTable::replaced(AtomId id, AtomId wanted, const Form &value,
                                        Rebuilt &done) {
  const Atom &a = atoms[id];
  std::vector<Form> arguments;
  bool changed = false;
  for (const Form &argument : a.arguments) {
    arguments.push_back(replace(argument, wanted, value, done));
    changed = changed || !(arguments.back() == argument);
  }
  if (!changed)
    return std::nullopt;
  return rebuilt(*this, a, std::move(arguments));
}

} // namespace costate::symbolic
