#include "transform/UnitOrder.h"

#include <map>
#include <set>

namespace costate::transform {

using namespace ir;

namespace {

using Uses = std::map<const Unit *, std::set<const Unit *>>;

const RecordType *recordIn(const Type *type) {
  type = type->scalar()->strip();
  if (auto *pointer = llvm::dyn_cast<PointerType>(type))
    return recordIn(pointer->pointee);
  return llvm::dyn_cast<RecordType>(type);
}

/// Of the types that declarations name.
void addTypeUses(const Program &program, Uses &uses) {
  auto add = [&](const Unit *unit, const Type *type) {
    if (const RecordType *record = type ? recordIn(type) : nullptr; record && record->unit)
      uses[unit].insert(record->unit);
  };
  for (auto &unit : program.units) {
    for (auto &s : unit->scope.symbols)
      add(unit.get(), s->type);
    for (const RecordType *r : unit->scope.records)
      for (const Component &component : r->components)
        add(unit.get(), component.type);
    for (Procedure *p : procedures(*unit))
      for (auto &s : p->scope.symbols)
        add(unit.get(), s->type);
  }
}

/// Of the variables and procedures that statements name.
void addStatementUses(const Program &program, Uses &uses) {
  for (auto &unit : program.units) {
    auto add = [&](const Symbol *s) {
      if (s && s->unit)
        uses[unit.get()].insert(s->unit);
    };
    for (Procedure *p : procedures(*unit))
      forEachStmt(p->body, [&](const Stmt &s) {
        if (auto *call = llvm::dyn_cast<Call>(&s))
          add(call->callee);
        for (const Expr *e : expressions(s))
          forEach(e, [&](const Expr *x) {
            if (auto *v = llvm::dyn_cast<Variable>(x))
              add(v->symbol);
            if (auto *reference = llvm::dyn_cast<ProcedureReference>(x))
              add(reference->symbol);
          });
      });
  }
}

} // namespace

void modulesFirst(Program &program) {
  Uses uses;
  std::map<const Unit *, size_t> position;
  for (auto &unit : program.units)
    position.emplace(unit.get(), position.size());
  addStatementUses(program, uses);
  addTypeUses(program, uses);
  std::vector<std::unique_ptr<Unit>> ordered;
  auto place = [&](auto &self, size_t at) -> void {
    if (!program.units[at])
      return;
    std::unique_ptr<Unit> unit = std::move(program.units[at]);
    std::set<size_t> before; // in program order, so that the result is always the same
    for (const Unit *used : uses[unit.get()])
      if (auto found = position.find(used); found != position.end())
        before.insert(found->second);
    for (size_t used : before)
      self(self, used);
    ordered.push_back(std::move(unit));
  };
  for (size_t at = 0; at < program.units.size(); ++at)
    place(place, at);
  program.units = std::move(ordered);
}

} // namespace costate::transform
