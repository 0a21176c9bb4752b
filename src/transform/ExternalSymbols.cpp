#include "transform/ExternalCalls.h"

#include <algorithm>

namespace costate::transform {

using namespace ir;

namespace {

/// The result a caller expects of a procedure; void for a subroutine.
const Type *resultOf(Program &program, const Symbol &callee) {
  auto *type = callee.type ? llvm::dyn_cast<ProcedureType>(callee.type->strip()) : nullptr;
  return type && type->result ? type->result : program.types.voidType();
}

} // namespace

/// One that the procedure (in C: its file) has already.
Symbol *ExternalSymbols::known(const std::string &name) {
  auto find = [&](Scope &scope) -> Symbol * {
    for (auto &s : scope.symbols)
      if (s->kind == SymbolKind::Procedure && s->name == name)
        return s.get();
    return nullptr;
  };
  if (Symbol *own = find(c.procedure.scope))
    return own;
  return c.procedure.language == Language::C ? find(c.procedure.unit->scope) : nullptr;
}

Symbol *ExternalSymbols::declared(const std::string &name, const Type *result) {
  bool isC = c.procedure.language == Language::C;
  Symbol *s = addSymbol(isC ? c.procedure.unit->scope : c.procedure.scope, name,
                        SymbolKind::Procedure, c.program.types.procedure(result));
  s->unit = isC ? c.procedure.unit : nullptr;
  s->owner = isC ? nullptr : &c.procedure;
  s->storage = isC ? Storage::Global : Storage::Local;
  s->isExternalProcedure = s->external = true;
  s->hasImplicitInterface = !isC;
  return s;
}

Symbol *ExternalSymbols::inModule(const std::string &module, const std::string &name,
                                  const Type *result) {
  Unit *unit = nullptr;
  for (auto &u : c.program.units)
    if (u->kind == UnitKind::FortranModule && u->name == module)
      unit = u.get();
  if (!unit) {
    c.program.units.push_back(std::make_unique<Unit>());
    unit = c.program.units.back().get();
    unit->kind = UnitKind::FortranModule;
    unit->name = module;
    unit->external = true;
  }
  for (auto &s : unit->scope.symbols)
    if (s->kind == SymbolKind::Procedure && s->name == name)
      return s.get();
  Symbol *s = addSymbol(unit->scope, name, SymbolKind::Procedure,
                        c.program.types.procedure(result));
  s->unit = unit;
  s->storage = Storage::Global;
  s->isExternalProcedure = true;
  return s;
}

Symbol *ExternalSymbols::withInterface(Symbol *s, std::unique_ptr<Procedure> interface) {
  interface->symbol = s;
  s->procedure = interface.get();
  s->hasImplicitInterface = false;
  s->type = c.program.types.procedure(interface->resultType, {}, false, interface.get());
  bool isC = c.procedure.language == Language::C;
  interface->unit = isC ? c.procedure.unit : nullptr;
  (isC ? c.procedure.unit->interfaces : c.procedure.interfaces).push_back(std::move(interface));
  return s;
}

Symbol *ExternalSymbols::derivative(const ExternalSite &site,
                                    const analysis::ExternalDerivative &derivative) {
  const Symbol &callee = *site.call.callee;
  const Type *result = resultOf(c.program, callee);
  if (!derivative.module.empty())
    return inModule(derivative.module, derivative.procedure, result);
  if (Symbol *s = known(derivative.procedure))
    return s;
  Symbol *s = declared(derivative.procedure, result);
  const Procedure *original = callee.hasImplicitInterface ? nullptr : callee.procedure;
  return original ? withInterface(s, interface(site, *original, derivative.procedure)) : s;
}

std::unique_ptr<Procedure> ExternalSymbols::interface(const ExternalSite &site,
                                                      const Procedure &original,
                                                      const std::string &name) {
  Renaming renaming(c.program);
  auto p = cloneProcedure(c.program, original, renaming);
  p->name = name;
  p->hasBody = false;
  p->body.clear();
  p->host = nullptr;
  p->fromHeader = false;
  addParameters(site, "d", *p);
  if (site.spec().isFunction)
    returnDerivative(original, *p);
  return p;
}

Symbol *ExternalSymbols::adjoint(const ExternalSite &site, const std::vector<Argument> &arguments,
                                 const std::vector<bool> &written) {
  const analysis::ExternalDerivative &derivative = site.spec().adjoint;
  const Type *nothing = c.program.types.voidType();
  if (!derivative.module.empty())
    return inModule(derivative.module, derivative.procedure, nothing);
  const Symbol &callee = *site.call.callee;
  const Procedure *original = callee.hasImplicitInterface ? nullptr : callee.procedure;
  if (c.procedure.language == Language::C || !original)
    return procedure(derivative.procedure, site.call, nothing, arguments, written);
  if (Symbol *s = known(derivative.procedure))
    return s;
  return withInterface(declared(derivative.procedure, nothing), adjointInterface(site, *original));
}

/// Fortran: a subroutine with the original's arguments, adjoints after the active ones, then the seed.
std::unique_ptr<Procedure> ExternalSymbols::adjointInterface(const ExternalSite &site,
                                                             const Procedure &original) {
  Renaming renaming(c.program);
  auto p = cloneProcedure(c.program, original, renaming);
  p->name = site.spec().adjoint.procedure;
  p->hasBody = p->pure = p->elemental = false;
  p->body.clear();
  p->host = nullptr;
  addParameters(site, "b", *p);
  if (site.spec().isFunction && p->result) {
    p->result->name = original.name + "b";
    p->result->storage = Storage::Argument;
    p->result->intent = Intent::InOut;
    p->parameters.push_back(p->result);
  }
  p->result = nullptr;
  p->kind = ProcedureKind::Subroutine;
  p->resultType = c.program.types.voidType();
  return p;
}

void ExternalSymbols::addParameters(const ExternalSite &site, const char *suffix, Procedure &p) {
  std::vector<Symbol *> parameters;
  for (size_t i = 0; i < p.parameters.size(); ++i) {
    parameters.push_back(p.parameters[i]);
    if (i >= site.spec().arguments.size() || !site.spec().arguments[i].active)
      continue;
    std::string base = p.parameters[i]->name.empty() ? site.spec().arguments[i].name
                                                     : p.parameters[i]->name;
    Symbol *shadow = p.makeTemporary(base + suffix, p.parameters[i]->type);
    std::string name = shadow->name;
    *shadow = *p.parameters[i];
    shadow->name = name;
    if (suffix[0] == 'b' && shadow->intent != Intent::Unknown)
      shadow->intent = Intent::InOut;
    parameters.push_back(shadow);
  }
  p.parameters = std::move(parameters);
}

/// The value leaves through one more argument, which has the function's name.
void ExternalSymbols::returnDerivative(const Procedure &original, Procedure &p) {
  bool isC = p.language == Language::C;
  const Type *type = isC ? c.program.types.pointer(original.resultType) : original.resultType;
  Symbol *value = p.makeTemporary(original.name, type);
  value->temporary = false;
  value->storage = Storage::Argument;
  value->byValue = isC;
  value->intent = isC ? Intent::Unknown : Intent::Out;
  p.parameters.push_back(value);
  if (p.result)
    p.result->name = p.name;
}

Symbol *ExternalSymbols::procedure(const std::string &name, const Call &like, const Type *result,
                                   const std::vector<Argument> &arguments,
                                   const std::vector<bool> &written) {
  if (Symbol *s = known(name))
    return s;
  Symbol *s = declared(name, result);
  if (c.procedure.language == Language::Fortran)
    return s;
  // In C a prototype like the one the caller has of its own procedure.
  s->fromHeader = like.callee->fromHeader && name.starts_with("cblas_");
  auto p = std::make_unique<Procedure>();
  p->name = name;
  p->language = Language::C;
  p->kind = result->isVoid() ? ProcedureKind::Subroutine : ProcedureKind::Function;
  p->resultType = result;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Type *type = arguments[i].value->type->strip();
    if (auto *pointer = llvm::dyn_cast<PointerType>(type)) {
      const Type *pointee = pointer->pointee->strip();
      type = c.program.types.pointer(written[i] ? pointee
                                                : c.program.types.qualified(pointee, true));
    }
    Symbol *parameter = addSymbol(p->scope, "", SymbolKind::Variable, type);
    parameter->owner = p.get();
    parameter->storage = Storage::Argument;
    parameter->byValue = true;
    p->parameters.push_back(parameter);
  }
  return withInterface(s, std::move(p));
}

} // namespace costate::transform
