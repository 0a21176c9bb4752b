#include "ir/Link.h"

#include "ir/Rewrite.h"

namespace costate::ir {

std::string linkName(const Procedure &p) {
  if (p.bindC)
    return p.bindingName.empty() ? p.name : p.bindingName;
  if (p.host || p.internalLinkage || p.kind == ProcedureKind::MainProgram ||
      p.kind == ProcedureKind::BlockData)
    return {};
  if (p.language == Language::C)
    return p.name;
  bool inModule = p.unit && p.unit->kind != UnitKind::FortranFile;
  return inModule ? std::string() : p.name + "_";
}

namespace {

/// The link name of an external procedure as its user declares it.
std::string linkNameOfUse(const Symbol &s, Language language) {
  if (!s.bindingName.empty())
    return s.bindingName;
  if (s.procedure && s.procedure->bindC)
    return s.procedure->bindingName.empty() ? s.procedure->name : s.procedure->bindingName;
  return language == Language::C ? s.name : s.name + "_";
}

using Definitions = std::map<std::string, Procedure *>;

void linkScope(Scope &scope, Language language, const Definitions &definitions) {
  for (auto &s : scope.symbols) {
    bool external = s->kind == SymbolKind::Procedure && s->isExternalProcedure &&
                    s->storage != Storage::Argument && !s->isIntrinsicProcedure;
    if (!external || (s->procedure && s->procedure->hasBody))
      continue;
    auto found = definitions.find(linkNameOfUse(*s, language));
    if (found != definitions.end())
      s->procedure = found->second;
  }
}

} // namespace

void link(Program &program) {
  Definitions definitions;
  for (Procedure *p : procedures(program))
    if (std::string name = linkName(*p); p->hasBody && !name.empty())
      definitions.emplace(name, p);
  for (auto &unit : program.units) {
    linkScope(unit->scope, unit->language(), definitions);
    for (Procedure *p : procedures(*unit))
      linkScope(p->scope, p->language, definitions);
  }
}

void linkVariables(Program &program) {
  auto isShared = [](const Unit &unit, const Symbol &s) {
    return unit.kind == UnitKind::CFile && s.kind == SymbolKind::Variable &&
           s.storage == Storage::Global && !s.internalLinkage;
  };
  std::map<std::string, Symbol *> definitions; // or the first declaration
  for (auto &unit : program.units)
    for (auto &s : unit->scope.symbols)
      if (isShared(*unit, *s)) {
        Symbol *&known = definitions[s->name];
        if (!known || (known->external && !s->external))
          known = s.get();
      }
  Renaming renaming(program);
  bool any = false;
  for (auto &unit : program.units)
    for (auto &s : unit->scope.symbols)
      if (isShared(*unit, *s) && definitions[s->name] != s.get()) {
        renaming.add(s.get(), definitions[s->name]);
        any = true;
      }
  auto rename = [&](Scope &scope) {
    for (auto &s : scope.symbols)
      s->initial = renaming(s->initial);
  };
  for (auto &unit : program.units) {
    if (!any || unit->language() != Language::C)
      continue;
    rename(unit->scope);
    for (Procedure *p : procedures(*unit)) {
      rename(p->scope);
      renaming.apply(p->body);
    }
  }
}

} // namespace costate::ir
