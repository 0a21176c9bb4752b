#include "emit/fortran/Names.h"

#include <algorithm>

namespace costate::emit::fortran {

using namespace ir;

const std::string *Names::find(Entity e) const {
  auto found = names.find(e.key());
  if (found != names.end())
    return &found->second;
  return host && !isInterface ? host->find(e) : nullptr;
}

std::string Names::of(Entity e) const {
  const std::string *name = find(e);
  return name ? *name : e.name();
}

std::string Names::unique(const std::string &base) const {
  std::string candidate = base;
  for (unsigned n = 1; taken.count(candidate); ++n)
    candidate = base + std::to_string(n);
  return candidate;
}

void Names::declare(Entity e, bool fixed) {
  if (names.count(e.key()))
    return;
  std::string name = fixed ? e.name() : unique(e.name());
  taken.insert(name);
  names[e.key()] = name;
}

namespace {

/// A procedure that every scope must declare for itself, under its global name.
bool isGlobalProcedure(Entity e, const Homes &homes) {
  if (!e.symbol || e.symbol->kind != SymbolKind::Procedure)
    return false;
  Home home = homes.of(e);
  return !home.procedure && !home.isModule();
}

bool isOperator(const std::string &name) { return name.find('(') != std::string::npos; }

/// Modules by name, and in each its entities by name.
std::map<std::string, std::vector<Entity>> byModule(const Entities &entities, const Homes &homes,
                                                    const Unit *inside,
                                                    const Names &names) {
  std::map<std::string, std::vector<Entity>> out;
  for (Entity e : entities) {
    Home home = homes.of(e);
    if (home.isModule() && home.unit != inside && !names.find(e))
      out[home.unit->name].push_back(e);
  }
  for (auto &[module, list] : out)
    std::stable_sort(list.begin(), list.end(),
                     [](Entity a, Entity b) { return a.name() < b.name(); });
  return out;
}

} // namespace

void Names::use(const References &references, const Unit *inside) {
  auto modules = byModule(references.entities, homes, inside, *this);
  for (const auto &[module, list] : modules)
    taken.insert(module);
  for (const auto &[module, list] : modules) {
    Use use{homes.of(list.front()).unit, {}};
    for (Entity e : list) {
      // A generic, a specific and a type may share their name: one USE brings all of them.
      const std::string &remote = e.name();
      std::string local = isOperator(remote) ? remote : unique(remote);
      for (Entity other : list)
        if (other.key() != e.key() && other.name() == remote && names.count(other.key()))
          local = names[other.key()];
      names[e.key()] = local;
      taken.insert(local);
      std::string item = local == remote ? remote : local + " => " + remote;
      if (std::find(use.only.begin(), use.only.end(), item) == use.only.end())
        use.only.push_back(item);
    }
    useList.push_back(std::move(use));
  }
}

void Names::buildModule(const Unit &unit, const References &references) {
  taken.insert(unit.name);
  for (const auto &s : unit.scope.symbols)
    declare(s.get(), true);
  for (const RecordType *r : unit.scope.records)
    declare(r, true);
  for (const auto &p : unit.interfaces)
    declare(p.get(), true);
  for (const GenericInterface &g : unit.scope.generics)
    if (g.symbol)
      declare(g.symbol, true);
  use(references, &unit);
}

void Names::buildProcedure(const Procedure &p, const std::vector<const Symbol *> &declared,
                           const References &own, const References &inside) {
  for (const Symbol *s : p.parameters)
    declare(s, true);
  if (p.result)
    declare(p.result, true);
  taken.insert(p.name);
  taken.insert(inside.intrinsics.begin(), inside.intrinsics.end());
  for (const auto &inner : p.internal)
    taken.insert(inner->name);
  for (Entity e : inside.entities) {
    if (isGlobalProcedure(e, homes))
      taken.insert(e.name());
    else if (homes.of(e).procedure != &p && host && host->find(e))
      taken.insert(*host->find(e));
  }
  // Modules count as names of the scope that uses them.
  for (const auto &[module, list] : byModule(own.entities, homes, nullptr, *this))
    taken.insert(module);
  for (bool temporaries : {false, true})
    for (const Symbol *s : declared)
      if (s->temporary == temporaries)
        declare(s, s->kind == SymbolKind::Procedure);
  for (const RecordType *r : p.scope.records)
    declare(r, false);
  use(own, p.unit && p.unit->kind != UnitKind::FortranFile ? p.unit : nullptr);
}

void Names::buildInterface(const Procedure &p, const References &references) {
  isInterface = true;
  for (const auto &s : p.scope.symbols)
    declare(s.get(), true);
  for (Entity e : references.entities) {
    const std::string *name = host ? host->find(e) : nullptr;
    if (!name || names.count(e.key()))
      continue;
    names[e.key()] = *name;
    if (std::find(importList.begin(), importList.end(), *name) == importList.end())
      importList.push_back(*name);
  }
  std::sort(importList.begin(), importList.end());
  use(references, nullptr);
}

} // namespace costate::emit::fortran
