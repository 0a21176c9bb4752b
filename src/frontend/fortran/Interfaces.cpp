// Procedures known by their interface only: interface bodies, abstract interfaces, procedures of
// modules whose source is not given.
#include "frontend/fortran/Declarations.h"

namespace costate::frontend::fortran {

ir::Procedure *Translation::procedure(const SemSymbol &symbol) {
  auto it = procedures.find(&symbol.GetUltimate());
  return it == procedures.end() ? nullptr : it->second;
}

ir::Procedure *Translation::interface(const SemSymbol &given) {
  const SemSymbol &symbol = given.GetUltimate();
  if (ir::Procedure *defined = procedure(symbol))
    return defined;
  if (auto it = interfaces.find(&symbol); it != interfaces.end())
    return it->second;
  auto *details = symbol.detailsIf<semantics::SubprogramDetails>();
  if (!details || !symbol.scope())
    return nullptr;
  Owner owner = ownerOf(symbol.owner());
  auto &list = owner.procedure ? owner.procedure->interfaces : owner.unit->interfaces;
  list.push_back(std::make_unique<ir::Procedure>());
  ir::Procedure *p = list.back().get();
  interfaces[&symbol] = p;
  bindScope(symbol.scope(), p);
  p->name = symbol.name().ToString();
  p->kind = details->isFunction() ? ir::ProcedureKind::Function : ir::ProcedureKind::Subroutine;
  p->unit = owner.unit ? owner.unit : owner.procedure->unit;
  p->location = locate(symbol.name());
  p->isAbstract = symbol.attrs().test(Attr::ABSTRACT);
  setProcedureAttributes(*p, symbol);
  declareScope(*this, {nullptr, p}, *symbol.scope());
  if (p->isAbstract) {
    program.detachedSymbols.push_back(std::make_unique<ir::Symbol>());
    p->symbol = program.detachedSymbols.back().get();
    p->symbol->name = p->name;
    p->symbol->kind = ir::SymbolKind::Procedure;
    p->symbol->unit = owner.unit;
    p->symbol->owner = owner.procedure;
    p->symbol->procedure = p;
    p->symbol->isPrivate = p->isPrivate;
    p->symbol->type = program.types.procedure(p->resultType, {}, false, p);
  } else {
    p->symbol = this->symbol(symbol);
  }
  return p;
}

ir::Unit *Translation::externalUnit(const SemScope &module) {
  auto it = unitScopes.find(&module);
  if (it != unitScopes.end())
    return it->second;
  std::string name = module.symbol()->name().ToString();
  for (auto &unit : program.units)
    if (unit->external && unit->name == name)
      return unitScopes[&module] = unit.get();
  program.units.insert(program.units.begin(), std::make_unique<ir::Unit>());
  ir::Unit *unit = program.units.front().get();
  unitScopes[&module] = unit;
  unit->kind = ir::UnitKind::FortranModule;
  unit->name = name;
  unit->external = true;
  unit->intrinsicModule = module.parent().IsIntrinsicModules();
  return unit;
}

void setProcedureAttributes(ir::Procedure &p, const SemSymbol &symbol) {
  const semantics::Attrs &attrs = symbol.attrs();
  p.elemental = attrs.test(Attr::ELEMENTAL);
  p.pure = attrs.test(Attr::PURE);
  p.impure = attrs.test(Attr::IMPURE);
  p.recursive = attrs.test(Attr::RECURSIVE);
  p.nonRecursive = attrs.test(Attr::NON_RECURSIVE);
  p.isPrivate = isPrivate(symbol);
  p.bindC = attrs.test(Attr::BIND_C);
  if (p.bindC && symbol.GetBindName())
    p.bindingName = *symbol.GetBindName();
}

} // namespace costate::frontend::fortran
