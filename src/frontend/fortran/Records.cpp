// Derived types.
#include "frontend/fortran/Constants.h"
#include "frontend/fortran/Expressions.h"
#include "frontend/fortran/Translation.h"

namespace costate::frontend::fortran {

namespace {

const char *const builtinPrefix = "__builtin_";

/// The intrinsic module that gives users a type Flang keeps among its builtins.
std::string homeOfBuiltin(const std::string &type) {
  if (type.rfind("c_", 0) == 0)
    return "iso_c_binding";
  return type.rfind("ieee_", 0) == 0 ? "ieee_arithmetic" : "iso_fortran_env";
}

std::string attributesOf(const SemSymbol &binding) {
  std::string out;
  auto add = [&](const std::string &word) { out += (out.empty() ? "" : ", ") + word; };
  const semantics::Attrs &attrs = binding.attrs();
  if (attrs.test(Attr::NOPASS))
    add("nopass");
  if (attrs.test(Attr::DEFERRED))
    add("deferred");
  if (attrs.test(Attr::NON_OVERRIDABLE))
    add("non_overridable");
  if (attrs.test(Attr::PRIVATE))
    add("private");
  if (auto *details = binding.detailsIf<semantics::ProcBindingDetails>())
    if (details->passName() && !attrs.test(Attr::NOPASS) && attrs.test(Attr::PASS))
      add("pass(" + details->passName()->ToString() + ")");
  return out;
}

/// Which argument of a procedure pointer component its object becomes.
std::optional<unsigned> passedObject(const SemSymbol &component,
                                     const semantics::ProcEntityDetails &details) {
  if (component.attrs().test(Attr::NOPASS))
    return std::nullopt;
  const SemSymbol *interface = details.procInterface();
  auto *subprogram =
      interface ? interface->GetUltimate().detailsIf<semantics::SubprogramDetails>() : nullptr;
  if (!details.passName() || !subprogram)
    return 0;
  const auto &dummies = subprogram->dummyArgs();
  for (unsigned i = 0; i < dummies.size(); ++i)
    if (dummies[i] && dummies[i]->name() == *details.passName())
      return i;
  return 0;
}

} // namespace

ir::RecordType *Translation::record(const semantics::DerivedTypeSpec &spec, Location at) {
  const SemSymbol &symbol = spec.typeSymbol();
  if (auto it = records.find(&symbol); it != records.end())
    return it->second;
  std::string name = symbol.name().ToString();
  if (!symbol.get<semantics::DerivedTypeDetails>().paramNameOrder().empty())
    refuse(locate(symbol.name()), "the parameterized derived type '" + name + "' is not supported");
  Owner owner;
  if (name.rfind(builtinPrefix, 0) == 0) {
    name.erase(0, std::string(builtinPrefix).size());
    std::string home = homeOfBuiltin(name);
    for (auto &unit : program.units)
      if (unit->name == home)
        owner.unit = unit.get();
    if (!owner.unit) {
      program.units.insert(program.units.begin(), std::make_unique<ir::Unit>());
      owner.unit = program.units.front().get();
      owner.unit->kind = ir::UnitKind::FortranModule;
      owner.unit->name = home;
      owner.unit->external = owner.unit->intrinsicModule = true;
    }
  } else {
    owner = ownerOf(symbol.owner());
  }
  ir::RecordType *type =
      program.types.record(name, owner.unit ? owner.unit : owner.procedure->unit);
  type->procedure = owner.procedure;
  type->location = locate(symbol.name());
  records[&symbol] = type;
  owner.scope().records.push_back(type);
  fillRecord(type, spec);
  return type;
}

void Translation::fillRecord(ir::RecordType *type, const semantics::DerivedTypeSpec &spec) {
  const SemSymbol &symbol = spec.typeSymbol();
  const auto &details = symbol.get<semantics::DerivedTypeDetails>();
  const SemScope *scope = spec.GetScope();
  type->complete = true;
  type->sequence = details.sequence();
  type->bindC = symbol.attrs().test(Attr::BIND_C);
  type->isPrivate = isPrivate(symbol);
  if (symbol.attrs().test(Attr::ABSTRACT))
    type->attributes = "abstract";
  if (!scope)
    return;
  if (details.isDECStructure())
    refuse(type->location, "DEC STRUCTURE '" + type->name + "' is not supported",
           "declare a derived type instead");
  for (const auto &name : details.componentNames()) {
    auto it = scope->find(name);
    if (it == scope->end())
      continue;
    const SemSymbol &component = *it->second;
    ir::Component out;
    out.name = name.ToString();
    out.location = locate(component.name());
    out.allocatable = component.attrs().test(Attr::ALLOCATABLE);
    out.contiguous = component.attrs().test(Attr::CONTIGUOUS);
    out.isPrivate = component.attrs().test(Attr::PRIVATE);
    out.polymorphic = component.GetType() && component.GetType()->IsPolymorphic();
    Owner owner = ownerOf(symbol.owner());
    if (component.test(SemSymbol::Flag::ParentComp)) {
      ir::RecordType *parent = record(component.GetType()->derivedTypeSpec(), out.location);
      type->parent = parent;
      out.type = parent;
    } else if (auto *procedure = component.detailsIf<semantics::ProcEntityDetails>()) {
      const SemSymbol *interfaceSymbol = procedure->procInterface();
      ir::Procedure *shape = interfaceSymbol ? interface(*interfaceSymbol) : nullptr;
      out.type = program.types.pointer(
          program.types.procedure(shape ? shape->resultType : nullptr, {}, false, shape), true);
      out.passedObject = passedObject(component, *procedure);
      if (auto initial = procedure->init())
        out.initial = *initial ? static_cast<const ir::Expr *>(
                                     program.exprs.make<ir::ProcedureReference>(
                                         out.type, this->symbol(**initial), out.location))
                               : program.exprs.make<ir::NullPointer>(out.type, out.location);
    } else {
      out.type = declaredType(component, owner);
      if (auto *object = component.detailsIf<semantics::ObjectEntityDetails>())
        out.initial = declaredInitial(*this, component, *object, out.type, owner);
    }
    type->components.push_back(std::move(out));
  }
  addBindings(type, symbol);
}

void Translation::addBindings(ir::RecordType *type, const SemSymbol &typeSymbol) {
  const SemScope *scope = typeSymbol.scope();
  for (const semantics::SymbolRef &ref : scope->GetSymbols()) {
    const SemSymbol &symbol = *ref;
    ir::Binding binding;
    binding.name = genericName(symbol);
    binding.attributes = attributesOf(symbol);
    if (auto *bound = symbol.detailsIf<semantics::ProcBindingDetails>()) {
      binding.target = this->symbol(bound->symbol());
    } else if (auto *generic = symbol.detailsIf<semantics::GenericDetails>()) {
      for (const auto &name : generic->bindingNames())
        binding.specifics.push_back(name.ToString());
    } else {
      continue;
    }
    type->bindings.push_back(std::move(binding));
  }
  for (const auto &[name, target] : typeSymbol.get<semantics::DerivedTypeDetails>().finals()) {
    ir::Binding binding;
    binding.name = name.ToString();
    binding.target = this->symbol(*target);
    binding.isFinal = true;
    type->bindings.push_back(std::move(binding));
  }
}

} // namespace costate::frontend::fortran
