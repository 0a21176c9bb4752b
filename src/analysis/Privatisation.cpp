#include "analysis/Privatisation.h"

#include "symbolic/Prover.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

/// Somewhere outside of the loop.
bool Privatisation::isRead(const Symbol *array, const Block &b) const {
  for (const StmtPtr &s : b) {
    if (s.get() == loop.statement)
      continue;
    for (const Expr *e : expressions(*s)) {
      bool found = false;
      forEach(e, [&](const Expr *x) { found |= variableOf(x) == array; });
      if (found)
        return true;
    }
    for (const Block *inner : blocks(*s))
      if (isRead(array, *inner))
        return true;
  }
  return false;
}

bool Privatisation::isPrivate(const Symbol *array) {
  bool own = array->storage == Storage::Local && !array->overlay && !array->allocatable &&
             !memory.isShared(memory.variable(array));
  if (!own || isRead(array, loop.procedure->body))
    return false;
  CellSet cells;
  memory.forEachLeaf(memory.variable(array), [&](CellId leaf) { insert(cells, leaf); });
  for (const Access *a : accesses) {
    bool named = a->place && rootVariable(a->place) == array, touched = false;
    for (CellId id : overlaps.leaves(loop.procedure, *a))
      touched |= std::find(cells.begin(), cells.end(), id) != cells.end();
    if (touched && !named)
      return false; // through a pointer: the copies would be mistaken for each other
    if (!named || a->writes)
      continue;
    bool covered = false;
    for (const Access *w : accesses)
      covered |= w->writes && w->place && rootVariable(w->place) == array && isCovered(*a, *w);
    if (!covered)
      return false;
  }
  return true;
}

namespace {

/// The way from a block down to a statement: in each block, where to go on. Empty: not there.
std::vector<std::pair<const Stmt *, size_t>> wayTo(const Block &b, const Stmt *wanted) {
  for (size_t i = 0; i < b.size(); ++i) {
    if (b[i].get() == wanted)
      return {{wanted, i}};
    for (const Block *inner : blocks(*b[i]))
      if (auto way = wayTo(*inner, wanted); !way.empty()) {
        way.insert(way.begin(), {b[i].get(), i});
        return way;
      }
  }
  return {};
}

} // namespace

/// The write's statement runs before the read's in every iteration that gets to the read: it is before
/// it in the block where their ways part, and below that only loops are around it.
bool Privatisation::runsBefore(const Access &write, const Access &read) {
  const Block *body = blocks(*loop.statement).back();
  auto to = wayTo(*body, write.statement), from = wayTo(*body, read.statement);
  if (to.empty() || from.empty() || llvm::isa<While>(loop.statement))
    return false;
  size_t i = 0;
  while (i < to.size() && i < from.size() && to[i].first == from[i].first)
    ++i;
  if (i >= to.size() || i >= from.size() || to[i].second >= from[i].second)
    return false;
  if (i > 0 && llvm::isa<If>(to[i - 1].first)) {
    // The ways may part into the two branches.
    auto &branch = llvm::cast<If>(*to[i - 1].first);
    auto inside = [&](const Block &b, const Stmt *s) {
      for (const StmtPtr &x : b)
        if (x.get() == s)
          return true;
      return false;
    };
    if (inside(branch.thenBlock, to[i].first) != inside(branch.thenBlock, from[i].first))
      return false;
  }
  for (; i + 1 < to.size(); ++i)
    if (!llvm::isa<For>(to[i].first))
      return false;
  return true;
}

bool Privatisation::isCovered(const Access &read, const Access &write) {
  auto *assign = llvm::dyn_cast<Assign>(write.statement);
  if (!assign || assign->mask || assign->place != write.place || !runsBefore(write, read) ||
      read.path.size() != write.path.size())
    return false;
  symbolic::AtomTable &table = nests.atoms();
  symbolic::Prover prover(table);
  std::vector<const Loop *> around;
  for (const Loop *l = read.loop; l; l = l->outer)
    around.insert(around.begin(), l);
  for (const Loop *l : around) {
    auto last = l->last(table);
    if (last)
      prover.assume(*last);
    prover.counter(l->id, last);
  }
  for (const Fact &fact : read.facts)
    fact.isZero ? prover.assumeZero(fact.form) : prover.assume(fact.form);
  // Loops around the write that are not around the read have run through.
  std::set<LoopId> through;
  for (const Loop *l = write.loop; l && !(read.loop && read.loop->isInside(l)); l = l->outer)
    through.insert(l->id);
  for (const Loop *l = write.loop; l && through.count(l->id); l = l->outer)
    if (auto last = l->last(table); !last || !prover.nonnegative(*last))
      return false; // perhaps it did not run at all
  std::set<LoopId> used;
  for (size_t i = 0; i < write.path.size(); ++i) {
    if (!write.path[i].value || !read.path[i].low() || !read.path[i].high())
      return false;
    Form low = *write.path[i].value, high = low;
    for (const Loop *l = write.loop; l && through.count(l->id); l = l->outer) {
      if (!table.dependsOn(low, l->id))
        continue;
      auto parts = low.coefficients(*table.counter(l->id).asAtom());
      auto factor = parts.size() == 2 ? parts[1].integer() : std::nullopt;
      auto last = l->last(table);
      if (!factor || (*factor != 1 && *factor != -1) || !last || table.dependsOn(parts[0], l->id) ||
          !used.insert(l->id).second || !(low == high))
        return false;
      Form first = table.initial(low, l->id), end = table.substitute(low, l->id, *last);
      low = *factor > 0 ? first : end;
      high = *factor > 0 ? end : first;
      // Inner bounds may not change with loops that are turned into ranges: the ranges would not be
      // rectangular.
      for (LoopId other : through)
        if (table.dependsOn(*last, other))
          return false;
    }
    if (!prover.nonnegative(*read.path[i].low() - low) ||
        !prover.nonnegative(high - *read.path[i].high()))
      return false;
  }
  return true;
}

} // namespace costate::analysis
