#include "analysis/CarriedReads.h"

#include "analysis/Coverage.h"

#include "llvm/Support/Casting.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

CarriedReads::CarriedReads(Program &program, Memory &memory, EffectSummaries &effects)
    : memory(memory), nests(memory, effects), overlaps(program, memory),
      sections(nests, memory, effects, overlaps), tests(nests) {
  for (auto &loop : nests.loops())
    loops[loop->statement] = loop.get();
  leftOfAll = 1000 + 8 * loops.size();
}

CarriedReads::Accessed &CarriedReads::accessesIn(const Stmt &s) {
  std::unique_ptr<Accessed> &at = known[&s];
  if (at)
    return *at;
  at = std::make_unique<Accessed>();
  auto loop = loops.find(&s);
  if (loop == loops.end() || loop->second->incomplete)
    return *at;
  Accessed &out = *at;
  out.loop = loop->second;
  for (const Block *b : blocks(s))
    forEachStmt(*b, [&](const Stmt &x) {
      if (auto *call = llvm::dyn_cast<Call>(&x))
        for (Access &a : sections.at(*call))
          out.ofCalls.push_back(std::move(a));
    });
  std::vector<const Access *> found;
  for (size_t i = out.loop->firstAccess; i < out.loop->endAccess; ++i)
    found.push_back(&nests.accesses()[i]);
  for (const Access &a : out.ofCalls)
    found.push_back(&a);
  out.all = sections.linearised(out.loop->procedure, found);
  for (const Access &a : out.all)
    if (!a.writes)
      out.reads[a.statement].push_back(&a);
    else
      for (CellId leaf : overlaps.leaves(out.loop->procedure, a))
        out.writes[leaf].push_back(&a);
  tests.begin();
  return out;
}

bool CarriedReads::mayMeet(const Accessed &in, const Access &write, const Access &read) {
  const Procedure *p = in.loop->procedure;
  Overlap overlap = overlaps.of(p, write, read);
  if (overlap == Overlap::Never)
    return false;
  CellSet where = overlaps.leaves(p, read);
  Coverage coverage(nests, *blocks(*in.loop->statement).back());
  if (auto own = where.size() == 1 ? in.writes.find(where[0]) : in.writes.end(); own != in.writes.end()) {
    std::vector<const Access *> there;
    for (const Access *other : own->second)
      if (overlaps.leaves(p, *other) == where)
        there.push_back(other);
    if (coverage.cover(there, read, &write, in.loop))
      return false;
  }
  return overlap == Overlap::Unknown || !tests.test(write, read, *in.loop).vanishes.isTrue();
}

bool CarriedReads::isCarried(Accessed &in, const Access &read) {
  auto [at, fresh] = in.carried.try_emplace(&read, true);
  if (fresh)
    at->second = judge(in, read);
  return at->second;
}

bool CarriedReads::judge(Accessed &in, const Access &read) {
  if (!read.exposed)
    return false;
  std::set<const Access *> candidates;
  for (CellId leaf : overlaps.leaves(in.loop->procedure, read)) {
    CellSet names{leaf};
    insertAll(names, memory.aliases(in.loop->procedure, leaf));
    for (CellId name : names)
      if (auto found = in.writes.find(name); found != in.writes.end())
        candidates.insert(found->second.begin(), found->second.end());
  }
  for (const Access *write : candidates) {
    if (!in.left || !leftOfAll)
      return true;
    --in.left;
    --leftOfAll;
    if (mayMeet(in, *write, read))
      return true;
  }
  return false;
}

bool CarriedReads::isCarried(const Stmt &loop, const Stmt &s, const Expr *place) {
  Accessed &in = accessesIn(loop);
  if (!in.loop)
    return true;
  bool found = false;
  try {
    for (const Access *a : in.reads[&s])
      if (a->place == place) {
        found = true;
        if (isCarried(in, *a))
          return true;
      }
  } catch (const symbolic::Overflow &) { // nothing is proven
    return true;
  }
  return !found;
}

bool CarriedReads::isCarried(const Stmt &loop, const Call &s, CellId cell) {
  Accessed &in = accessesIn(loop);
  if (!in.loop || !memory.calls().isKnown(s))
    return true;
  try {
    for (const Access *a : in.reads[&s]) {
      CellSet where = overlaps.leaves(in.loop->procedure, *a);
      if (std::find(where.begin(), where.end(), cell) != where.end() && isCarried(in, *a))
        return true;
    }
  } catch (const symbolic::Overflow &) {
    return true;
  }
  return false;
}

} // namespace costate::analysis
