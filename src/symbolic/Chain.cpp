#include "symbolic/Chain.h"

#include <algorithm>

namespace costate::symbolic {

namespace {

constexpr unsigned longest = 24;

/// Whether something else in the term changes with the loop.
bool changesBeside(const AtomTable &table, const Term &t, AtomId power, LoopId loop) {
  for (auto &[id, exponent] : t.monomial)
    if (id != power && table.dependsOn(Form::atom(id), loop))
      return true;
  return false;
}

/// Atoms of the form that change with the loop in ways no difference makes simpler.
bool hasIrregular(const AtomTable &table, const Form &f, LoopId loop) {
  for (const Term &t : f.terms())
    for (auto &[id, exponent] : t.monomial) {
      const Atom &a = table[id];
      bool irregular = a.kind == Atom::Kind::Apply || a.kind == Atom::Kind::Max ||
                       a.kind == Atom::Kind::Min || a.kind == Atom::Kind::Quotient;
      // Nor do differences of i*2^i ever end.
      irregular |= a.kind == Atom::Kind::Power && changesBeside(table, t, id, loop);
      if (irregular && table.dependsOn(Form::atom(id), loop))
        return true;
    }
  return false;
}

AtomId counterOf(AtomTable &table, LoopId loop) { return *table.counter(loop).asAtom(); }

/// binomial(i, j) = i (i-1) ... (i-j+1) / j!
Form binomial(const Form &i, unsigned j) {
  Form out = 1;
  for (unsigned k = 0; k < j; ++k)
    out = out * (i - Form(k)) * Rational::of(1, k + 1);
  return out;
}

} // namespace

Chain toChain(AtomTable &table, const Form &f, const std::vector<LoopName> &loops) {
  auto at = std::find_if(loops.begin(), loops.end(),
                         [&](const LoopName &l) { return table.dependsOn(f, l.loop); });
  Chain out;
  if (at == loops.end()) {
    out.value = f;
    return out;
  }
  std::vector<LoopName> outer(at + 1, loops.end());
  out.loop = at->loop;
  out.loopName = at->name;
  Form rest = f;
  while (table.dependsOn(rest, at->loop)) {
    if (hasIrregular(table, rest, at->loop) || out.coefficients.size() >= longest) {
      Chain last;
      last.value = rest;
      out.coefficients.push_back(last);
      return out;
    }
    out.coefficients.push_back(toChain(table, table.initial(rest, at->loop), outer));
    auto ratio = table.ratio(rest, at->loop);
    out.operators.push_back(ratio ? Chain::Operator::Multiply : Chain::Operator::Add);
    rest = ratio ? *ratio : table.difference(rest, at->loop);
  }
  out.coefficients.push_back(toChain(table, rest, outer));
  return out;
}

Form closed(AtomTable &table, const Chain &chain) {
  if (!chain.loop)
    return chain.value;
  Form tail = closed(table, chain.coefficients.back());
  for (size_t k = chain.operators.size(); k-- > 0;) {
    Form start = closed(table, chain.coefficients[k]);
    tail = chain.operators[k] == Chain::Operator::Add
               ? start + partialSum(table, *chain.loop, tail)
               : solveProduct(table, *chain.loop, start, tail);
  }
  return tail;
}

Form solveProduct(AtomTable &table, LoopId loop, const Form &v0, const Form &c) {
  return v0 * table.product(loop, c, table.counter(loop));
}

Form partialSum(AtomTable &table, LoopId loop, const Form &body) {
  Form i = table.counter(loop), out, irregular;
  AtomId counter = counterOf(table, loop);
  for (const Term &t : body.terms()) {
    // One term: a factor without the loop, a power of the counter, and at most one geometric
    // factor.
    Form factor = t.factor, base = 1;
    unsigned degree = 0;
    bool regular = true;
    for (auto &[id, exponent] : t.monomial) {
      const Atom &a = table[id];
      if (id == counter)
        degree = exponent;
      else if (!table.dependsOn(Form::atom(id), loop))
        factor = factor * Form::atom(id).power(exponent);
      else if (a.kind == Atom::Kind::Power && a.arguments[1] == i)
        base = base * a.arguments[0].power(exponent);
      else
        regular = false;
    }
    Form term = Form::of({t});
    if (!regular || (!(base == Form(1)) && !base.constant())) {
      irregular = irregular + term;
      continue;
    }
    if (base == Form(1)) {
      // Newton series of i^degree, summed: binomial(i, j) becomes binomial(i, j+1).
      Form power = i.power(degree), sum;
      for (unsigned j = 0; j <= degree; ++j) {
        sum = sum + table.initial(power, loop) * binomial(i, j + 1);
        power = table.difference(power, loop);
      }
      out = out + factor * sum;
      continue;
    }
    // i^d r^i: there is q(i) r^i with that difference, q of degree d, found from the top:
    // (r q(i+1) - q(i)) = i^d.
    Rational r = *base.constant();
    Form q, wanted = i.power(degree);
    for (unsigned d = degree + 1; d-- > 0;) {
      auto parts = wanted.coefficients(counter);
      Form top = d < parts.size() ? parts[d] : Form();
      Form step = top * i.power(d) * (Rational(1) / (r - Rational(1)));
      q = q + step;
      wanted = wanted - (table.substitute(step, loop, i + Form(1)) * r - step);
    }
    Form primitive = q * table.power(base, i);
    out = out + factor * (primitive - table.initial(primitive, loop));
  }
  return out + (irregular.isZero() ? Form() : table.sum(loop, irregular, i));
}

/// Lemma 1, in closed form: with c = 1 the partial sums of p; with c constant otherwise, the
/// polynomial q with q(i+1) = c q(i) + p(i), and a geometric part that starts it at v0.
std::optional<Form> solveRecurrence(AtomTable &table, LoopId loop, const Form &v0, const Form &c,
                                    const Form &p) {
  if (c == Form(1))
    return v0 + partialSum(table, loop, p);
  if (p.isZero())
    return solveProduct(table, loop, v0, c);
  auto ratio = c.constant();
  AtomId counter = counterOf(table, loop);
  for (const Term &t : p.terms())
    for (auto &[id, exponent] : t.monomial)
      if (id != counter && table.dependsOn(Form::atom(id), loop))
        return std::nullopt;
  if (!ratio) // a symbolic ratio would divide by c - 1, which may be zero
    return std::nullopt;
  Form i = table.counter(loop), q, wanted = p;
  for (unsigned d = p.degree(counter) + 1; d-- > 0;) {
    auto parts = wanted.coefficients(counter);
    Form top = d < parts.size() ? parts[d] : Form();
    Form step = top * i.power(d) * (Rational(1) / (Rational(1) - *ratio));
    q = q + step;
    wanted = wanted - (table.substitute(step, loop, i + Form(1)) - step * *ratio);
  }
  return q + (v0 - table.initial(q, loop)) * table.power(c, i);
}

bool isClosed(const AtomTable &table, const Form &f) {
  for (const Term &t : f.terms())
    for (auto &[id, exponent] : t.monomial) {
      const Atom &a = table[id];
      if (a.kind == Atom::Kind::Sum || a.kind == Atom::Kind::Product)
        return false;
      for (const Form &argument : a.arguments)
        if (!isClosed(table, argument))
          return false;
    }
  return true;
}

std::string text(const AtomTable &table, const Chain &chain) {
  if (!chain.loop) {
    std::string out;
    for (char c : table.text(chain.value)) // compact: `j0+1`
      if (c != ' ')
        out += c;
    return out;
  }
  std::string out = "{" + text(table, chain.coefficients[0]);
  for (size_t k = 0; k < chain.operators.size(); ++k)
    out += std::string(chain.operators[k] == Chain::Operator::Add ? ",+," : ",*,") +
           text(table, chain.coefficients[k + 1]);
  return out + "}_" + chain.loopName;
}

} // namespace costate::symbolic
