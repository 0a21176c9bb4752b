// The specification part of a scope: USE, IMPLICIT, types, constants, variables, interfaces, COMMON,
// EQUIVALENCE, DATA and NAMELIST.
//
// Entities are declared in the order of the source (arguments first), but each after what its
// declaration names. One that has the type and attributes of an earlier line joins that line.
#pragma once

#include "emit/fortran/Initials.h"
#include "emit/fortran/Layout.h"
#include "emit/fortran/Plan.h"

#include <functional>

namespace costate::emit::fortran {

/// `subroutine f(x, y) bind(c)`, and `end subroutine f`.
std::string heading(const ir::Procedure &, const Names &);
std::string ending(const ir::Procedure &);

class Declarations {
public:
  Declarations(Layout &layout, Expressions &expressions, const Homes &homes)
      : layout(layout), expressions(expressions), names(expressions.names), homes(homes),
        initials(expressions) {}

  void module(const ir::Unit &);
  void procedure(const Plan &);
  void interfaceBody(const ir::Procedure &);

private:
  /// A line to be: entities with the same type and attributes, or something printed whole.
  struct Line {
    std::string head;
    std::vector<std::string> items;
    std::function<void()> print;
    const ir::Procedure *interface = nullptr;
  };

  void uses(const ir::Procedure * = nullptr);
  void useInteroperableKinds(const ir::Procedure &);
  void accessibility(const ir::Unit &);

  void place(Entity);
  void placeNeeds(const References &);
  size_t lineOfNeeds(const References &);
  void join(Entity, const std::string &head, const std::string &item, size_t earliest);
  void placeRecord(const ir::RecordType &);
  void placeVariable(const ir::Symbol &);
  void placeProcedure(const ir::Symbol &);
  void placeInterface(Entity, const ir::Procedure &);
  void print(const std::vector<Line> &);

  std::string head(const ir::Symbol &);
  std::string procedureHead(const ir::Type *);
  std::vector<std::string> attributes(const ir::Symbol &);
  void access(bool isPrivate, std::vector<std::string> &attributes);

  void record(const ir::RecordType &);
  std::string component(const ir::Component &);
  void binding(const ir::Binding &);

  bool standsInGeneric(const ir::Symbol &);
  void generic(const ir::GenericInterface &);
  void interfaceOf(const ir::Procedure &);
  void sharedStorage(const ir::Scope &);
  void data(std::vector<const ir::Symbol *>);

  std::set<const ir::Symbol *> interoperable; ///< dummies and results of C linkage
  Layout &layout;
  Expressions &expressions;
  const Names &names;
  const Homes &homes;
  Initials initials;

  const ir::Unit *module_ = nullptr; ///< the module whose own part this is
  const ir::Procedure *procedure_ = nullptr;
  std::vector<Line> lines;
  size_t sectionStart = 0;
  std::set<const void *> mine; ///< what this scope declares
  std::map<const void *, size_t> placed;
};

} // namespace costate::emit::fortran
