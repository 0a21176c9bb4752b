#include "transform/LiftStatics.h"

#include "analysis/CallGraph.h"

#include <algorithm>
#include <map>
#include <set>

namespace costate::transform {

using namespace ir;

namespace {

std::string uniqueName(const Unit &unit, const std::string &base) {
  auto isTaken = [&](const std::string &name) {
    for (auto &s : unit.scope.symbols)
      if (s->name == name)
        return true;
    return false;
  };
  std::string name = base;
  for (unsigned i = 1; isTaken(name); ++i)
    name = base + std::to_string(i);
  return name;
}

/// What shares its memory with others stays where it is.
bool isLifted(const Procedure &p, const Symbol &s) {
  if (s.storage != Storage::Saved || s.kind != SymbolKind::Variable || s.overlay)
    return false;
  for (auto &set : p.scope.equivalences)
    for (const Expr *e : set)
      if (rootVariable(e) == &s)
        return false;
  return true;
}

Unit *moduleOfState(Program &program, const std::string &of, const Unit &at, Location location,
                    const std::string &comment) {
  std::string name = of + "_state";
  auto isTaken = [&] {
    for (auto &unit : program.units) {
      bool found = unit->name == name;
      for (auto &q : unit->procedures)
        found |= q->name == name;
      if (found)
        return true;
    }
    return false;
  };
  while (isTaken())
    name += "_";
  auto unit = std::make_unique<Unit>();
  unit->kind = UnitKind::FortranModule;
  unit->name = name;
  unit->file = at.file;
  unit->location = location;
  unit->comments = {comment};
  // Before those who use it.
  return program.units.insert(program.units.begin(), std::move(unit))->get();
}

/// The named constants of a procedure that the declaration of a variable mentions.
void collectConstants(const Procedure &p, const Symbol &s, std::set<const Symbol *> &out) {
  auto add = [&](const Expr *e) {
    if (e)
      forEach(e, [&](const Expr *x) {
        auto *v = llvm::dyn_cast<Variable>(x);
        if (v && v->symbol->owner == &p && v->symbol->kind == SymbolKind::NamedConstant &&
            out.insert(v->symbol).second)
          collectConstants(p, *v->symbol, out);
      });
  };
  add(s.initial);
  if (auto *array = llvm::dyn_cast<ArrayType>(s.type->strip()))
    for (const Dimension &d : array->dimensions) {
      add(d.lower);
      add(d.upper);
    }
}

void lift(Program &program, Procedure &p, std::vector<const Symbol *> &lifted) {
  bool fortran = p.language == Language::Fortran;
  Unit *to = fortran ? nullptr : p.unit;
  auto &own = p.scope.symbols;
  std::set<const Symbol *> constants;
  for (auto &s : own)
    if (fortran && isLifted(p, *s))
      collectConstants(p, *s, constants);
  for (size_t i = 0; i < own.size();) {
    Symbol *s = own[i].get();
    bool isConstant = constants.count(s);
    if (!isLifted(p, *s) && !isConstant) {
      ++i;
      continue;
    }
    if (!to)
      to = moduleOfState(program, p.name, *p.unit, p.location, "What " + p.name + " keeps between calls.");
    s->name = uniqueName(*to, p.name + "_" + s->name);
    s->storage = Storage::Global;
    s->internalLinkage = !fortran;
    s->owner = nullptr;
    s->unit = to;
    if (!isConstant)
      lifted.push_back(s);
    to->scope.symbols.push_back(std::move(own[i]));
    own.erase(own.begin() + i);
  }
}

} // namespace

void moveToOwnModules(Program &program, const std::vector<const Symbol *> &variables) {
  std::map<const Unit *, Unit *> modules;
  for (const Symbol *s : variables) {
    Unit *from = s->unit;
    if (from->kind != UnitKind::FortranModule)
      continue;
    Unit *&to = modules[from];
    if (!to)
      to = moduleOfState(program, from->name, *from, from->location,
                         "Variables of " + from->name + " that others cannot see: the derivative has its own.");
    auto &all = from->scope.symbols;
    auto at = std::find_if(all.begin(), all.end(), [&](auto &x) { return x.get() == s; });
    (*at)->unit = to;
    (*at)->isPrivate = false;
    to->scope.symbols.push_back(std::move(*at));
    all.erase(at);
  }
}

std::vector<const Symbol *> liftStatics(Program &program, const std::vector<analysis::Head> &heads) {
  analysis::CallGraph calls(program);
  std::vector<Procedure *> roots;
  for (const analysis::Head &head : heads)
    roots.push_back(head.procedure);
  std::vector<const Symbol *> lifted;
  for (auto &component : calls.bottomUp(roots))
    for (Procedure *caller : component)
      for (Procedure *p : calls.callees(caller))
        if (p->hasBody)
          lift(program, *p, lifted);
  return lifted;
}

} // namespace costate::transform
