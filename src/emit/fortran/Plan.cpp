#include "emit/fortran/Plan.h"

#include <algorithm>

namespace costate::emit::fortran {

using namespace ir;

Plan::Plan(const Procedure &p, const Homes &homes) : procedure(p), unhoisted(p), masks(p, unhoisted) {
  for (const auto &inner : p.internal)
    internal.push_back(std::make_unique<Plan>(*inner, homes));
  seed(homes);
  inside = own;
  for (const auto &inner : internal)
    inside.add(inner->inside, inner->procedure, homes);
  close(homes);
  chooseDeclared();
  shareDeclarations();
  chooseExternals(homes);
}

void Plan::seed(const Homes &homes) {
  own.block(procedure.body, unhoisted);
  for (const Symbol *s : procedure.parameters)
    own.entities.add(s);
  if (procedure.result)
    own.entities.add(procedure.result);
  const Scope &scope = procedure.scope;
  for (const CommonDeclaration &c : scope.commons)
    for (const Symbol *s : c.members)
      own.entities.add(s);
  for (const auto &set : scope.equivalences)
    for (const Expr *place : set)
      own.expression(place);
  for (const auto &[name, members] : scope.namelists)
    for (const Symbol *s : members)
      own.entities.add(s);
  for (const RecordType *r : scope.records) {
    own.entities.add(r);
    own.declaration(*r);
  }
  for (const GenericInterface &g : scope.generics)
    for (const Symbol *s : g.specifics) {
      const Symbol *inherited = inheritedFrom(g, *s, homes);
      own.entities.add(inherited ? inherited : s);
    }
}

/// Adds what the declarations of the needed symbols need in turn: bounds, lengths, interfaces.
void Plan::close(const Homes &homes) {
  for (size_t i = 0; i < inside.entities.size(); ++i) {
    Entity e = inside.entities[i];
    bool mine = homes.of(e).procedure == &procedure;
    if (!e.symbol)
      continue;
    bool external = e.symbol->kind == SymbolKind::Procedure && !homes.of(e).procedure &&
                    !homes.of(e).isModule();
    if (!mine && !external)
      continue;
    References needed;
    needed.declaration(*e.symbol);
    for (Entity other : needed.entities) {
      own.entities.add(other);
      inside.entities.add(other);
    }
    own.intrinsics.insert(needed.intrinsics.begin(), needed.intrinsics.end());
    inside.intrinsics.insert(needed.intrinsics.begin(), needed.intrinsics.end());
  }
}

void Plan::chooseDeclared() {
  for (const auto &s : procedure.scope.symbols) {
    bool isInternal = s->procedure && s->procedure->host == &procedure && s->procedure->hasBody;
    bool calledIntrinsic = s->isIntrinsicProcedure && !own.procedureValues.count(s.get());
    bool generic = false;
    for (const GenericInterface &g : procedure.scope.generics)
      generic = generic || g.symbol == s.get();
    if (inside.entities.contains(s.get()) && !unhoisted.vanished(s.get()) &&
        !masks.vanished(s.get()) && !isInternal &&
        !calledIntrinsic && !generic && !namesHost(*s, procedure))
      declared.push_back(s.get());
  }
}

void Plan::shareDeclarations() {
  std::map<std::pair<std::string, const Type *>, const Symbol *> representative;
  auto key = [](const Symbol *s) { return std::make_pair(s->name, s->type->strip()); };
  for (bool indices : {false, true})
    for (const Symbol *s : declared)
      if (s->constructScope == indices && s->kind == SymbolKind::Variable)
        if (auto [found, isNew] = representative.try_emplace(key(s), s); indices && !isNew)
          sharing.emplace_back(s, found->second);
  for (const auto &[index, variable] : sharing)
    declared.erase(std::find(declared.begin(), declared.end(), index));
}

bool namesHost(const Symbol &s, const Procedure &p) {
  if (s.kind != SymbolKind::Procedure)
    return false;
  for (const Procedure *host = &p; host; host = host->host)
    if (s.procedure == host || host->symbol == &s || s.name == host->name)
      return true;
  return false;
}

void Plan::chooseExternals(const Homes &homes) {
  for (Entity e : own.entities) {
    if (!e.symbol || e.symbol->kind != SymbolKind::Procedure)
      continue;
    Home home = homes.of(e);
    bool calledIntrinsic = e.symbol->isIntrinsicProcedure && !own.procedureValues.count(e.symbol);
    if (!home.procedure && !home.isModule() && !calledIntrinsic && !namesHost(*e.symbol, procedure))
      externals.push_back(e.symbol);
  }
}

} // namespace costate::emit::fortran
