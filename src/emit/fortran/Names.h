// Scopes as they are written: which name everything has in them, and what must be USEd to see it.
//
// The IR's symbols know no visibility: a statement refers to a module's variable by its object. So
// USE statements are made anew, always ONLY, always from the module that declares the entity.
//  (1) Names of module entities, dummy arguments, results and external procedures never change.
//  (2) A local name that meets another in its scope, or that would hide something the scope refers
//      to, gets a number at its end.
//  (3) A used entity whose name is taken is renamed by its USE statement.
//  (4) A module goes on to show its users what it showed them of other modules.
#pragma once

#include "emit/fortran/References.h"

namespace costate::emit::fortran {

class Names {
public:
  Names(const Homes &homes, const Names *host) : homes(homes), host(host) {}

  /// A module: its own entities, and what its specification part refers to.
  void buildModule(const ir::Unit &, const References &);
  /// A procedure. `declared` are its own symbols that are printed; `inside` is what it and its
  /// internal procedures refer to, `own` what it refers to itself.
  void buildProcedure(const ir::Procedure &, const std::vector<const ir::Symbol *> &declared,
                      const References &own, const References &inside);
  /// An index whose scope is one construct goes by the name of a variable outside it.
  void share(const ir::Symbol *index, const ir::Symbol *variable) {
    names[index] = of(variable);
  }
  /// The body of an interface, which sees its host only through IMPORT.
  void buildInterface(const ir::Procedure &, const References &);

  /// The name here, or null where it cannot be seen.
  const std::string *find(Entity) const;
  std::string of(Entity) const;

  /// The `number`th name of this kind that means nothing here yet, for a construct.
  std::string ofConstruct(const std::string &base, size_t number) const;

  struct Use {
    const ir::Unit *module;
    std::vector<std::string> only; ///< `name`, `local => name`; sorted. Empty: all of it
  };
  const std::vector<Use> &uses() const { return useList; }
  const std::vector<std::string> &imports() const { return importList; }

private:
  void declare(Entity, bool fixed);
  void use(const References &, const ir::Unit *inside);
  std::string localName(Entity, const std::vector<Entity> &ofItsModule) const;
  void useNamelists(const ir::Procedure &, const References &);
  void reexport(const ir::Unit &);
  Use &useOf(const ir::Unit *);
  std::string unique(const std::string &base) const;

  const Homes &homes;
  const Names *host;
  bool isInterface = false;
  std::map<const void *, std::string> names;
  std::set<std::string> taken;
  std::set<std::string> generics; ///< this scope's own, which may go on with used ones
  std::vector<Use> useList;
  std::vector<std::string> importList;
};

} // namespace costate::emit::fortran
