#include "emit/fortran/References.h"

#include "emit/fortran/Expressions.h"

#include <algorithm>
#include <cctype>

namespace costate::emit::fortran {

using namespace ir;

const void *Entity::key() const {
  if (symbol)
    return symbol;
  return record ? static_cast<const void *>(record) : interface;
}

const std::string &Entity::name() const {
  if (symbol)
    return symbol->name;
  return record ? record->name : interface->name;
}

Homes::Homes(const Program &program) {
  for (const auto &unit : program.units) {
    scope(unit->scope, {unit.get(), nullptr});
    for (const auto &[name, members] : unit->scope.namelists)
      if (auto [found, isNew] = namelists.try_emplace(name, unit.get()); !isNew)
        found->second = nullptr;
    for (const auto &p : unit->interfaces) {
      homes.try_emplace(p.get(), Home{unit.get(), nullptr});
      procedure(*p);
    }
    for (const auto &p : unit->procedures)
      procedure(*p);
  }
  for (const auto &p : program.detached)
    procedure(*p);
}

void Homes::scope(const Scope &scope, Home home) {
  for (const auto &s : scope.symbols)
    homes.try_emplace(s.get(), home);
  for (const RecordType *r : scope.records)
    homes.try_emplace(r, home);
  for (const GenericInterface &g : scope.generics)
    if (g.symbol)
      homes.try_emplace(g.symbol, home);
}

void Homes::procedure(const Procedure &p) {
  scope(p.scope, {p.unit, &p});
  for (const auto &inner : p.interfaces) {
    homes.try_emplace(inner.get(), Home{p.unit, &p});
    procedure(*inner);
  }
  for (const auto &inner : p.internal)
    procedure(*inner);
}

Home Homes::of(Entity e) const {
  auto found = homes.find(e.key());
  if (found != homes.end())
    return found->second;
  if (e.record)
    return {e.record->unit, e.record->procedure};
  if (e.symbol)
    return {e.symbol->unit, e.symbol->owner};
  return {};
}

const Unit *Homes::namelistModule(const std::string &name) const {
  auto found = namelists.find(name);
  return found == namelists.end() ? nullptr : found->second;
}

const Symbol *inheritedFrom(const GenericInterface &generic, const Symbol &specific,
                            const Homes &homes) {
  Home home = homes.of(&specific);
  if (!home.isModule())
    return nullptr;
  for (const GenericInterface &other : home.unit->scope.generics)
    if (&other != &generic && other.symbol != generic.symbol && other.name == generic.name &&
        std::count(other.specifics.begin(), other.specifics.end(), &specific))
      return other.symbol;
  return nullptr;
}

const Procedure *explicitInterface(const Symbol &s) {
  if (s.hasImplicitInterface)
    return nullptr;
  // The procedure may have been linked to its definition since; the type keeps what was declared.
  auto *type = s.type ? llvm::dyn_cast<ProcedureType>(s.type->strip()) : nullptr;
  return type && type->interface ? type->interface : s.procedure;
}

void References::node(const Expr *e) {
  if (auto *v = llvm::dyn_cast<Variable>(e)) {
    entities.add(v->symbol);
  } else if (auto *p = llvm::dyn_cast<ProcedureReference>(e)) {
    entities.add(p->symbol);
    procedureValues.insert(p->symbol);
  } else if (auto *i = llvm::dyn_cast<Intrinsic>(e)) {
    intrinsics.insert(i->specific.empty() ? i->name : i->specific);
  } else if (auto *d = llvm::dyn_cast<ImpliedDo>(e)) {
    entities.add(d->variable);
  } else if (auto *c = llvm::dyn_cast<RecordConstructor>(e)) {
    type(c->type);
  } else if (auto *c = llvm::dyn_cast<Convert>(e)) {
    // Most conversions nobody wrote are not printed, and `int` is a popular variable.
    if (c->written || (c->type->scalar()->isNumeric() && withoutImplied(c) == c))
      intrinsics.insert({"cmplx", "dble", "int", "real"});
  } else if (auto *a = llvm::dyn_cast<ArrayConstructor>(e)) {
    type(a->type->scalar());
  }
}

void References::expression(const Expr *e) {
  forEach(e, [&](const Expr *inner) { node(inner); });
}

void References::type(const Type *type) {
  if (!type)
    return;
  const Type *t = type->strip();
  if (auto *record = llvm::dyn_cast<RecordType>(t)) {
    entities.add(record);
  } else if (auto *pointer = llvm::dyn_cast<PointerType>(t)) {
    this->type(pointer->pointee);
  } else if (auto *character = llvm::dyn_cast<CharacterType>(t)) {
    expression(character->length);
  } else if (auto *procedure = llvm::dyn_cast<ProcedureType>(t)) {
    if (procedure->interface)
      entities.add(procedure->interface);
    else
      this->type(procedure->result);
  } else if (auto *array = llvm::dyn_cast<ArrayType>(t)) {
    this->type(array->element);
    for (const Dimension &d : array->dimensions) {
      expression(d.lower);
      expression(d.upper);
    }
  }
}

void References::call(const Call &c) {
  if (c.generic)
    entities.add(c.generic);
  else if (c.callee && c.written.empty())
    entities.add(c.callee);
}

/// NAMELIST groups are named in the text of a statement, as `nml=group`.
void References::opaque(const Opaque &s) {
  std::string text;
  for (const OpaquePiece &piece : s.pieces)
    text += piece.value ? " " : piece.text;
  for (size_t at = 0; (at = text.find("nml=", at)) != std::string::npos;) {
    at += 4;
    size_t end = at;
    while (end < text.size() && (std::isalnum(static_cast<unsigned char>(text[end])) ||
                                 text[end] == '_'))
      ++end;
    namelists.insert(text.substr(at, end - at));
  }
}

void References::block(const Block &block, const Unhoisted &unhoisted) {
  for (const Stmt *s : unhoisted.printed(block)) {
    unhoisted.walk(*s, [&](const Expr *e) { node(e); }, [&](const Call &c) { call(c); });
    if (auto *c = llvm::dyn_cast<Call>(s))
      call(*c);
    if (auto *io = llvm::dyn_cast<Opaque>(s))
      opaque(*io);
    if (auto *loop = llvm::dyn_cast<For>(s))
      entities.add(loop->variable);
    if (auto *allocate = llvm::dyn_cast<Allocate>(s))
      for (const Allocation &a : allocate->objects)
        type(a.characterType);
    for (const Block *inner : blocks(*s))
      this->block(*inner, unhoisted);
  }
}

void References::declaration(const Symbol &s) {
  type(s.type);
  expression(s.initial);
  if (s.kind != SymbolKind::Procedure)
    return;
  if (const Procedure *described = explicitInterface(s); described && !described->hasBody)
    interface(*described);
}

void References::declaration(const RecordType &r) {
  if (r.parent)
    entities.add(r.parent);
  for (const Component &c : r.components) {
    type(c.type);
    expression(c.initial);
  }
  for (const Binding &b : r.bindings)
    if (b.target)
      entities.add(b.target);
}

void References::interface(const Procedure &p) {
  References inner;
  std::set<const Symbol *> own;
  for (const auto &s : p.scope.symbols) {
    inner.declaration(*s);
    own.insert(s.get());
  }
  for (Entity e : inner.entities)
    if (!own.count(e.symbol))
      entities.add(e);
}

void References::add(const References &inner, const Procedure &inside, const Homes &homes) {
  for (Entity e : inner.entities)
    if (homes.of(e).procedure != &inside)
      entities.add(e);
  intrinsics.insert(inner.intrinsics.begin(), inner.intrinsics.end());
}

} // namespace costate::emit::fortran
