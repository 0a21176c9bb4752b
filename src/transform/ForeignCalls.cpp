#include "transform/ForeignCalls.h"

#include "ir/Link.h"
#include "ir/Rewrite.h"

namespace costate::transform {

using namespace ir;

Symbol *ForeignCalls::view(Procedure &caller, const Symbol &original, const Procedure &derivative,
                           const Shape &shape) {
  auto *type = original.type ? llvm::dyn_cast<ProcedureType>(original.type->strip()) : nullptr;
  bool inC = caller.language == Language::C;
  if (!type || (!inC && !(type->interface && type->interface->bindC)) || linkName(derivative).empty())
    return nullptr;
  const void *scope = inC ? static_cast<const void *>(caller.unit) : &caller;
  Symbol *&found = known[{scope, &derivative}];
  if (!found)
    found = inC ? prototype(*caller.unit, *type, *original.procedure, derivative, shape)
                : interface(caller, *type->interface, derivative, shape);
  return found;
}

Symbol *ForeignCalls::parameter(Procedure &p, const std::string &name, const Type *type) {
  Symbol *s = p.makeTemporary(name, type);
  s->temporary = false;
  s->storage = Storage::Argument;
  p.parameters.push_back(s);
  return s;
}

/// `void advance_d(int n, double dt, double *y, double *yd);`
Symbol *ForeignCalls::prototype(Unit &unit, const ProcedureType &type, const Procedure &original,
                                const Procedure &derivative, const Shape &shape) {
  unit.interfaces.push_back(std::make_unique<Procedure>());
  Procedure &p = *unit.interfaces.back();
  p.name = linkName(derivative);
  p.language = Language::C;
  p.unit = &unit;
  p.resultType = type.result;
  p.kind = type.result->isVoid() ? ProcedureKind::Subroutine : ProcedureKind::Function;
  std::vector<const Type *> types;
  auto add = [&](const std::string &name, const Type *parameterType) {
    parameter(p, name, parameterType)->byValue = true;
    types.push_back(parameterType);
  };
  for (size_t i = 0; i < type.parameters.size(); ++i) {
    std::string name = original.parameters[i]->name;
    add(name, type.parameters[i]);
    if (i < shape.shadows.size() && shape.shadows[i])
      add(name + "d", type.parameters[i]);
  }
  if (shape.result)
    add(original.name, program.types.pointer(type.result));
  p.symbol = addSymbol(unit.scope, p.name, SymbolKind::Procedure,
                       program.types.procedure(type.result, types));
  p.symbol->unit = &unit;
  p.symbol->procedure = &p;
  p.symbol->isExternalProcedure = true;
  return p.symbol;
}

/// An interface body in the procedure that calls.
Symbol *ForeignCalls::interface(Procedure &caller, const Procedure &original,
                                const Procedure &derivative, const Shape &shape) {
  Renaming renaming(program);
  caller.interfaces.push_back(cloneProcedure(program, original, renaming));
  Procedure &p = *caller.interfaces.back();
  p.name = caller.makeTemporary(derivative.name, nullptr)->name;
  p.hasBody = false;
  p.bindC = true;
  p.bindingName = linkName(derivative);
  p.unit = caller.unit;
  p.host = &caller;
  std::vector<Symbol *> parameters = p.parameters;
  p.parameters.clear();
  for (size_t i = 0; i < parameters.size(); ++i) {
    p.parameters.push_back(parameters[i]);
    if (i >= shape.shadows.size() || !shape.shadows[i])
      continue;
    Symbol *shadow = parameter(p, parameters[i]->name + "d", parameters[i]->type);
    std::string name = shadow->name;
    *shadow = *parameters[i];
    shadow->name = name;
    shadow->owner = &p;
  }
  if (shape.result)
    parameter(p, original.name + "_value", p.result->type)->intent = Intent::Out;
  for (auto &s : caller.scope.symbols)
    if (s->name == p.name)
      p.symbol = s.get();
  p.symbol->kind = SymbolKind::Procedure;
  p.symbol->temporary = false;
  p.symbol->procedure = &p;
  p.symbol->isExternalProcedure = true;
  p.symbol->bindingName = p.bindingName;
  const Type *result = p.result ? p.result->type : program.types.voidType();
  p.symbol->type = program.types.procedure(result, {}, false, &p);
  return p.symbol;
}

} // namespace costate::transform
