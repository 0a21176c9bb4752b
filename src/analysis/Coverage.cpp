#include "analysis/Coverage.h"

#include "symbolic/Prover.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

namespace {

bool contains(const Block &b, const Stmt *s) {
  for (const StmtPtr &x : b)
    if (x.get() == s)
      return true;
  return false;
}

/// What holds where an access takes place.
void assumeAt(const Access &a, symbolic::Prover &prover, symbolic::AtomTable &table) {
  assumeLoops(a, prover, table);
  for (const Fact &fact : a.facts)
    fact.isZero ? prover.assumeZero(fact.form) : prover.assume(fact.form);
}

/// What holds in every iteration of a loop where an access takes place in one: loops around it run, and the ranges that it
/// goes through are not empty; both where they are the same in all iterations.
void assumeTaken(const Access &given, const Loop &of, symbolic::Prover &prover,
                 symbolic::AtomTable &table) {
  auto assumeAlways = [&](const Form &f) {
    for (const Loop *l = given.loop; l; l = l == &of ? nullptr : l->outer)
      if (table.dependsOn(f, l->id))
        return;
    prover.assume(f);
  };
  for (const Loop *l = given.loop; l && l != &of; l = l->outer)
    if (auto last = l->last(table))
      assumeAlways(*last);
  for (const Known &k : given.path)
    if (!k.value && k.low() && k.high())
      assumeAlways(*k.high() - *k.low());
}

/// `a = e` and `a(:) = e` of an array that the procedure declares, or has allocated: whatever is read there afterwards,
/// through subscripts that nothing is known of, too, is in the array.
bool isWhole(const Expr *place) {
  auto *part = llvm::dyn_cast_or_null<Element>(place);
  const Symbol *array = place ? variableOf(part ? part->base : place) : nullptr;
  bool isAll = array && array->type->isArray() && array->storage == Storage::Local && !array->overlay;
  for (const Expr *subscript : part ? part->subscripts : std::vector<const Expr *>()) {
    auto *range = llvm::dyn_cast<Range>(subscript);
    isAll = isAll && range && !range->lower && !range->upper && !range->stride;
  }
  return isAll;
}

} // namespace

void Coverage::findWays(const Block &b, const Stmt *around) {
  for (size_t i = 0; i < b.size(); ++i) {
    places[b[i].get()] = {around, i};
    for (const Block *inner : blocks(*b[i]))
      findWays(*inner, b[i].get());
  }
}

/// The way from the block down to a statement: in each block, where to go on. Empty: not there.
Coverage::Way Coverage::wayTo(const Stmt *wanted) {
  if (places.empty())
    findWays(within, nullptr);
  Way out;
  for (auto at = places.find(wanted); at != places.end(); at = places.find(at->second.around))
    out.push_back({at->first, at->second.index});
  std::reverse(out.begin(), out.end());
  return out;
}

bool Coverage::runsBefore(const Access &write, const Access &read, const If *branch) {
  auto to = wayTo(write.statement), from = wayTo(read.statement);
  if (to.empty() || from.empty())
    return false;
  size_t i = 0;
  while (i < to.size() && i < from.size() && to[i].first == from[i].first)
    ++i;
  if (i >= to.size() || i >= from.size() || to[i].second >= from[i].second)
    return false;
  if (i > 0 && !llvm::isa<For>(to[i - 1].first)) {
    // The ways may part into the two branches; a loop's condition may come in between.
    auto *branch = llvm::dyn_cast<If>(to[i - 1].first);
    if (!branch || contains(branch->thenBlock, to[i].first) != contains(branch->thenBlock, from[i].first))
      return false;
  }
  for (size_t first = i; i + 1 < to.size(); ++i)
    if (!llvm::isa<For>(to[i].first) && !(branch && i == first && to[i].first == branch))
      return false;
  return true;
}

/// The branch that comes before the read in a block around both, and that the write is in.
const If *Coverage::branchAround(const Access &write, const Access &read) {
  auto to = wayTo(write.statement), from = wayTo(read.statement);
  size_t i = 0;
  while (i < to.size() && i < from.size() && to[i].first == from[i].first)
    ++i;
  return i + 1 < to.size() && i < from.size() ? llvm::dyn_cast<If>(to[i].first) : nullptr;
}

/// Whether the two ways of one branch each have a write that covers the read: one of them has been taken.
bool Coverage::coverOnBothWays(const std::vector<const Access *> &writes, const Access &read, const Access *given,
                               const Loop *of) {
  std::map<const If *, std::pair<bool, bool>> ways;
  for (const Access *w : writes)
    if (const If *branch = branchAround(*w, read); branch && covers(*w, read, given, of, branch)) {
      Way way = wayTo(w->statement);
      bool isThen = std::any_of(way.begin(), way.end(),
                                [&](auto &step) { return contains(branch->thenBlock, step.first); });
      auto &[whenTrue, whenFalse] = ways[branch];
      (isThen ? whenTrue : whenFalse) = true;
      if (whenTrue && whenFalse)
        return true;
    }
  return false;
}

/// What a subscript goes through in loops that have run through.
std::optional<Coverage::Range> Coverage::range(const Form &subscript, const Access &write,
                                               const std::set<LoopId> &through,
                                               std::set<LoopId> &moving) {
  symbolic::AtomTable &table = nests.atoms();
  Range out{subscript, subscript};
  for (const Loop *l = write.loop; l && through.count(l->id); l = l->outer) {
    if (!table.dependsOn(out.low, l->id) && !table.dependsOn(out.high, l->id))
      continue;
    auto parts = out.low.coefficients(*table.counter(l->id).asAtom());
    auto factor = parts.size() == 2 ? parts[1].integer() : std::nullopt;
    auto last = l->last(table);
    if (!factor || (*factor != 1 && *factor != -1) || !last || table.dependsOn(parts[0], l->id) ||
        !moving.insert(l->id).second || !(out.low == out.high))
      return std::nullopt;
    // Bounds that change with loops that are turned into ranges: the ranges would not be rectangular.
    for (LoopId other : through)
      if (table.dependsOn(*last, other))
        return std::nullopt;
    Form first = table.initial(subscript, l->id), end = table.substitute(subscript, l->id, *last);
    out = *factor > 0 ? Range{first, end} : Range{end, first};
  }
  return out;
}

bool Coverage::covers(const Access &write, const Access &read, const Access *given,
                      const Loop *of, const If *branch) {
  bool isOnce = !write.loop || (read.loop && (read.loop == write.loop || read.loop->isInside(write.loop)));
  auto *assign = llvm::dyn_cast<Assign>(write.statement);
  if (isOnce && assign && !assign->mask && write.place == assign->place && isWhole(write.place) && runsBefore(write, read, branch))
    return true;
  if (!write.must || write.path.empty() || read.path.size() != write.path.size() || read.linear != write.linear ||
      !runsBefore(write, read, branch))
    return false;
  symbolic::AtomTable &table = nests.atoms();
  symbolic::Prover prover(table);
  assumeAt(read, prover, table);
  if (given)
    assumeTaken(*given, *of, prover, table);
  std::set<LoopId> through, moving;
  for (const Loop *l = write.loop; l && !(read.loop && (read.loop == l || read.loop->isInside(l)));
       l = l->outer)
    through.insert(l->id);
  for (size_t i = 0; i < write.path.size(); ++i) {
    const Known &written = write.path[i];
    if (!read.path[i].low() || !read.path[i].high())
      return false;
    std::optional<Range> range;
    if (written.value) {
      range = this->range(*written.value, write, through, moving);
    } else if (written.low() && written.high()) {
      range = Range{*written.low(), *written.high()};
      for (LoopId l : through)
        if (table.dependsOn(range->low, l) || table.dependsOn(range->high, l))
          return false;
    }
    if (!range || !prover.nonnegative(*read.path[i].low() - range->low) ||
        !prover.nonnegative(range->high - *read.path[i].high()))
      return false;
  }
  for (const Loop *l = write.loop; l && through.count(l->id); l = l->outer)
    if (!moving.count(l->id))
      if (auto last = l->last(table); !last || !prover.nonnegative(*last))
        return false; // perhaps it did not run at all
  return true;
}

// ---- Several writes ---------------------------------------------------------------------------------

namespace {

bool isNonnegative(const Form &f, symbolic::Prover &prover) {
  auto number = f.integer();
  return number ? *number >= 0 : prover.nonnegative(f);
}

} // namespace

/// What each write has written once the read takes place: only those that run once in an iteration of the loops that are
/// around the read as well.
std::vector<std::vector<Coverage::Range>> Coverage::pieces(const std::vector<const Access *> &writes, const Access &read) {
  std::vector<std::vector<Range>> out;
  for (const Access *w : writes) {
    bool isOnce = !w->loop || (read.loop && (read.loop == w->loop || read.loop->isInside(w->loop)));
    if (!isOnce || !w->must || w->path.size() != read.path.size() || w->linear != read.linear || !runsBefore(*w, read))
      continue;
    std::vector<Range> piece;
    for (const Known &k : w->path)
      if (k.low() && k.high())
        piece.push_back({*k.low(), *k.high()});
    if (piece.size() == w->path.size())
      out.push_back(std::move(piece));
  }
  return out;
}

/// Goes along one dimension from the read's first element to its last, from piece to piece; in the others every piece
/// has all that is read.
bool Coverage::reach(const std::vector<std::vector<Range>> &pieces, size_t dimension, const std::vector<Range> &read,
                     symbolic::Prover &prover) {
  auto has = [&](const Range &r, const Form &low, const Form &high) {
    return isNonnegative(low - r.low, prover) && isNonnegative(r.high - high, prover);
  };
  std::vector<const Range *> usable;
  for (const std::vector<Range> &piece : pieces) {
    bool isWide = true;
    for (size_t d = 0; d < piece.size() && isWide; ++d)
      isWide = d == dimension || has(piece[d], read[d].low, read[d].high);
    if (isWide)
      usable.push_back(&piece[dimension]);
  }
  Form next = read[dimension].low;
  for (;;) {
    auto found = std::find_if(usable.begin(), usable.end(), [&](const Range *r) { return has(*r, next, next); });
    if (found == usable.end())
      return false;
    next = (*found)->high + Form(1);
    usable.erase(found);
    if (isNonnegative(next - read[dimension].high - Form(1), prover))
      return true;
  }
}

/// What a read sees in all iterations of loops that no write is in; empty where that is not known.
std::vector<Coverage::Range> Coverage::allRead(const Access &read, const std::vector<const Access *> &writes) {
  const Loop *within = read.loop; // the innermost with a write
  auto hasWrite = [&](const Loop *l) {
    return std::any_of(writes.begin(), writes.end(),
                       [&](const Access *w) { return w->loop && (w->loop == l || w->loop->isInside(l)); });
  };
  while (within && !hasWrite(within))
    within = within->outer;
  std::vector<Range> out;
  for (const Known &k : read.path) {
    auto low = k.low() ? extreme(*k.low(), read, within, false, nests.atoms()) : std::nullopt;
    auto high = k.high() ? extreme(*k.high(), read, within, true, nests.atoms()) : std::nullopt;
    if (!low || !high)
      return {};
    out.push_back({*low, *high});
  }
  return out;
}

bool Coverage::cover(const std::vector<const Access *> &writes, const Access &read, const Access *given,
                     const Loop *of) {
  constexpr size_t most = 256;
  for (const Access *w : writes)
    if (covers(*w, read, given, of))
      return true;
  if (coverOnBothWays(writes, read, given, of))
    return true;
  if (writes.size() < 2 || writes.size() > most || read.path.empty())
    return false;
  std::vector<Range> wanted = allRead(read, writes);
  if (wanted.size() != read.path.size())
    return false;
  symbolic::Prover prover(nests.atoms());
  assumeAt(read, prover, nests.atoms());
  if (given)
    assumeTaken(*given, *of, prover, nests.atoms());
  auto found = pieces(writes, read);
  for (size_t d = 0; d < read.path.size(); ++d)
    if (reach(found, d, wanted, prover))
      return true;
  return false;
}

} // namespace costate::analysis
