#include "frontend/fortran/Declarations.h"

#include "frontend/fortran/Data.h"
#include "frontend/fortran/Formats.h"
#include "frontend/fortran/LowerCase.h"

#include <algorithm>

namespace costate::frontend::fortran {

ir::Unit *UnitReader::fileUnit(uint32_t file) {
  ir::Unit *&unit = files[file];
  if (!unit) {
    t.program.units.push_back(std::make_unique<ir::Unit>());
    unit = t.program.units.back().get();
    unit->kind = ir::UnitKind::FortranFile;
    unit->file = file;
    unit->location = {file, 0, 0};
  }
  return unit;
}

ir::Procedure *UnitReader::add(const SemSymbol *symbol, std::string name, ir::ProcedureKind kind,
                               ir::Unit *unit, ir::Procedure *host, Location at) {
  auto &list = host ? host->internal : unit->procedures;
  list.push_back(std::make_unique<ir::Procedure>());
  ir::Procedure *p = list.back().get();
  p->name = std::move(name);
  p->kind = kind;
  p->unit = unit;
  p->host = host;
  p->location = at;
  p->hasBody = true;
  p->comments = t.commentsAbove(at);
  p->resultType = t.program.types.voidType();
  if (symbol) {
    setProcedureAttributes(*p, *symbol);
    t.procedures[&symbol->GetUltimate()] = p;
    if (symbol->scope())
      if (!t.procedureScopes.count(symbol->scope()))
        t.bindScope(symbol->scope(), p);
  }
  return p;
}

/// The program unit around a place in the source, for units without a name.
const SemScope *UnitReader::scopeAround(parser::CharBlock source, SemScope::Kind kind) {
  const SemScope *scope = &t.session.context().FindScope(source);
  while (scope->kind() != kind && !scope->IsTopLevel())
    scope = &scope->parent();
  return scope;
}

void UnitReader::declare(const parser::ProgramUnit &unit) {
  currentFile = t.session.fileOf(unit);
  common::visit(
      common::visitors{
          [&](const common::Indirection<parser::MainProgram> &x) {
            declare(x.value(), fileUnit(currentFile));
          },
          [&](const common::Indirection<parser::FunctionSubprogram> &x) {
            subprogram<parser::FunctionSubprogram, parser::FunctionStmt, parser::EndFunctionStmt>(
                x.value(), fileUnit(currentFile), nullptr);
          },
          [&](const common::Indirection<parser::SubroutineSubprogram> &x) {
            subprogram<parser::SubroutineSubprogram, parser::SubroutineStmt,
                       parser::EndSubroutineStmt>(x.value(), fileUnit(currentFile), nullptr);
          },
          [&](const common::Indirection<parser::Module> &x) { declare(x.value()); },
          [&](const common::Indirection<parser::Submodule> &x) { declare(x.value()); },
          [&](const common::Indirection<parser::BlockData> &x) {
            declare(x.value(), fileUnit(currentFile));
          },
          [&](const auto &) {}, // directives
      },
      unit.u);
}

void UnitReader::declare(const parser::MainProgram &x, ir::Unit *unit) {
  auto &[begin, specification, execution, internal, end] = x.t;
  Location at = begin ? t.locate(begin->source) : Location{};
  std::string name = begin ? lowerCase(begin->statement.v.ToString()) : "main_program";
  const SemScope *scope = scopeAround(end.source, SemScope::Kind::MainProgram);
  ir::Procedure *p =
      add(nullptr, name, ir::ProcedureKind::MainProgram, unit, nullptr, at);
  t.bindScope(scope, p);
  pending.push_back({p, nullptr, scope, &x, &specification, &execution, t.locate(end.source)});
  internals(internal, p);
}

void UnitReader::declare(const parser::BlockData &x, ir::Unit *unit) {
  auto &[begin, specification, end] = x.t;
  std::string name = begin.statement.v ? begin.statement.v->ToString() : "";
  const SemScope *scope = scopeAround(end.source, SemScope::Kind::BlockData);
  ir::Procedure *p = add(nullptr, name, ir::ProcedureKind::BlockData, unit, nullptr,
                         t.locate(begin.source));
  t.bindScope(scope, p);
  pending.push_back({p, nullptr, scope, &x, &specification, nullptr, t.locate(end.source)});
}

template <typename Subprogram, typename Begin, typename End>
void UnitReader::subprogram(const Subprogram &x, ir::Unit *unit, ir::Procedure *host) {
  auto &begin = std::get<parser::Statement<Begin>>(x.t);
  const parser::Name &name = std::get<parser::Name>(begin.statement.t);
  const SemSymbol *symbol = name.symbol;
  // A generic may have the name of one of its specifics.
  if (auto *generic = symbol->detailsIf<semantics::GenericDetails>())
    symbol = generic->specific();
  auto kind = std::is_same_v<Begin, parser::FunctionStmt> ? ir::ProcedureKind::Function
                                                          : ir::ProcedureKind::Subroutine;
  const std::vector<WrittenEntry> &entries = t.forms.statements(&x).entries;
  Location at = t.locate(begin.source);
  ir::Procedure *p = entries.empty() ? add(symbol, name.ToString(), kind, unit, host, at)
                                     : withEntries(*symbol, entries, unit, kind, at);
  implements(*symbol, p);
  auto &end = std::get<parser::Statement<End>>(x.t);
  pending.push_back({p, entries.empty() ? symbol : nullptr, symbol->scope(), &x, &std::get<parser::SpecificationPart>(x.t),
                     &std::get<parser::ExecutionPart>(x.t), t.locate(end.source)});
  internals(std::get<std::optional<parser::InternalSubprogramPart>>(x.t), p);
}

/// The procedure with the body of several entries; the entries themselves come after it.
ir::Procedure *UnitReader::withEntries(const SemSymbol &symbol,
                                       const std::vector<WrittenEntry> &entries, ir::Unit *unit,
                                       ir::ProcedureKind kind, Location at) {
  std::string name = symbol.name().ToString();
  ir::Procedure *master = add(nullptr, name + "_entries", kind, unit, nullptr, at);
  setProcedureAttributes(*master, symbol);
  master->isPrivate = true; // no other file can name it
  t.bindScope(symbol.scope(), master);
  entryGroups.emplace_back();
  EntryGroup &group = entryGroups.back();
  group.master = master;
  group.scope = symbol.scope();
  t.entries[master] = &group;
  group.points.push_back({&symbol, add(&symbol, name, kind, unit, nullptr, at)});
  for (const WrittenEntry &entry : entries) {
    const parser::Name &own = std::get<parser::Name>(entry.statement->t);
    EntryPoint point{&own.symbol->GetUltimate(), nullptr, entry.statement, master->newLabel(),
                     entry.executable};
    point.wrapper = add(point.symbol, own.ToString(), kind, unit, nullptr, entry.at);
    group.points.push_back(point);
  }
  return master;
}

void UnitReader::internals(const std::optional<parser::InternalSubprogramPart> &part,
                           ir::Procedure *host) {
  if (!part)
    return;
  for (const parser::InternalSubprogram &inner :
       std::get<std::list<parser::InternalSubprogram>>(part->t)) {
    if (auto *f = std::get_if<common::Indirection<parser::FunctionSubprogram>>(&inner.u))
      subprogram<parser::FunctionSubprogram, parser::FunctionStmt, parser::EndFunctionStmt>(
          f->value(), host->unit, host);
    else if (auto *s = std::get_if<common::Indirection<parser::SubroutineSubprogram>>(&inner.u))
      subprogram<parser::SubroutineSubprogram, parser::SubroutineStmt, parser::EndSubroutineStmt>(
          s->value(), host->unit, host);
  }
}

void UnitReader::separate(const parser::SeparateModuleSubprogram &x, ir::Unit *unit) {
  auto &[begin, specification, execution, internal, end] = x.t;
  const parser::Name &name = begin.statement.v;
  const SemSymbol *symbol = name.symbol;
  auto kind = symbol->get<semantics::SubprogramDetails>().isFunction()
                  ? ir::ProcedureKind::Function
                  : ir::ProcedureKind::Subroutine;
  ir::Procedure *p = add(symbol, name.ToString(), kind, unit, nullptr, t.locate(begin.source));
  implements(*symbol, p);
  pending.push_back(
      {p, symbol, symbol->scope(), &x, &specification, &execution, t.locate(end.source)});
  internals(internal, p);
}

/// A separate module procedure is the procedure its module describes: the interface and its
/// arguments stand for the definition and its arguments.
void UnitReader::implements(const SemSymbol &symbol, ir::Procedure *p) {
  auto *details = symbol.detailsIf<semantics::SubprogramDetails>();
  const SemSymbol *interface = details ? details->moduleInterface() : nullptr;
  if (!interface)
    return;
  const SemSymbol &described = interface->GetUltimate();
  t.procedures[&described] = p;
  p->isPrivate = isPrivate(described);
  t.alias(symbol, described);
  auto share = [&](const SemSymbol *own, const SemSymbol *other) {
    if (!own || !other || own == other)
      return;
    const DeclaredForm &form = t.forms.form(*own);
    if (!form.shape && !form.typeSpec)
      t.forms.share(*own, *other);
    t.alias(*other, *own);
  };
  auto &shape = described.get<semantics::SubprogramDetails>();
  for (size_t i = 0; i < details->dummyArgs().size() && i < shape.dummyArgs().size(); ++i)
    share(details->dummyArgs()[i], shape.dummyArgs()[i]);
  if (details->isFunction() && shape.isFunction())
    share(&details->result(), &shape.result());
}

void UnitReader::members(const std::optional<parser::ModuleSubprogramPart> &part,
                         ir::Unit *unit) {
  if (!part)
    return;
  for (const parser::ModuleSubprogram &inner :
       std::get<std::list<parser::ModuleSubprogram>>(part->t)) {
    if (auto *f = std::get_if<common::Indirection<parser::FunctionSubprogram>>(&inner.u))
      subprogram<parser::FunctionSubprogram, parser::FunctionStmt, parser::EndFunctionStmt>(
          f->value(), unit, nullptr);
    else if (auto *s = std::get_if<common::Indirection<parser::SubroutineSubprogram>>(&inner.u))
      subprogram<parser::SubroutineSubprogram, parser::SubroutineStmt, parser::EndSubroutineStmt>(
          s->value(), unit, nullptr);
    else if (auto *p =
                 std::get_if<common::Indirection<parser::SeparateModuleSubprogram>>(&inner.u))
      separate(p->value(), unit);
  }
}

ir::Unit *UnitReader::moduleUnit(const parser::Name &name, const void *node, Location at) {
  t.program.units.push_back(std::make_unique<ir::Unit>());
  ir::Unit *unit = t.program.units.back().get();
  unit->kind = ir::UnitKind::FortranModule;
  unit->name = name.ToString();
  unit->file = currentFile;
  unit->location = at;
  unit->comments = t.commentsAbove(at);
  const SemSymbol &symbol = *name.symbol;
  unit->defaultPrivate = symbol.get<semantics::ModuleDetails>().isDefaultPrivate();
  t.unitScopes[symbol.scope()] = unit;
  modules.push_back({unit, symbol.scope(), node});
  return unit;
}

void UnitReader::declare(const parser::Module &x) {
  auto &begin = std::get<parser::Statement<parser::ModuleStmt>>(x.t);
  ir::Unit *unit = moduleUnit(begin.statement.v, &x, t.locate(begin.source));
  members(std::get<std::optional<parser::ModuleSubprogramPart>>(x.t), unit);
}

// A submodule only hides code from other files: its procedures join their module.
void UnitReader::declare(const parser::Submodule &x) {
  auto &begin = std::get<parser::Statement<parser::SubmoduleStmt>>(x.t);
  auto &[parent, name] = begin.statement.t;
  const SemScope *ancestor = name.symbol->get<semantics::ModuleDetails>().ancestor();
  auto it = t.unitScopes.find(ancestor);
  if (it == t.unitScopes.end()) {
    t.refuse(t.locate(begin.source),
             "the source of module '" + std::get<0>(parent.t).ToString() + "' is not given",
             "add its file to the command line");
    return;
  }
  ir::Unit *unit = it->second;
  t.unitScopes[name.symbol->scope()] = unit;
  modules.push_back({unit, name.symbol->scope(), &x});
  members(std::get<std::optional<parser::ModuleSubprogramPart>>(x.t), unit);
}

// A public name that came by USE is public here too: whole modules where the source says so, else
// single names.
void UnitReader::reexports(const PendingModule &m) {
  std::set<ir::Unit *> whole;
  for (const parser::UseStmt *use : t.forms.statements(m.node).uses) {
    auto *renames = std::get_if<std::list<parser::Rename>>(&use->u);
    const SemSymbol *symbol = use->moduleName.symbol;
    if (!renames || !renames->empty() || m.unit->defaultPrivate || !symbol || !symbol->scope())
      continue;
    ir::Unit *used = ownerOf(*symbol->scope());
    if (used && whole.insert(used).second)
      m.unit->reexports.push_back(used);
  }
  for (const semantics::SymbolRef &symbol : m.scope->GetSymbols()) {
    // Flang's own names for specifics that come with a generic hold a `$`; no source can name them.
    if (!symbol->has<semantics::UseDetails>() || isPrivate(*symbol) ||
        symbol->name().ToString().find('$') != std::string::npos)
      continue;
    const SemSymbol &entity = canonicalSymbol(*symbol);
    ir::Unit *used = entity.owner().kind() == SemScope::Kind::Module ? ownerOf(entity.owner())
                                                                     : nullptr;
    if (used && used != m.unit && !whole.count(used))
      m.unit->reexportedNames.push_back({used, genericName(entity), genericName(*symbol)});
  }
}

ir::Unit *UnitReader::ownerOf(const SemScope &module) {
  auto it = t.unitScopes.find(&module);
  return it != t.unitScopes.end() ? it->second
         : isForeignModule(module) ? t.externalUnit(module)
                                   : nullptr;
}

void UnitReader::declareScopes() {
  for (EntryGroup &group : entryGroups)
    shareResults(t, group);
  for (const PendingModule &m : modules) {
    size_t before = m.unit->scope.symbols.size();
    declareScope(t, {m.unit, nullptr}, *m.scope);
    if (m.scope->IsSubmodule())
      hide(*m.unit, before);
    else
      reexports(m);
  }
  for (const PendingBody &body : pending) {
    declareScope(t, {nullptr, body.procedure}, *body.scope);
    for (const auto &[label, format] : t.forms.statements(body.node).formats)
      body.procedure->formats.emplace_back(label, formatText(format->v));
  }
  ownNames();
  for (EntryGroup &group : entryGroups)
    buildEntries(t, group);
}

void UnitReader::readInitialValues() {
  for (const PendingModule &m : modules)
    readData(t, {m.unit, nullptr}, *m.scope, t.forms.statements(m.node));
  for (const PendingBody &body : pending)
    readData(t, {nullptr, body.procedure}, *body.scope, t.forms.statements(body.node));
}

/// What a submodule declares is nobody else's.
void UnitReader::hide(ir::Unit &unit, size_t from) {
  auto &symbols = unit.scope.symbols;
  for (size_t i = from; i < symbols.size(); ++i) {
    symbols[i]->isPrivate = true;
    if (symbols[i]->procedure)
      symbols[i]->procedure->isPrivate = true;
    for (size_t j = 0; j < from; ++j)
      if (symbols[j]->name == symbols[i]->name)
        t.refuse(symbols[i]->location, "'" + symbols[i]->name +
                                           "' is declared both in the submodule and in its module",
                 "rename one of them");
  }
}

/// A procedure's own name, in the scope around it.
void UnitReader::ownNames() {
  auto ownName = [&](ir::Procedure *p, const SemSymbol *symbol) {
    if (symbol && (p->host || p->unit->kind != ir::UnitKind::FortranFile)) {
      p->symbol = t.symbol(*symbol);
      return;
    }
    p->symbol = ir::addSymbol(p->unit->scope, p->name, ir::SymbolKind::Procedure,
                              t.program.types.procedure(p->resultType, {}, false, p), p->location);
    p->symbol->unit = p->unit;
    p->symbol->procedure = p;
    p->symbol->isPrivate = p->isPrivate;
    p->symbol->storage = ir::Storage::Global;
  };
  for (const PendingBody &body : pending)
    ownName(body.procedure, body.symbol);
  for (const EntryGroup &group : entryGroups)
    for (const EntryPoint &point : group.points)
      ownName(point.wrapper, point.symbol);
}

void UnitReader::finish() {
  std::map<std::string, ir::Procedure *> defined;
  for (auto &unit : t.program.units)
    if (unit->kind == ir::UnitKind::FortranFile)
      for (auto &p : unit->procedures)
        defined.emplace(p->name, p.get());
  auto link = [&](ir::Scope &scope) {
    for (auto &symbol : scope.symbols)
      if (symbol->kind == ir::SymbolKind::Procedure && symbol->isExternalProcedure)
        if (auto it = defined.find(symbol->name); it != defined.end())
          symbol->procedure = it->second;
  };
  for (auto &unit : t.program.units) {
    link(unit->scope);
    for (ir::Procedure *p : ir::procedures(*unit))
      link(p->scope);
  }
  std::stable_partition(t.program.units.begin(), t.program.units.end(),
                        [](const std::unique_ptr<ir::Unit> &unit) {
                          return unit->kind == ir::UnitKind::FortranModule ||
                                 unit->kind == ir::UnitKind::FortranSubmodule;
                        });
}

} // namespace costate::frontend::fortran
