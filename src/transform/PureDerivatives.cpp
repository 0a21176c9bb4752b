#include "transform/PureDerivatives.h"

#include "analysis/Differentiable.h"
#include "analysis/Liveness.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;
using namespace analysis;

namespace {

/// Procedures in the making are part of the program for a while.
class InProgram {
public:
  InProgram(const std::vector<Procedure *> &derivatives, const std::vector<Procedure *> &others) {
    for (auto *list : {&derivatives, &others})
      for (Procedure *p : *list) {
        p->unit->procedures.emplace_back(p);
        units.push_back(p->unit);
      }
  }
  ~InProgram() {
    for (auto unit = units.rbegin(); unit != units.rend(); ++unit) {
      (*unit)->procedures.back().release();
      (*unit)->procedures.pop_back();
    }
  }

private:
  std::vector<Unit *> units;
};

/// What is empty then, goes with it.
void dropDead(Block &block, const Liveness &live) {
  std::erase_if(block, [&](const StmtPtr &s) { return !live.runs(*s); });
  for (StmtPtr &s : block)
    for (Block *inner : blocks(*s))
      dropDead(*inner, live);
}

} // namespace

void keepDerivatives(Program &program, const Externals &externals, const std::vector<Procedure *> &derivatives,
                     const std::vector<Procedure *> &others,
                     const std::map<const Procedure *, std::vector<const Symbol *>> &wanted) {
  InProgram now(derivatives, others);
  std::vector<Procedure *> heads;
  for (Procedure *p : derivatives)
    if (wanted.count(p))
      heads.push_back(p);
  CallGraph calls(program);
  Memory memory(program, calls, heads);
  EffectSummaries effects(memory, &externals);
  std::map<const Procedure *, CellBits> cells;
  for (auto &[p, symbols] : wanted)
    for (const Symbol *s : symbols)
      memory.forEachReached(p, {memory.variable(s)}, [&, p = p](CellId id) {
        cells[p].set(id);
        return true;
      });
  std::set<const Procedure *> sliced, made(derivatives.begin(), derivatives.end());
  for (auto &component : memory.bottomUp())
    std::copy_if(component.begin(), component.end(), std::inserter(sliced, sliced.end()),
                 [&](const Procedure *p) { return made.count(p); });
  Liveness live(memory, effects, sliced, std::move(cells));
  for (Procedure *p : derivatives) {
    if (!sliced.count(p))
      continue;
    dropDead(p->body, live);
    for (Symbol *s : p->parameters) // it may be left as it was; but INTENT(OUT) gives records their first values
      if (s->intent == Intent::Out && isDifferentiableScalar(s->type) && !s->allocatable && !live.isCallback(p))
        s->intent = Intent::InOut;
  }
}

} // namespace costate::transform
