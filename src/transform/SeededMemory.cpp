#include "transform/SeededMemory.h"

#include "analysis/Accesses.h"
#include "analysis/DependenceGraph.h"
#include "analysis/Differentiable.h"
#include "analysis/LibraryFunctions.h"
#include "transform/DerivativeParts.h"

namespace costate::transform {

using namespace ir;
using analysis::Cell;
using analysis::CellId;
using analysis::CellSet;
using analysis::Head;
using analysis::HeadVariable;
using analysis::Variant;

namespace {

class SeedCheck {
public:
  SeedCheck(const analysis::Varied &varied, analysis::Memory &memory, Diagnostics &diagnostics)
      : varied(varied), memory(memory), diagnostics(diagnostics) {
    for (bool changed = true; changed;) {
      changed = false;
      for (auto &component : memory.bottomUp())
        for (const Procedure *p : component)
          changed |= findReshaped(p);
    }
  }

  void check(const Variant &v) {
    const Procedure *p = v.procedure;
    for (Symbol *s : p->parameters)
      if (s->allocatable && needsShadow(varied, v, s) && isReshaped(p, {memory.variable(s)}))
        return refuse(s->location, "allocate its argument '" + s->name + "'",
                      "let the head be a procedure with an array of known shape");
    for (const HeadVariable &x : v.head->dependents) {
      CellSet seeded;
      for (CellId id : cellsOf(memory, *v.head, x))
        analysis::insert(seeded, id);
      if (isReshaped(p, seeded) || leadsToNew(p, seeded))
        return refuse(p->location, "allocate '" + x.text + "'",
                      "let the head be a procedure that is given the memory of its dependents");
    }
  }

private:
  void refuse(Location at, const std::string &what, const std::string &hint) {
    diagnostics.error(at, "the adjoint of a head cannot " + what + ": the seeds are there already", hint);
  }

  /// Allocatables that a procedure gives another allocation status or shape, in its own terms.
  bool findReshaped(const Procedure *p) {
    bool changed = false;
    auto add = [&](const Expr *place) {
      if (place && place->isPlace())
        for (CellId id : memory.places(p, place))
          changed |= addLeaves(p, id);
    };
    forEachStmt(p->body, [&](const Stmt &s) {
      if (auto *allocate = llvm::dyn_cast<Allocate>(&s)) {
        for (const Allocation &a : allocate->objects)
          add(isAllocatable(a.place) ? a.place : nullptr);
      } else if (auto *free = llvm::dyn_cast<Free>(&s)) {
        for (const Expr *place : free->places)
          add(isAllocatable(place) ? place : nullptr);
      } else if (auto *assign = llvm::dyn_cast<Assign>(&s)) {
        add(analysis::isWholeAllocatable(assign->place) && !analysis::keepsMemory(*assign) ? assign->place : nullptr);
      } else if (auto *call = llvm::dyn_cast<Call>(&s)) {
        add(call->result && analysis::isWholeAllocatable(call->result) ? call->result : nullptr);
        if (analysis::movesAllocation(*call))
          for (const Argument &a : call->arguments)
            add(a.value);
        for (const Procedure *target : memory.calls().targets(*call))
          for (CellId id : CellSet(reshaped[target]))
            for (CellId bound : memory.bind(p, *call, target, id))
              changed |= addLeaves(p, bound);
      }
    });
    return changed;
  }

  static bool isAllocatable(const Expr *place) { return !place->type->strip()->isPointer(); }

  bool addLeaves(const Procedure *p, CellId id) {
    bool changed = false;
    memory.forEachLeaf(id, [&](CellId leaf) { changed |= analysis::insert(reshaped[p], leaf); });
    return changed;
  }

  bool isReshaped(const Procedure *p, const CellSet &cells) {
    bool found = false;
    for (CellId id : cells)
      memory.forEachLeaf(id, [&](CellId leaf) {
        found |= llvm::is_contained(reshaped[p], leaf);
      });
    return found;
  }

  bool leadsToNew(const Procedure *p, const CellSet &cells) {
    bool found = false;
    memory.forEachReached(p, cells, [&](CellId leaf) {
      const Type *type = memory[leaf].type;
      found = memory[memory.root(leaf)].kind == Cell::Kind::Heap && type &&
              analysis::isDifferentiableScalar(type);
      return !found;
    });
    return found;
  }

  const analysis::Varied &varied;
  analysis::Memory &memory;
  Diagnostics &diagnostics;
  std::map<const Procedure *, CellSet> reshaped;
};

} // namespace

void checkSeeds(const std::vector<const Variant *> &heads, const analysis::Varied &varied, analysis::Memory &memory,
                Diagnostics &diagnostics) {
  SeedCheck seeds(varied, memory, diagnostics);
  for (const Variant *v : heads)
    if (v->head)
      seeds.check(*v);
}

} // namespace costate::transform
