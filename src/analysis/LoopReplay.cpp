#include "analysis/LoopReplay.h"

#include "analysis/Directives.h"
#include "analysis/ParallelPromises.h"
#include "symbolic/Prover.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

LoopReplay::LoopReplay(Program &program, Memory &memory, EffectSummaries &effects)
    : program(program), memory(memory), nests(memory, effects), overlaps(program, memory),
      sections(nests, memory, effects, overlaps), tests(nests) {
  for (auto &loop : nests.loops())
    loops[loop->statement] = loop.get();
  for (const Access &a : nests.accesses())
    if (auto *assign = llvm::dyn_cast<Assign>(a.statement)) {
      if (a.writes && a.place == assign->place)
        writes[assign] = &a;
      else if (!a.writes)
        reads[assign].push_back(&a);
    }
}

LoopReplay::Carry LoopReplay::of(const For &x, CellId cell) {
  auto [at, fresh] = known.try_emplace({&x, cell}, Carry::Carried);
  if (auto loop = loops.find(&x); fresh && loop != loops.end()) {
    try {
      at->second = judge(*loop->second, cell);
    } catch (const symbolic::Overflow &) { // nothing is proven
    }
  }
  return at->second;
}

/// The access may be of the cell, by this name or another.
bool LoopReplay::touches(const Procedure *p, const Access &a, CellId cell) {
  for (CellId leaf : overlaps.leaves(p, a)) {
    if (leaf == cell)
      return true;
    for (CellId alias : memory.aliases(p, leaf))
      if (alias == cell)
        return true;
  }
  return false;
}

bool LoopReplay::isPromised(const Loop &loop) {
  auto [at, fresh] = promised.try_emplace(&loop);
  if (auto *x = llvm::dyn_cast<For>(loop.statement); fresh && x)
    at->second = x->concurrent || promisesIndependence(program, *x);
  return at->second;
}

bool LoopReplay::isBelieved(const Loop &loop, CellId cell) {
  if (isPromised(loop))
    return true;
  auto promise = ParallelPromise::of(*loop.statement);
  return promise && promise->covers(memory, cell);
}

/// Whether an iteration reads what an earlier one wrote, of one write and one read.
LoopReplay::Carry LoopReplay::meets(const Loop &loop, CellId cell, const Access &write, const Access &read,
                                    bool mayMeet) {
  DependenceAnswer answer;
  if (!mayMeet)
    answer = tests.test(write, read, loop);
  if (!mayMeet && answer.vanishes.isTrue())
    return Carry::Apart;
  if (!isBelieved(loop, cell))
    return Carry::Carried;
  auto isAlways = [&](const Access &a) { // every iteration makes it
    auto &body = llvm::cast<For>(loop.statement)->body;
    return std::any_of(body.begin(), body.end(), [&](const StmtPtr &s) { return s.get() == a.statement; });
  };
  auto isNumber = [](const std::string &text) {
    return !text.empty() && text.find_first_not_of("0123456789-") == std::string::npos;
  };
  bool isProven = answer.certain && answer.distance && isNumber(*answer.distance) && isAlways(write) &&
                  isAlways(read);
  if (!isProven)
    return Carry::Apart;
  brokenPromises.push_back({llvm::cast<For>(loop.statement), cell, *answer.distance});
  return Carry::Carried;
}

/// Of statements and calls.
const std::vector<Access> &LoopReplay::accessesIn(const Loop &loop) {
  auto [all, fresh] = accesses.try_emplace(&loop);
  if (!fresh)
    return all->second;
  std::vector<Access> ofCalls;
  for (const Block *b : blocks(*loop.statement))
    forEachStmt(*b, [&](const Stmt &s) {
      if (auto *call = llvm::dyn_cast<Call>(&s))
        for (Access &a : sections.at(*call))
          ofCalls.push_back(std::move(a));
    });
  std::vector<const Access *> found;
  for (size_t i = loop.firstAccess; i < loop.endAccess; ++i)
    found.push_back(&nests.accesses()[i]);
  for (const Access &a : ofCalls)
    found.push_back(&a);
  all->second = sections.linearised(loop.procedure, found);
  return all->second;
}

const Loop *LoopReplay::loopOf(const For &x) const {
  auto found = loops.find(&x);
  return found == loops.end() || found->second->incomplete ? nullptr : found->second;
}

bool LoopReplay::isTouchedOnce(const For &x, CellId cell) {
  const Loop *loop = loopOf(x);
  if (!loop)
    return false;
  const Procedure *p = loop->procedure;
  std::vector<const Access *> all;
  for (const Access &a : accessesIn(*loop))
    if (touches(p, a, cell))
      all.push_back(&a);
  tests.begin();
  auto areApart = [&](const Access &a, const Access &b) {
    Overlap overlap = overlaps.of(p, a, b);
    return overlap == Overlap::Never || (overlap == Overlap::Comparable && tests.test(a, b, *loop).vanishes.isTrue());
  };
  try {
    for (const Access *a : all)
      for (const Access *b : all)
        if (a->path.empty() || !areApart(*a, *b))
          return false;
  } catch (const symbolic::Overflow &) {
    return false;
  }
  return true;
}

bool LoopReplay::isPromisedOnce(const For &x, CellId cell) {
  const Loop *loop = loopOf(x);
  auto promise = ParallelPromise::of(x);
  if (!loop || !promise || !promise->covers(memory, cell))
    return false;
  std::map<const Stmt *, const Block *> where;
  auto note = [&](const Block &block) {
    for (const StmtPtr &s : block)
      where[s.get()] = &block;
  };
  note(x.body);
  forEachStmt(x.body, [&](const Stmt &s) {
    for (const Block *inner : blocks(s))
      note(*inner);
  });
  auto isExact = [](const Access &a) {
    return !a.path.empty() && std::all_of(a.path.begin(), a.path.end(), [](const Known &k) { return k.value.has_value(); });
  };
  std::vector<const Access *> reads, writes;
  for (const Access &a : accessesIn(*loop))
    if (touches(loop->procedure, a, cell))
      (a.writes ? writes : reads).push_back(&a);
  auto isWritten = [&](const Access &read) {
    return std::any_of(writes.begin(), writes.end(), [&](const Access *write) {
      if (!llvm::isa<Assign>(read.statement) || !llvm::isa<Assign>(write->statement) || !read.place || !write->place)
        return false;
      if (read.statement == write->statement)
        return equal(read.place, write->place);
      return where[read.statement] == where[write->statement] && isExact(read) && read.path == write->path &&
             read.loop == write->loop;
    });
  };
  return std::all_of(reads.begin(), reads.end(), [&](const Access *read) { return isWritten(*read); });
}

/// Values of a form over the iterations of the loops around an access, inside of `within`, that one of them is the least,
/// or the greatest. A form that is linear in a counter has it at the first or the last iteration; none: it is not known.
std::vector<Form> LoopReplay::ends(const Form &f, const Access &a, const Loop *within, bool greatest) {
  symbolic::AtomTable &table = nests.atoms();
  std::vector<Form> out{f};
  for (const Loop *l = a.loop; l && l != within; l = l->outer) {
    std::vector<Form> next;
    auto last = l->last(table);
    Access here = a;
    here.loop = const_cast<Loop *>(l);
    for (const Form &g : out) {
      if (!table.dependsOn(g, l->id)) {
        next.push_back(g);
      } else if (auto one = extreme(g, here, l->outer, greatest, table)) {
        next.push_back(*one);
      } else {
        std::vector<Form> parts = g.coefficients(*table.counter(l->id).asAtom());
        bool linear = last && parts.size() == 2 && !table.dependsOn(parts[0], l->id) && !table.dependsOn(parts[1], l->id);
        if (!linear || next.size() > 16)
          return {};
        next.push_back(table.initial(g, l->id));
        next.push_back(table.substitute(g, l->id, *last));
      }
    }
    out = std::move(next);
  }
  return out;
}

/// But for those that are less far by a number.
static void addFurthest(std::vector<Form> &all, Form f, bool greatest) {
  for (Form &known : all)
    if (auto further = (greatest ? f - known : known - f).integer()) {
      if (*further > 0)
        known = std::move(f);
      return;
    }
  all.push_back(std::move(f));
}

std::optional<LoopReplay::Reach> LoopReplay::reach(const For &x, CellId cell) {
  const Loop *loop = loopOf(x);
  if (!loop)
    return std::nullopt;
  Reach out;
  try {
    for (const Access &a : accessesIn(*loop)) {
      if (!touches(loop->procedure, a, cell))
        continue;
      if (a.path.size() != 1 || !a.path[0].low() || !a.path[0].high())
        return std::nullopt;
      for (bool greatest : {false, true}) {
        std::vector<Form> found = ends(greatest ? *a.path[0].high() : *a.path[0].low(), a, loop->outer, greatest);
        if (found.empty())
          return std::nullopt;
        std::vector<Form> &all = greatest ? out.greatest : out.least;
        for (Form &f : found)
          addFurthest(all, std::move(f), greatest);
      }
    }
  } catch (const symbolic::Overflow &) {
    return std::nullopt;
  }
  return out;
}

LoopReplay::Carry LoopReplay::judge(const Loop &loop, CellId cell) {
  const Procedure *p = loop.procedure;
  bool believed = isBelieved(loop, cell);
  if (isPromised(loop) && !memory[cell].many)
    brokenPromises.push_back({llvm::cast<For>(loop.statement), cell, ""});
  if (loop.incomplete || !memory[cell].many)
    return believed && memory[cell].many ? Carry::Apart : Carry::Carried;
  std::vector<const Access *> exposed, writes;
  for (const Access &a : accessesIn(loop))
    if (touches(p, a, cell))
      (a.writes ? writes : exposed).push_back(&a);
  Coverage coverage(nests, *blocks(*loop.statement).back());
  auto isCovered = [&](const Access &read, const Access *given) {
    CellSet where = overlaps.leaves(p, read);
    std::vector<const Access *> there;
    for (const Access *write : writes)
      if (where.size() == 1 && overlaps.leaves(p, *write) == where)
        there.push_back(write);
    return coverage.cover(there, read, given, &loop);
  };
  std::erase_if(exposed, [&](const Access *read) { return !read->exposed || isCovered(*read, nullptr); });
  Carry out = exposed.empty() ? Carry::Covered : Carry::Private;
  for (const Access *read : exposed)
    for (const Access *write : writes) {
      Overlap overlap = overlaps.of(p, *write, *read);
      if (overlap == Overlap::Never || isCovered(*read, write))
        continue;
      if (meets(loop, cell, *write, *read, overlap != Overlap::Comparable) == Carry::Carried)
        return Carry::Carried;
      out = Carry::Apart;
    }
  return out;
}

/// Whether two accesses whose paths can be compared never meet in one iteration of the loops around both.
bool LoopReplay::areApart(const Access &a, const Access &b) {
  symbolic::Prover prover(nests.atoms());
  assumeLoops(a, prover, nests.atoms());
  assumeLoops(b, prover, nests.atoms(), a.loop);
  for (const Access *x : {&a, &b})
    for (const Fact &fact : x->facts)
      fact.isZero ? prover.assumeZero(fact.form) : prover.assume(fact.form);
  auto isBelow = [&](const Known &x, const Known &y) {
    return x.high() && y.low() && prover.nonnegative(*y.low() - *x.high() - Form(1));
  };
  for (size_t i = 0; i < a.path.size(); ++i)
    if (isBelow(a.path[i], b.path[i]) || isBelow(b.path[i], a.path[i]))
      return true;
  return false;
}

bool LoopReplay::isApart(const Procedure *p, const Assign &s, const Expr *read) {
  const Access *write = writes.lookup(&s);
  auto all = reads.find(&s);
  if (!write || all == reads.end())
    return false;
  bool found = false;
  try {
    for (const Access *a : all->second)
      if (a->place == read) {
        found = true;
        Overlap overlap = overlaps.of(p, *write, *a);
        if (overlap != Overlap::Never && (overlap != Overlap::Comparable || !areApart(*a, *write)))
          return false;
      }
  } catch (const symbolic::Overflow &) {
    return false;
  }
  return found;
}

/// Whether a write may hit what an access read, or wrote, before it, of two accesses in a loop: in a later iteration of one of
/// the loops around both, from this one inwards, those outside of it being in the same; or, where the read comes
/// first in the source, in the same iteration of all of them. (Where it comes later, the write is before it then.)
bool LoopReplay::meetsLater(const Loop &loop, const Access &read, const Access &write) {
  const Loop *inner = nullptr; // the innermost around both
  for (const Loop *l = read.loop; l && !inner; l = l->outer)
    if (l == write.loop || (write.loop && write.loop->isInside(l)))
      inner = l;
  for (const Loop *l = inner; l; l = l == &loop ? nullptr : l->outer) {
    tests.begin();
    if (!llvm::isa<For>(l->statement) || l->incomplete || !tests.test(read, write, *l).vanishes.isTrue())
      return true;
  }
  bool isWritten = false, readsFirst = true;
  forEachStmt(*blocks(*loop.statement).back(), [&](const Stmt &s) {
    readsFirst &= &s != read.statement || !isWritten;
    isWritten |= &s == write.statement;
  });
  if (!readsFirst || &read == &write) // a statement reads before it writes; what it has written, it does not write again
    return false;
  return !areApart(read, write);
}

/// Of one of the accesses in the loop.
bool LoopReplay::isNeverMet(const Procedure *p, const Loop &loop, const Access &a, const Assign &writer) {
  auto [at, fresh] = neverMet.try_emplace({llvm::cast<For>(loop.statement), &a, &writer}, false);
  if (!fresh)
    return at->second;
  const std::vector<Access> &all = accessesIn(loop);
  auto write = std::find_if(all.begin(), all.end(), [&](const Access &x) {
    return x.writes && x.statement == &writer && x.place == writer.place;
  });
  if (write == all.end())
    return false;
  try {
    Overlap overlap = overlaps.of(p, *write, a);
    bool isComparable = overlap == Overlap::Comparable && a.path.size() == write->path.size() &&
                        a.linear == write->linear && !a.path.empty();
    at->second = overlap == Overlap::Never || (isComparable && !meetsLater(loop, a, *write));
  } catch (const symbolic::Overflow &) { // nothing is proven
  }
  return at->second;
}

/// What it reads as well.
static std::set<const Expr *> otherPlaces(const Assign &reader, const std::set<const Expr *> &places) {
  std::set<const Expr *> out;
  for (const Expr *e : expressions(reader))
    forEach(e, [&](const Expr *x) {
      if (x->isPlace() && !places.count(x))
        out.insert(x);
    });
  return out;
}

bool LoopReplay::isNeverRead(const Procedure *p, const For &x, const Assign &reader,
                             const std::set<const Expr *> &places, const Assign &writer) {
  auto loop = loops.find(&x);
  if (loop == loops.end() || loop->second->incomplete)
    return false;
  const std::vector<Access> &all = accessesIn(*loop->second);
  std::set<const Expr *> others = otherPlaces(reader, places);
  return std::all_of(all.begin(), all.end(), [&](const Access &a) {
    return a.writes || a.statement != &reader || others.count(a.place) || isNeverMet(p, *loop->second, a, writer);
  });
}

bool LoopReplay::areApart(const Procedure *p, const Access &a, const Access &write) {
  try {
    Overlap overlap = overlaps.of(p, write, a);
    return overlap == Overlap::Never ||
           (overlap == Overlap::Comparable && a.path.size() == write.path.size() && a.linear == write.linear &&
            areApart(a, write));
  } catch (const symbolic::Overflow &) { // nothing is proven
    return false;
  }
}

bool LoopReplay::areApart(const Procedure *p, const Assign &reader, const std::set<const Expr *> &places,
                          const Assign &writer) {
  const Access *write = writes.lookup(&writer);
  std::set<const Expr *> others = otherPlaces(reader, places);
  auto all = reads.find(&reader);
  return write && nests.wasRead(p) && all != reads.end() &&
         std::all_of(all->second.begin(), all->second.end(),
                     [&](const Access *a) { return others.count(a->place) || areApart(p, *a, *write); });
}

bool LoopReplay::areApart(const Procedure *p, const Assign &first, const Assign &second) {
  const Access *a = writes.lookup(&first), *b = writes.lookup(&second);
  return a && b && areApart(p, *a, *b);
}

bool LoopReplay::isNeverOverwritten(const Procedure *p, const For &x, const Assign &first, const Assign &second) {
  auto loop = loops.find(&x);
  if (loop == loops.end() || loop->second->incomplete)
    return false;
  const std::vector<Access> &all = accessesIn(*loop->second);
  auto write = std::find_if(all.begin(), all.end(), [&](const Access &a) {
    return a.writes && a.statement == &first && a.place == first.place;
  });
  return write != all.end() && isNeverMet(p, *loop->second, *write, second);
}

bool LoopReplay::covers(const Procedure *p, const Assign &first, const Assign &second) {
  auto [at, fresh] = covered.try_emplace({&first, &second}, false);
  if (!fresh)
    return at->second;
  const Access *before = writes.lookup(&first), *after = writes.lookup(&second);
  CellSet where = before && after ? overlaps.leaves(p, *after) : CellSet();
  if (where.size() != 1 || overlaps.leaves(p, *before) != where)
    return false;
  try {
    at->second = coverages.try_emplace(p, nests, p->body).first->second.covers(*before, *after);
  } catch (const symbolic::Overflow &) { // nothing is proven
  }
  return at->second;
}

} // namespace costate::analysis
