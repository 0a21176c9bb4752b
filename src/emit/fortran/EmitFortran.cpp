// Units and procedures: the frame that declarations and statements fill.
#include "emit/Emit.h"

#include "emit/Helpers.h"
#include "emit/RestoreExits.h"
#include "emit/fortran/Declarations.h"
#include "emit/fortran/Statements.h"

namespace costate::emit {

using namespace ir;

namespace fortran {

namespace {

class Emitter {
public:
  explicit Emitter(Program &program) : program(program), homes(program), kinds(program) {}

  std::string emit() {
    for (const auto &unit : program.units)
      if (unit->language() == Language::Fortran && !unit->external)
        this->unit(*unit);
    return layout.text();
  }

private:
  void unit(const Unit &);
  void text(const Unit &);
  void module(const Unit &);
  void procedure(const Procedure &, const Names *host);
  void procedure(const Plan &, const Names *host);
  void contained(const Unit &, const Names &host, const std::vector<rules::Helper> &);
  void helpers(const std::vector<rules::Helper> &);
  References specification(const Unit &);
  const Names *parentOf(const Unit &);

  Program &program;
  Homes homes;
  Kinds kinds;
  Layout layout;
  std::map<std::string, std::unique_ptr<Names>> modules;
};

/// The helpers of a procedure and of those inside it.
void collectAll(const Procedure &p, std::vector<rules::Helper> &out) {
  collectHelpers(p, out);
  for (const auto &inner : p.internal)
    collectAll(*inner, out);
}

void Emitter::unit(const Unit &unit) {
  if (!unit.preamble.empty())
    return text(unit);
  if (unit.kind != UnitKind::FortranFile)
    return module(unit);
  for (const auto &p : unit.procedures) {
    layout.blank();
    procedure(*p, nullptr);
  }
}

/// A unit that comes along as text.
void Emitter::text(const Unit &unit) {
  layout.blank();
  for (const std::string &text : unit.preamble)
    layout.verbatim(text);
}

/// What the specification part of a module names.
References Emitter::specification(const Unit &unit) {
  References out;
  for (const auto &s : unit.scope.symbols)
    if (!(s->procedure && s->procedure->hasBody && s->procedure->unit == &unit))
      out.declaration(*s);
  for (const RecordType *r : unit.scope.records)
    out.declaration(*r);
  for (const GenericInterface &g : unit.scope.generics)
    for (const Symbol *s : g.specifics) {
      const Symbol *inherited = inheritedFrom(g, *s, homes);
      out.entities.add(inherited ? inherited : s);
    }
  return out;
}

/// A submodule sees what its parent sees.
const Names *Emitter::parentOf(const Unit &unit) {
  std::string parent = unit.parent.substr(unit.parent.rfind(':') + 1);
  auto found = modules.find(parent);
  return found == modules.end() ? nullptr : found->second.get();
}

void Emitter::module(const Unit &unit) {
  bool submodule = unit.kind == UnitKind::FortranSubmodule;
  auto &names = modules[unit.name];
  names = std::make_unique<Names>(homes, submodule ? parentOf(unit) : nullptr);
  names->buildModule(unit, specification(unit));
  Expressions expressions(kinds, *names, nullptr);
  layout.blank();
  layout.comments(unit.comments);
  layout.line(submodule ? "submodule (" + unit.parent + ") " + unit.name : "module " + unit.name);
  std::vector<rules::Helper> carried;
  for (const auto &p : unit.procedures)
    collectAll(*p, carried);
  {
    Indented inner(layout);
    Declarations(layout, expressions, homes).module(unit);
    for (const rules::Helper &helper : carried)
      layout.line("private :: " + helper.name);
  }
  contained(unit, *names, carried);
  layout.line(std::string(submodule ? "end submodule " : "end module ") + unit.name);
}

void Emitter::contained(const Unit &unit, const Names &host,
                        const std::vector<rules::Helper> &carried) {
  if (unit.procedures.empty())
    return;
  layout.blank();
  layout.line("contains");
  Indented inner(layout);
  for (const auto &p : unit.procedures) {
    layout.blank();
    procedure(*p, &host);
  }
  helpers(carried);
  layout.blank();
}

/// Below CONTAINS, so that generated files that are linked together do not meet.
void Emitter::helpers(const std::vector<rules::Helper> &carried) {
  for (const rules::Helper &helper : carried) {
    layout.blank();
    layout.verbatim(helper.source);
  }
}

void Emitter::procedure(const Procedure &p, const Names *host) {
  if (p.language == Language::Fortran && p.hasBody)
    procedure(Plan(p, homes), host);
}

void Emitter::procedure(const Plan &plan, const Names *host) {
  const Procedure &p = plan.procedure;
  Names names(homes, host);
  names.buildProcedure(p, plan.declared, plan.own, plan.inside);
  for (const auto &[index, variable] : plan.sharing)
    names.share(index, variable);
  Expressions expressions(kinds, names, &plan.unhoisted);
  layout.comments(p.comments);
  layout.line(heading(p, names));
  {
    Indented inner(layout);
    Declarations(layout, expressions, homes).procedure(plan);
    if (!plan.unhoisted.printed(p.body).empty())
      layout.blank();
    Statements(program, layout, expressions, plan.unhoisted, plan.masks).body(p);
    for (const auto &[label, text] : p.formats)
      layout.labelled(label, "format " + text);
  }
  std::vector<rules::Helper> carried;
  if (!host) // a module's procedures share the module's
    collectAll(p, carried);
  if (!plan.internal.empty() || !carried.empty()) {
    layout.blank();
    layout.line("contains");
    Indented inner(layout);
    for (const auto &internal : plan.internal) {
      layout.blank();
      procedure(*internal, &names);
    }
    helpers(carried);
    layout.blank();
  }
  layout.line(ending(p));
}

} // namespace

} // namespace fortran

std::string emitFortran(Program &program) {
  RestoredExits restored(program);
  return fortran::Emitter(program).emit();
}

} // namespace costate::emit
