// What a piece of the program names: the ground of USE statements, of declarations left out because
// nobody needs them, and of names chosen not to collide.
#pragma once

#include "emit/Unhoist.h"
#include "ir/Program.h"

namespace costate::emit::fortran {

/// Something with a name that scopes share: a symbol, a derived type, or an interface that has no
/// symbol of its own.
struct Entity {
  const ir::Symbol *symbol = nullptr;
  const ir::RecordType *record = nullptr;
  const ir::Procedure *interface = nullptr;

  /// An abstract interface may be named by several symbols; one stands for all. What is declared
  /// with the interface (a dummy procedure, a pointer) has a name of its own.
  Entity(const ir::Symbol *s) : symbol(namesItsInterface(s) ? s->procedure->symbol : s) {}
  Entity(const ir::RecordType *r) : record(r) {}
  /// An interface is its symbol where it has one.
  Entity(const ir::Procedure *p) : symbol(p->symbol), interface(p->symbol ? nullptr : p) {}

  static bool namesItsInterface(const ir::Symbol *s) {
    return s && s->procedure && s->procedure->isAbstract && s->procedure->symbol &&
           s->storage != ir::Storage::Argument && s->name == s->procedure->symbol->name;
  }

  const void *key() const;
  const std::string &name() const;
};

/// A sequence without repetitions, in the order of arrival.
class Entities {
public:
  bool add(Entity e) {
    if (!keys.insert(e.key()).second)
      return false;
    list.push_back(e);
    return true;
  }
  bool contains(Entity e) const { return keys.count(e.key()) != 0; }
  size_t size() const { return list.size(); }
  Entity operator[](size_t i) const { return list[i]; }
  auto begin() const { return list.begin(); }
  auto end() const { return list.end(); }

private:
  std::vector<Entity> list;
  std::set<const void *> keys;
};

/// The scope that declares something: a procedure, or else a unit; neither where nobody does.
struct Home {
  const ir::Unit *unit = nullptr;
  const ir::Procedure *procedure = nullptr;
  bool isModule() const {
    return unit && !procedure && unit->kind != ir::UnitKind::FortranFile &&
           unit->kind != ir::UnitKind::CFile;
  }
};

/// Where everything of a program is declared.
class Homes {
public:
  explicit Homes(const ir::Program &);
  Home of(Entity) const;
  /// The module that declares a NAMELIST group of this name; null where none or several do.
  const ir::Unit *namelistModule(const std::string &name) const;

private:
  void scope(const ir::Scope &, Home);
  void procedure(const ir::Procedure &);
  std::map<const void *, Home> homes;
  std::map<std::string, const ir::Unit *> namelists;
};

/// Where a generic of one module goes on with one it uses, it lists the other's specific procedures
/// too. The other generic's symbol for such a specific, null for one that is the module's own.
const ir::Symbol *inheritedFrom(const ir::GenericInterface &, const ir::Symbol &specific,
                                const Homes &);

/// What describes a procedure's arguments where it is named: the interface its declaration gives,
/// or the procedure itself; null where the interface is implicit.
const ir::Procedure *explicitInterface(const ir::Symbol &);

class References {
public:
  void expression(const ir::Expr *);
  void type(const ir::Type *);
  void call(const ir::Call &);
  void block(const ir::Block &, const Unhoisted &);
  /// What the declaration of a symbol or type names.
  void declaration(const ir::Symbol &);
  void declaration(const ir::RecordType &);
  /// What an interface names beyond its own scope.
  void interface(const ir::Procedure &);
  void add(const References &, const ir::Procedure &inside, const Homes &);

  Entities entities;
  std::set<const ir::Symbol *> procedureValues; ///< passed or assigned, not only called
  std::set<std::string> intrinsics;
  std::set<std::string> namelists; ///< groups that input and output statements name

private:
  void opaque(const ir::Opaque &);
  void node(const ir::Expr *);
};

} // namespace costate::emit::fortran
