// What is asked of loops once they have been read (LoopNest).
#include "analysis/LoopNest.h"

namespace costate::analysis {

using namespace ir;
using symbolic::AtomId;

std::optional<Form> Loop::last(symbolic::AtomTable &table) const {
  if (!trips)
    return std::nullopt;
  auto atom = trips->asAtom();
  if (atom && table[*atom].kind == symbolic::Atom::Kind::Max) {
    const std::vector<Form> sides = table[*atom].arguments;
    if (sides[0].isZero() || sides[1].isZero()) // some iteration takes place: it is not the zero
      return (sides[0].isZero() ? sides[1] : sides[0]) - Form(1);
  }
  return *trips - Form(1);
}

void assumeLoops(const Access &a, symbolic::Prover &prover, symbolic::AtomTable &table, const Loop *known) {
  std::vector<const Loop *> around;
  for (const Loop *l = a.loop; l; l = l->outer)
    if (!known || !known->isInside(l))
      around.insert(around.begin(), l);
  for (const Loop *l : around) {
    auto last = l->last(table);
    if (last)
      prover.assume(*last);
    prover.counter(l->id, last);
  }
}

bool Loop::isInside(const Loop *other) const {
  for (const Loop *l = this; l; l = l->outer)
    if (l == other)
      return true;
  return false;
}

const LoopState *LoopNests::before(const Stmt *s) const {
  auto found = states.find(s);
  return found == states.end() ? nullptr : &found->second;
}

const Expr *LoopNests::placeOf(AtomId atom) const {
  auto found = lasting.find(atom);
  return found == lasting.end() ? nullptr : found->second;
}

std::vector<symbolic::LoopName> LoopNests::around(const Loop *loop) const {
  std::vector<symbolic::LoopName> out;
  for (; loop; loop = loop->outer)
    out.push_back({loop->id, loop->name});
  return out;
}

std::string LoopNests::chain(const Form &f, const Loop *loop) {
  try {
    return symbolic::text(table, symbolic::toChain(table, f, around(loop)));
  } catch (const symbolic::Overflow &) {
    return table.text(f); // its differences are numbers beyond 64 bits
  }
}

/// Whether a form is least in the last iteration, by its steps from one iteration to the next: the last one makes none.
/// (Where there is one iteration only, any value is the last one's.)
static bool isLeastAtLast(const Form &f, const Access &a, const Loop *at, symbolic::AtomTable &table) {
  symbolic::Prover prover(table);
  std::vector<const Loop *> around;
  for (const Loop *l = a.loop; l; l = l->outer)
    around.insert(around.begin(), l);
  for (const Loop *l : around) {
    auto last = l->last(table);
    if (last && l == at)
      last = *last - Form(1);
    if (last)
      prover.assume(*last);
    prover.counter(l->id, last);
  }
  return prover.leastAtLast(f, at->id);
}

std::optional<Form> extreme(const Form &f, const Access &a, const Loop *within, bool greatest,
                            symbolic::AtomTable &table) {
  symbolic::Prover prover(table);
  assumeLoops(a, prover, table);
  Form out = f;
  for (const Loop *l = a.loop; l && (!within || l->isInside(within)); l = l->outer) {
    if (!table.dependsOn(out, l->id))
      continue;
    Form up = greatest ? -out : out;
    auto last = l->last(table);
    if (prover.leastAtFirst(up, l->id))
      out = table.initial(out, l->id);
    else if (last && (prover.leastAtLast(up, l->id) || isLeastAtLast(up, a, l, table)))
      out = table.substitute(out, l->id, *last);
    else
      return std::nullopt;
    if (table.dependsOn(out, l->id))
      return std::nullopt;
  }
  return out;
}

} // namespace costate::analysis
