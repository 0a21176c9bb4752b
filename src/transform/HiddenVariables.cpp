#include "transform/HiddenVariables.h"

#include "analysis/ReadAfter.h"
#include "transform/LiftStatics.h"
#include "transform/PointerTargets.h"
#include "transform/ProcedureValues.h"

#include <set>

namespace costate::transform {

using namespace ir;

namespace {

using Variables = std::set<const Symbol *>;

/// Declared by itself: a module of its own needs nothing else of the user's.
bool standsAlone(const Symbol &s) {
  bool alone = !llvm::isa<RecordType>(s.type->scalar()->strip());
  auto check = [&](const Expr *e) {
    if (e)
      forEach(e, [&](const Expr *x) { alone &= !llvm::isa<Variable>(x); });
  };
  check(s.initial);
  if (auto *array = llvm::dyn_cast<ArrayType>(s.type->strip()))
    for (const Dimension &d : array->dimensions) {
      check(d.lower);
      check(d.upper);
    }
  return alone;
}

class Hidden {
public:
  Hidden(Program &program, const std::vector<analysis::Head> &heads) : program(program) {
    analysis::CallGraph calls(program);
    Variables named;
    for (const analysis::Head &head : heads)
      for (auto *list : {&head.independents, &head.dependents})
        for (const analysis::HeadVariable &x : *list)
          named.insert(x.symbol);
    for (Procedure *p : procedures(program))
      taken.merge(addressTaken(p->body));
    std::vector<Procedure *> roots;
    for (const analysis::Head &head : heads)
      roots.push_back(head.procedure);
    for (const analysis::Head &head : heads)
      called.insert(head.procedure);
    for (auto &component : calls.bottomUp(roots))
      for (const Procedure *p : component) {
        reached.insert(p);
        find(*p, named);
      }
  }

  /// (V2); nothing is analysed where there is nothing to ask.
  Variables unseen() {
    if (candidates.empty())
      return {};
    std::vector<Procedure *> all = procedures(program);
    analysis::CallGraph calls(program);
    analysis::Memory memory(program, calls, all);
    analysis::EffectSummaries effects(memory);
    analysis::Accesses accesses(memory, effects);
    analysis::ReadAfter reads(memory, effects);
    std::set<const Procedure *> values = usedAsValues(program);
    Variables seen;
    for (const Procedure *p : all) {
      bool isVisible = !p->internalLinkage || values.count(p);
      bool callsHead = !reached.count(p) && calls.reaches(p, [&](const Stmt &s) {
        auto *call = llvm::dyn_cast<Call>(&s);
        return call && call->callee && called.count(call->callee->procedure);
      });
      for (const Symbol *s : candidates) {
        analysis::CellBits cells = accesses.cells(p, program.exprs.make<Variable>(const_cast<Symbol *>(s)));
        if ((isVisible && reads.readFirst(p).intersects(cells)) ||
            (callsHead && effects.of(p).mentioned.intersects(cells)))
          seen.insert(s);
        if (effects.of(p).writes.intersects(cells))
          written.insert(s);
      }
    }
    std::erase_if(candidates, [&](const Symbol *s) { return seen.count(s) && written.count(s); });
    return candidates;
  }

  Variables written; ///< of the candidates

private:
  Program &program;
  Variables candidates, taken;
  std::set<const Procedure *> reached, called; ///< by the heads; they themselves

  void find(const Procedure &p, const Variables &named) {
    forEachStmt(p.body, [&](const Stmt &s) {
      for (const Expr *e : expressions(s))
        forEach(e, [&](const Expr *x) {
          auto *v = llvm::dyn_cast<Variable>(x);
          if (v && isCandidate(*v->symbol) && !named.count(v->symbol))
            candidates.insert(v->symbol);
        });
    });
  }

  /// (V1)
  bool isCandidate(const Symbol &s) const {
    bool isHidden = s.internalLinkage || s.isPrivate;
    bool isPlain = !s.overlay && !s.target && !s.isVolatile && !s.allocatable && !s.type->isPointer() &&
                   s.storage == Storage::Global && !taken.count(&s);
    bool isFortran = s.unit && s.unit->kind == UnitKind::FortranModule;
    return s.kind == SymbolKind::Variable && !s.owner && s.unit && isHidden && isPlain &&
           (!isFortran || (standsAlone(s) && !isEquivalenced(s)));
  }

  static bool isEquivalenced(const Symbol &s) {
    for (auto &set : s.unit->scope.equivalences)
      for (const Expr *e : set)
        if (rootVariable(e) == &s)
          return true;
    return false;
  }
};

} // namespace

HiddenVariables ownHiddenVariables(Program &program, const std::vector<analysis::Head> &heads) {
  Hidden hidden(program, heads);
  Variables found = hidden.unseen();
  HiddenVariables out;
  for (auto &unit : program.units)
    for (auto &s : unit->scope.symbols)
      if (found.count(s.get())) {
        out.all.push_back(s.get());
        if (hidden.written.count(s.get()))
          out.written.insert(s.get());
      }
  moveToOwnModules(program, out.all);
  return out;
}

} // namespace costate::transform
