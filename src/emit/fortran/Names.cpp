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

std::string Names::ofConstruct(const std::string &base, size_t number) const {
  std::string candidate = base;
  for (unsigned n = 1; taken.count(candidate) || number-- > 0; ++n)
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

/// Everything a module declares.
std::vector<Entity> entitiesOf(const Unit &unit) {
  std::vector<Entity> out;
  for (const auto &s : unit.scope.symbols)
    out.push_back(s.get());
  for (const RecordType *r : unit.scope.records)
    out.push_back(r);
  for (const auto &p : unit.interfaces)
    out.push_back(p.get());
  for (const GenericInterface &g : unit.scope.generics)
    if (g.symbol)
      out.push_back(g.symbol);
  return out;
}

void addItem(std::vector<std::string> &only, const std::string &local, const std::string &remote) {
  std::string item = local == remote ? remote : local + " => " + remote;
  auto after = std::lower_bound(only.begin(), only.end(), item);
  if (after == only.end() || *after != item)
    only.insert(after, item);
}

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
    Use &use = useOf(homes.of(list.front()).unit);
    for (Entity e : list) {
      std::string local = localName(e, list);
      names[e.key()] = local;
      taken.insert(local);
      addItem(use.only, local, e.name());
    }
  }
}

std::string Names::localName(Entity e, const std::vector<Entity> &ofItsModule) const {
  const std::string &remote = e.name();
  if (isOperator(remote) || generics.count(remote))
    return remote;
  // A generic, a specific and a type may share their name: one USE brings all of them.
  for (Entity other : ofItsModule)
    if (auto found = names.find(other.key()); other.name() == remote && found != names.end())
      return found->second;
  return unique(remote);
}

Names::Use &Names::useOf(const Unit *module) {
  auto after = std::lower_bound(useList.begin(), useList.end(), module,
                                [](const Use &u, const Unit *m) { return u.module->name < m->name; });
  if (after == useList.end() || after->module != module)
    after = useList.insert(after, {module, {}});
  return *after;
}

/// Names the module lends to its users (4), before what its own text needs: those keep their names.
void Names::reexport(const Unit &unit) {
  for (const Unit *whole : unit.reexports) {
    useOf(whole);
    for (Entity e : entitiesOf(*whole))
      names[e.key()] = e.name();
  }
  for (const Unit::Reexport &r : unit.reexportedNames) {
    addItem(useOf(r.module).only, r.local, r.name);
    taken.insert(r.local);
    for (Entity e : entitiesOf(*r.module))
      if (e.name() == r.name)
        names[e.key()] = r.local;
  }
}

void Names::buildModule(const Unit &unit, const References &references) {
  taken.insert(unit.name);
  for (Entity e : entitiesOf(unit))
    declare(e, true);
  for (const GenericInterface &g : unit.scope.generics)
    generics.insert(g.name);
  reexport(unit);
  use(references, &unit);
}

void Names::buildProcedure(const Procedure &p, const std::vector<const Symbol *> &declared,
                           const References &own, const References &inside) {
  // A derivative may need an intrinsic whose name the user gave to an argument.
  taken.insert(inside.intrinsics.begin(), inside.intrinsics.end());
  for (const Symbol *s : p.parameters)
    declare(s, !inside.intrinsics.count(s->name));
  if (p.result)
    declare(p.result, true);
  for (const GenericInterface &g : p.scope.generics)
    generics.insert(g.name);
  taken.insert(p.name);
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
  useNamelists(p, own);
}

/// Groups of other modules; those of the scopes around are seen already.
void Names::useNamelists(const Procedure &p, const References &references) {
  auto declares = [](const Scope &scope, const std::string &name) {
    for (const auto &[group, members] : scope.namelists)
      if (group == name)
        return true;
    return false;
  };
  for (const std::string &name : references.namelists) {
    const Unit *module = homes.namelistModule(name);
    bool seen = !module || module == p.unit;
    for (const Procedure *scope = &p; scope && !seen; scope = scope->host)
      seen = declares(scope->scope, name);
    if (!seen)
      addItem(useOf(module).only, name, name);
  }
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
