#include "analysis/Privatisation.h"

#include "analysis/Coverage.h"

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
  if (llvm::isa<While>(loop.statement))
    return false;
  Coverage coverage(nests, *blocks(*loop.statement).back());
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
    std::vector<const Access *> writes;
    for (const Access *w : accesses)
      if (w->writes && w->place && rootVariable(w->place) == array)
        writes.push_back(w);
    if (!coverage.cover(writes, *a))
      return false;
  }
  return true;
}

} // namespace costate::analysis
