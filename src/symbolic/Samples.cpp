#include "symbolic/Samples.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace costate::symbolic {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr double largest = 1e12; // beyond, sums would not be exact
constexpr double tolerance = 1e-4;

double limited(double x) { return std::abs(x) <= largest ? x : none; }

/// Rounded towards zero, as both languages do.
double quotient(double a, double b) { return b == 0 ? none : std::trunc(a / b); }

} // namespace

Samples::Samples(AtomTable &table, const std::vector<CounterRange> &ranges,
                 const std::vector<Assumption> &assumptions, unsigned salt)
    : table(table), ranges(ranges), assumptions(assumptions), salt(salt) {
  uint32_t inside = ~0u;
  for (const CounterRange &range : ranges) {
    Column here = evaluate(table.counter(range.loop));
    Column last = range.last ? evaluate(*range.last) : here;
    for (unsigned k = 0; k < count; ++k)
      if (!(here[k] >= 0 && here[k] <= last[k] + tolerance))
        inside &= ~(1u << k);
  }
  valid.push_back(inside);
}

uint32_t Samples::where(size_t wanted) {
  while (valid.size() <= wanted) {
    const Assumption &a = assumptions[valid.size() - 1];
    Column value = evaluate(a.given);
    uint32_t points = valid.back();
    for (unsigned k = 0; k < count; ++k)
      if (!(value[k] >= -tolerance && (!a.isZero || value[k] <= tolerance)))
        points &= ~(1u << k);
    valid.push_back(points);
  }
  return valid[wanted];
}

void Samples::drop(size_t kept) {
  if (valid.size() > kept + 1)
    valid.resize(kept + 1);
}

bool Samples::isNegative(const Form &f, uint32_t points) {
  if (!points)
    return false;
  Column value = evaluate(f);
  for (unsigned k = 0; k < count; ++k)
    if ((points >> k & 1) && value[k] < -tolerance)
      return true;
  return false;
}

// ---- Numbers -----------------------------------------------------------------------------------

Samples::Column Samples::evaluate(const Form &f) {
  Column sum{};
  for (const Term &t : f.terms()) {
    Column product;
    product.fill((double)t.factor.numerator() / (double)t.factor.denominator());
    for (auto &[atom, exponent] : t.monomial) {
      const Column &x = column(atom);
      for (unsigned n = 0; n < exponent; ++n)
        for (unsigned k = 0; k < count; ++k)
          product[k] *= x[k];
    }
    for (unsigned k = 0; k < count; ++k)
      sum[k] += product[k];
  }
  for (double &x : sum)
    x = limited(x);
  return sum;
}

const Samples::Column &Samples::column(AtomId id) {
  auto found = columns.find(id);
  if (found != columns.end())
    return found->second;
  open.insert(id);
  Column values = compute(id);
  open.erase(id);
  return columns[id] = values;
}

Samples::Column Samples::compute(AtomId id) {
  for (const Assumption &a : assumptions)
    if (a.atom == id) {
      // What an assumption makes of it may lead back here through the range of a counter.
      for (const Term &t : a.value.terms())
        for (auto &[atom, exponent] : t.monomial)
          if (open.count(atom))
            return symbol(id);
      return evaluate(a.value);
    }
  const Atom &atom = table[id];
  Column out;
  out.fill(none);
  auto argument = [&](size_t i) { return evaluate(atom.arguments[i]); };
  auto combine = [&](auto &&operation) {
    Column a = argument(0), b = argument(1);
    for (unsigned k = 0; k < count; ++k)
      out[k] = std::isnan(a[k]) || std::isnan(b[k]) ? none : limited(operation(a[k], b[k]));
    return out;
  };
  switch (atom.kind) {
  case Atom::Kind::Symbol:
    return symbol(id);
  case Atom::Kind::Counter:
    return counter(atom.loop);
  case Atom::Kind::Power:
    return combine([](double a, double b) { return std::pow(a, b); });
  case Atom::Kind::Max:
    return combine([](double a, double b) { return std::max(a, b); });
  case Atom::Kind::Min:
    return combine([](double a, double b) { return std::min(a, b); });
  case Atom::Kind::Quotient:
    return combine([](double a, double b) { return b == 0 ? none : std::floor(a / b); });
  case Atom::Kind::Apply:
    if (!atom.key && atom.arguments.size() == 2 && atom.name == "quotient")
      return combine(quotient);
    if (!atom.key && atom.arguments.size() == 2 && atom.name == "remainder")
      return combine([](double a, double b) { return a - b * quotient(a, b); });
    if (const Sequence *known = table.sequenceOf(id))
      return sequence(id, *known);
    return place(id);
  case Atom::Kind::Sum:
  case Atom::Kind::Product:
    break;
  }
  return out;
}

uint64_t Samples::chance(uint64_t what, unsigned point) const {
  uint64_t x = what * 0x9e3779b97f4a7c15u + (salt * count + point + 1) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 30)) * 0x94d049bb133111ebu;
  return x ^ (x >> 29);
}

uint64_t Samples::numberOf(const std::string &what) {
  return drawn.try_emplace(what, drawn.size() + 1).first->second;
}

Samples::Column Samples::symbol(AtomId id) {
  static constexpr double any[] = {0, 1, -1, 2, 3, 5, -2, 8, 4, 1, 0, 13, 6, 2, -5, 7};
  bool positive = table[id].name == slackName;
  uint64_t which = numberOf("symbol " + std::to_string(id));
  Column out;
  for (unsigned k = 0; k < count; ++k) {
    double x = any[chance(which, k) % 16];
    out[k] = positive && x < 0 ? 1 - x : x;
  }
  return out;
}

/// One of both ends, or something in between.
Samples::Column Samples::counter(LoopId loop) {
  Column out;
  out.fill(none);
  auto range = std::find_if(ranges.begin(), ranges.end(),
                            [&](const CounterRange &r) { return r.loop == loop; });
  if (range == ranges.end())
    return out;
  uint64_t which = numberOf("counter " + std::to_string(loop));
  Column last;
  last.fill(9);
  if (range->last)
    last = evaluate(*range->last);
  for (unsigned k = 0; k < count; ++k) {
    uint64_t x = chance(which, k);
    if (last[k] >= 0)
      out[k] = x % 3 == 0 ? 0 : x % 3 == 1 ? last[k] : (double)((x >> 8) % (uint64_t)(last[k] + 1));
  }
  return out;
}

/// The same function at the same arguments is the same number.
Samples::Column Samples::place(AtomId id) {
  const Atom &atom = table[id];
  std::vector<Column> arguments;
  for (const Form &f : atom.arguments)
    arguments.push_back(evaluate(f));
  Column out;
  uint64_t function = numberOf(atom.name + " " + std::to_string((uintptr_t)atom.key));
  for (unsigned k = 0; k < count; ++k) {
    uint64_t which = function;
    bool known = true;
    for (const Column &argument : arguments) {
      known &= !std::isnan(argument[k]);
      which = which * 31 + (uint64_t)(int64_t)(known ? argument[k] : 0);
    }
    out[k] = known ? (double)(chance(which, k) % 8) - 1 : none;
  }
  return out;
}

/// Along its lower bound at some points, along its upper bound at others: each is a way to run.
Samples::Column Samples::sequence(AtomId id, const Sequence &known) {
  Column low, high;
  low.fill(none);
  high.fill(none);
  if (known.lower)
    low = evaluate(table.atArguments(id, *known.lower));
  if (known.upper)
    high = evaluate(table.atArguments(id, *known.upper));
  for (unsigned k = 0; k < count; ++k)
    if (k % 2)
      low[k] = high[k];
  return low;
}

} // namespace costate::symbolic
