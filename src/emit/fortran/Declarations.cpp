#include "emit/fortran/Declarations.h"

#include <algorithm>

namespace costate::emit::fortran {

using namespace ir;

// ---- Headings ---------------------------------------------------------------------------------

namespace {

const char *keyword(ProcedureKind kind) {
  switch (kind) {
  case ProcedureKind::Subroutine:
    return "subroutine";
  case ProcedureKind::Function:
    return "function";
  case ProcedureKind::MainProgram:
    return "program";
  case ProcedureKind::BlockData:
    return "block data";
  }
  return "";
}

std::string prefixes(const Procedure &p) {
  std::string out;
  if (p.separateModule)
    out += "module ";
  if (p.impure)
    out += "impure ";
  if (p.recursive)
    out += "recursive ";
  if (p.nonRecursive)
    out += "non_recursive ";
  if (p.pure && !p.elemental)
    out += "pure ";
  if (p.elemental)
    out += "elemental ";
  return out;
}

std::string linkage(const std::string &name) {
  return name.empty() ? "bind(c)" : "bind(c, name='" + name + "')";
}

} // namespace

std::string heading(const Procedure &p, const Names &names) {
  std::string text = prefixes(p) + keyword(p.kind);
  if (!p.name.empty())
    text += " " + p.name;
  std::vector<std::string> dummies;
  for (const Symbol *s : p.parameters)
    dummies.push_back(names.of(s));
  bool subprogram = p.kind == ProcedureKind::Subroutine || p.kind == ProcedureKind::Function;
  if (!dummies.empty() || p.kind == ProcedureKind::Function || (subprogram && p.bindC))
    text += "(" + joined(dummies) + ")";
  if (p.result && p.result->name != p.name)
    text += " result(" + names.of(p.result) + ")";
  // The name BIND(C) gives by itself; interfaces of no particular procedure may not have another.
  if (p.bindC)
    text += " " + linkage(p.isAbstract || p.bindingName == p.name ? "" : p.bindingName);
  return text;
}

std::string ending(const Procedure &p) {
  std::string text = std::string("end ") + keyword(p.kind);
  return p.name.empty() ? text : text + " " + p.name;
}

// ---- Scopes -----------------------------------------------------------------------------------

void Declarations::uses(const Procedure *p) {
  if (p && p->bindC)
    useInteroperableKinds(*p);
  for (const Names::Use &use : names.uses())
    layout.line(std::string(use.module->intrinsicModule ? "use, intrinsic :: " : "use ") +
                use.module->name + (use.only.empty() ? "" : ", only: " + joined(use.only)));
  if (!names.imports().empty())
    layout.line("import :: " + joined(names.imports()));
  layout.line("implicit none");
}

/// Of what C passes: compilers warn of other names, though their kinds are the same.
void Declarations::useInteroperableKinds(const Procedure &p) {
  std::set<std::string> kinds;
  std::vector<const Symbol *> passed(p.parameters.begin(), p.parameters.end());
  if (p.result)
    passed.push_back(p.result);
  for (const Symbol *s : passed) {
    std::string kind = s->kind == SymbolKind::Variable ? Kinds::interoperableKind(s->type) : "";
    if (kind.empty())
      continue;
    kinds.insert(kind);
    interoperable.insert(s);
  }
  if (!kinds.empty())
    layout.line("use, intrinsic :: iso_c_binding, only: " +
                joined(std::vector<std::string>(kinds.begin(), kinds.end())));
}

void Declarations::procedure(const Plan &plan) {
  const Procedure &p = plan.procedure;
  procedure_ = &p;
  uses(&p);
  for (const Symbol *s : plan.declared)
    mine.insert(s);
  for (const Symbol *s : plan.externals)
    mine.insert(s);
  for (const RecordType *r : p.scope.records)
    mine.insert(r);
  for (const auto &inner : p.interfaces)
    if (plan.inside.entities.contains(inner.get()))
      mine.insert(Entity(inner.get()).key());
  for (const GenericInterface &g : p.scope.generics)
    for (const Symbol *s : g.specifics)
      if (standsInGeneric(*s))
        mine.erase(s);
  for (const Symbol *s : p.parameters)
    place(s);
  if (p.result)
    place(p.result);
  sectionStart = lines.size();
  for (const RecordType *r : p.scope.records)
    place(r);
  for (const auto &inner : p.interfaces)
    place(inner.get());
  for (const Symbol *s : plan.declared)
    if (s->kind != SymbolKind::Procedure)
      place(s);
  sectionStart = lines.size();
  for (const Symbol *s : plan.declared)
    place(s);
  for (const Symbol *s : plan.externals)
    place(s);
  print(lines);
  for (const GenericInterface &g : p.scope.generics)
    generic(g);
  sharedStorage(p.scope);
  data(plan.declared);
}

void Declarations::interfaceBody(const Procedure &p) {
  uses(&p);
  for (const auto &s : p.scope.symbols)
    mine.insert(s.get());
  for (const Symbol *s : p.parameters)
    place(s);
  if (p.result)
    place(p.result);
  print(lines);
}

namespace {

/// An index whose scope is a construct, where a variable of its name is declared anyway.
bool sharesName(const Scope &scope, const Symbol &index) {
  if (!index.constructScope)
    return false;
  bool before = true;
  for (const auto &s : scope.symbols) {
    before = before && s.get() != &index;
    if (s.get() != &index && s->name == index.name && (before || !s->constructScope))
      return true;
  }
  return false;
}

} // namespace

void Declarations::module(const Unit &unit) {
  module_ = &unit;
  uses();
  accessibility(unit);
  std::set<const Symbol *> elsewhere; // printed by CONTAINS or by a generic interface
  for (const GenericInterface &g : unit.scope.generics) {
    elsewhere.insert(g.symbol);
    for (const Symbol *s : g.specifics)
      if (standsInGeneric(*s))
        elsewhere.insert(s);
  }
  std::vector<const Symbol *> declared;
  for (const auto &s : unit.scope.symbols)
    if (!elsewhere.count(s.get()) && !s->isIntrinsicProcedure && !sharesName(unit.scope, *s) &&
        !(s->procedure && s->procedure->hasBody && s->procedure->unit == &unit))
      declared.push_back(s.get());
  for (const Symbol *s : declared)
    mine.insert(s);
  for (const RecordType *r : unit.scope.records)
    mine.insert(r);
  for (const auto &p : unit.interfaces)
    if (Entity e(p.get()); !elsewhere.count(e.symbol))
      mine.insert(e.key());
  for (const RecordType *r : unit.scope.records)
    place(r);
  for (const Symbol *s : declared)
    place(s);
  for (const auto &p : unit.interfaces)
    place(p.get());
  print(lines);
  for (const GenericInterface &g : unit.scope.generics)
    generic(g);
  sharedStorage(unit.scope);
  data(declared);
}

/// PRIVATE and PUBLIC of what has no declaration of its own to say it in.
void Declarations::accessibility(const Unit &unit) {
  if (unit.kind != UnitKind::FortranModule)
    return;
  if (unit.defaultPrivate)
    layout.line("private");
  std::set<std::string> exceptions, types;
  for (const RecordType *r : unit.scope.records)
    types.insert(r->name);
  auto add = [&](const std::string &name, bool isPrivate) {
    if (isPrivate != unit.defaultPrivate && !types.count(name))
      exceptions.insert(name);
  };
  for (const auto &s : unit.scope.symbols)
    if (s->kind == SymbolKind::Procedure && !s->isIntrinsicProcedure)
      add(s->name, s->isPrivate);
  for (const GenericInterface &g : unit.scope.generics)
    add(g.name, g.isPrivate);
  for (const Unit::Reexport &r : unit.reexportedNames)
    add(r.local, false);
  if (!exceptions.empty())
    layout.line((unit.defaultPrivate ? "public :: " : "private :: ") +
                joined({exceptions.begin(), exceptions.end()}));
}

// ---- Order ------------------------------------------------------------------------------------

void Declarations::place(Entity e) {
  if (!mine.count(e.key()) || placed.count(e.key()))
    return;
  placed[e.key()] = lines.size();
  if (e.record)
    placeRecord(*e.record);
  else if (e.interface)
    placeInterface(e, *e.interface);
  else if (e.symbol->kind == SymbolKind::Procedure)
    placeProcedure(*e.symbol);
  else
    placeVariable(*e.symbol);
}

void Declarations::placeNeeds(const References &needed) {
  for (Entity e : needed.entities)
    place(e);
}

size_t Declarations::lineOfNeeds(const References &needed) {
  size_t line = sectionStart;
  for (Entity e : needed.entities)
    if (auto found = placed.find(e.key()); found != placed.end())
      line = std::max(line, found->second);
  return line;
}

void Declarations::join(Entity e, const std::string &head, const std::string &item,
                        size_t earliest) {
  size_t at = earliest;
  while (at < lines.size() && lines[at].head != head)
    ++at;
  if (at >= lines.size()) {
    at = lines.size();
    lines.push_back({head, {}, nullptr, nullptr});
  }
  lines[at].items.push_back(item);
  placed[e.key()] = at;
}

void Declarations::placeRecord(const RecordType &r) {
  References needed;
  needed.declaration(r);
  // Interfaces may name the type, so they come after it.
  for (Entity e : needed.entities)
    if (e.record || (e.symbol && e.symbol->kind != SymbolKind::Procedure))
      place(e);
  placed[&r] = lines.size();
  lines.push_back({"", {}, [this, &r] { record(r); }, nullptr});
}

void Declarations::placeInterface(Entity e, const Procedure &p) {
  References needed;
  needed.interface(p);
  placeNeeds(needed);
  placed[e.key()] = lines.size();
  lines.push_back({"", {}, [this, &p] { interfaceOf(p); }, &p});
}

void Declarations::placeVariable(const Symbol &s) {
  References needed;
  needed.declaration(s);
  placeNeeds(needed);
  std::string item = names.of(&s) + expressions.shape(s.type) + initials.inDeclaration(s);
  join(&s, head(s), item, lineOfNeeds(needed));
}

/// A procedure by name: an interface, `procedure(f) :: g`, `intrinsic` or `external`.
void Declarations::placeProcedure(const Symbol &s) {
  auto *type = s.type ? llvm::dyn_cast<ProcedureType>(s.type->strip()) : nullptr;
  const Procedure *interface = explicitInterface(s);
  if (interface && interface->name == s.name && !interface->hasBody)
    return placeInterface(&s, *interface);
  References needed;
  needed.type(s.type);
  placeNeeds(needed);
  std::string head;
  if (s.isIntrinsicProcedure)
    head = "intrinsic";
  else if (interface && interface->name != s.name)
    head = "procedure(" + names.of(interface) + ")";
  else if (type && type->result && !type->result->isVoid())
    head = expressions.typeName(type->result) + ", external";
  else
    head = s.optional ? "procedure()" : "external";
  if (s.optional)
    head += ", optional";
  join(&s, head, names.of(&s), lineOfNeeds(needed));
}

void Declarations::print(const std::vector<Line> &list) {
  for (size_t i = 0; i < list.size();) {
    if (!list[i].print) {
      layout.line(list[i].head + " :: " + joined(list[i].items));
      ++i;
    } else if (const Procedure *first = list[i].interface) {
      layout.line(first->isAbstract ? "abstract interface" : "interface");
      {
        Indented inner(layout);
        for (; i < list.size() && list[i].interface &&
               list[i].interface->isAbstract == first->isAbstract;
             ++i)
          list[i].print();
      }
      layout.line("end interface");
    } else {
      list[i++].print();
    }
  }
}

// ---- Attributes -------------------------------------------------------------------------------

void Declarations::access(bool isPrivate, std::vector<std::string> &attributes) {
  if (module_ && module_->kind == UnitKind::FortranModule && isPrivate != module_->defaultPrivate)
    attributes.push_back(isPrivate ? "private" : "public");
}

std::vector<std::string> Declarations::attributes(const Symbol &s) {
  std::vector<std::string> out;
  auto add = [&](bool has, const char *name) {
    if (has)
      out.push_back(name);
  };
  add(s.kind == SymbolKind::NamedConstant, "parameter");
  add(s.type->isPointer(), "pointer");
  add(s.allocatable, "allocatable");
  add(s.storage == Storage::Saved && s.kind == SymbolKind::Variable, "save");
  add(s.intent == Intent::In, "intent(in)");
  add(s.intent == Intent::Out, "intent(out)");
  add(s.intent == Intent::InOut, "intent(inout)");
  add(s.optional, "optional");
  add(s.byValue, "value");
  add(s.target, "target");
  add(s.contiguous, "contiguous");
  add(s.isVolatile, "volatile");
  add(s.asynchronous, "asynchronous");
  add(s.isProtected, "protected");
  if (!s.bindingName.empty() && s.storage == Storage::Global)
    out.push_back(linkage(s.bindingName));
  access(s.isPrivate, out);
  return out;
}

/// `procedure(f)` of a procedure pointer.
std::string Declarations::procedureHead(const Type *type) {
  auto *procedure = llvm::cast<ProcedureType>(type->strip());
  if (procedure->interface)
    return "procedure(" + names.of(procedure->interface) + ")";
  if (procedure->result && !procedure->result->isVoid())
    return "procedure(" + expressions.typeName(procedure->result) + ")";
  return "procedure()";
}

std::string Declarations::head(const Symbol &s) {
  auto *pointer = llvm::dyn_cast<PointerType>(s.type->strip());
  std::string text = pointer && pointer->pointee->isProcedure()
                         ? procedureHead(pointer->pointee)
                     : interoperable.count(&s) ? Kinds::interoperableType(s.type)
                                               : expressions.typeName(s.type, s.polymorphic);
  for (const std::string &attribute : attributes(s))
    text += ", " + attribute;
  return text;
}

// ---- Derived types ----------------------------------------------------------------------------

void Declarations::record(const RecordType &r) {
  std::vector<std::string> attributes;
  if (!r.attributes.empty())
    attributes.push_back(r.attributes);
  if (r.parent)
    attributes.push_back("extends(" + names.of(r.parent) + ")");
  if (r.bindC)
    attributes.push_back("bind(c)");
  access(r.isPrivate, attributes);
  layout.line("type" + (attributes.empty() ? "" : ", " + joined(attributes)) + " :: " +
              names.of(&r));
  {
    Indented inner(layout);
    if (r.sequence)
      layout.line("sequence");
    if (r.privateComponents)
      layout.line("private");
    for (size_t i = r.parent ? 1 : 0; i < r.components.size(); ++i)
      layout.line(component(r.components[i]));
  }
  if (!r.bindings.empty()) {
    layout.line("contains");
    Indented inner(layout);
    for (const Binding &b : r.bindings)
      binding(b);
  }
  layout.line("end type " + names.of(&r));
}

/// How a procedure pointer gets its object.
static std::string passing(const Component &c) {
  if (!c.passedObject)
    return ", nopass";
  auto *type = llvm::cast<ProcedureType>(llvm::cast<PointerType>(c.type->strip())->pointee->strip());
  if (*c.passedObject == 0 || !type->interface ||
      *c.passedObject >= type->interface->parameters.size())
    return "";
  return ", pass(" + type->interface->parameters[*c.passedObject]->name + ")";
}

std::string Declarations::component(const Component &c) {
  auto *pointer = llvm::dyn_cast<PointerType>(c.type->strip());
  bool procedure = pointer && pointer->pointee->isProcedure();
  std::string text =
      procedure ? procedureHead(pointer->pointee) : expressions.typeName(c.type, c.polymorphic);
  if (pointer)
    text += ", pointer";
  if (procedure)
    text += passing(c);
  if (c.allocatable)
    text += ", allocatable";
  if (c.contiguous)
    text += ", contiguous";
  if (c.isPrivate)
    text += ", private";
  text += " :: " + c.name + expressions.shape(c.type);
  if (c.initial)
    text += pointer ? " => " + expressions.print(c.initial)
                    : " = " + expressions.assigned(c.initial, c.type);
  return text;
}

void Declarations::binding(const Binding &b) {
  std::string attributes = b.attributes.empty() ? "" : ", " + b.attributes;
  if (b.isFinal)
    layout.line("final :: " + names.of(b.target));
  else if (!b.specifics.empty())
    layout.line("generic" + attributes + " :: " + b.name + " => " + joined(b.specifics));
  else if (b.attributes.find("deferred") != std::string::npos)
    layout.line("procedure(" + names.of(b.target) + ")" + attributes + " :: " + b.name);
  else if (names.of(b.target) == b.name)
    layout.line("procedure" + attributes + " :: " + b.name);
  else
    layout.line("procedure" + attributes + " :: " + b.name + " => " + names.of(b.target));
}

// ---- Interfaces -------------------------------------------------------------------------------

void Declarations::interfaceOf(const Procedure &p) {
  References needed;
  needed.interface(p);
  Names inner(homes, &names);
  inner.buildInterface(p, needed);
  Expressions text(expressions.kinds, inner, nullptr);
  layout.line(heading(p, inner));
  {
    Indented indented(layout);
    Declarations(layout, text, homes).interfaceBody(p);
  }
  layout.line(ending(p));
}

/// The interface body of an external procedure of this scope. All other specifics have their
/// declaration elsewhere, and a generic only lists them.
bool Declarations::standsInGeneric(const Symbol &s) {
  const Procedure *interface = explicitInterface(s);
  if (!interface || interface->hasBody || interface->separateModule || s.isDummyProcedure())
    return false;
  Home home = homes.of(&s);
  return procedure_ ? home.procedure == procedure_ : !home.procedure && home.unit == module_;
}

void Declarations::generic(const GenericInterface &g) {
  layout.line("interface " + g.name);
  {
    Indented inner(layout);
    std::vector<std::string> procedures;
    for (const Symbol *s : g.specifics) {
      if (standsInGeneric(*s))
        interfaceOf(*explicitInterface(*s));
      else if (!inheritedFrom(g, *s, homes))
        procedures.push_back(names.of(s));
    }
    if (!procedures.empty())
      layout.line("procedure :: " + joined(procedures));
  }
  layout.line("end interface " + g.name);
}

// ---- Shared storage and initial values --------------------------------------------------------

void Declarations::sharedStorage(const Scope &scope) {
  for (const CommonDeclaration &c : scope.commons) {
    std::vector<std::string> members;
    for (const Symbol *s : c.members)
      members.push_back(names.of(s));
    layout.line("common /" + c.block->name + "/ " + joined(members));
    if (!c.block->bindingName.empty())
      layout.line("bind(c, name='" + c.block->bindingName + "') :: /" + c.block->name + "/");
    if (c.block->saved && !c.block->name.empty())
      layout.line("save :: /" + c.block->name + "/");
  }
  for (const auto &set : scope.equivalences)
    layout.line("equivalence (" + expressions.list(set) + ")");
  for (const auto &[name, members] : scope.namelists) {
    std::vector<std::string> texts;
    for (const Symbol *s : members)
      texts.push_back(names.of(s));
    layout.line("namelist /" + name + "/ " + joined(texts));
  }
}

/// In the order of the declarations, in which they are found when this is read again.
void Declarations::data(std::vector<const Symbol *> symbols) {
  auto lineOf = [&](const Symbol *s) {
    auto found = placed.find(s);
    return found == placed.end() ? lines.size() : found->second;
  };
  std::stable_sort(symbols.begin(), symbols.end(), [&](const Symbol *a, const Symbol *b) {
    return lineOf(a) < lineOf(b);
  });
  for (const Symbol *s : symbols)
    if (s->kind != SymbolKind::Procedure)
      for (const std::string &statement : initials.data(*s))
        layout.line(statement);
}

} // namespace costate::emit::fortran
