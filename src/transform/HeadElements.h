// The numbers that the variables of a head consist of, one by one: rows and columns of a Jacobian.
//
// A number is named by a variable and constants: an offset from a pointer, an element (its place in storage order), a
// component. Two such names are the same memory exactly where they are equal, as far as the variables themselves do not
// overlap. A pointer of C has as many elements as the declaration says (`double x[3]`), else as many as the highest
// subscript in the procedure asks for.
#pragma once

#include "analysis/Head.h"

#include <map>
#include <optional>

namespace costate::transform {

struct ElementName {
  const ir::Symbol *variable = nullptr;
  std::vector<int64_t> path;
  auto operator<=>(const ElementName &) const = default;
};

/// The variable that a place is part of, or reached from: `p` of `p->x[2]`; null where it is reached from no variable.
ir::Symbol *originOf(const ir::Expr *place);

/// The name of a place; nothing where a subscript is no constant, or it is reached through more than one pointer.
std::optional<ElementName> nameOf(const ir::Expr *place);

/// Of C and Fortran: whether constant subscripts are inside of the extents that the types say.
bool isInside(const ir::Expr *place);

class HeadElements {
public:
  struct Group {
    const analysis::HeadVariable *variable;
    unsigned first, count;  ///< numbers of its elements
    bool isCounted = false; ///< extent from the subscripts
  };

  HeadElements(ir::Program &, const analysis::Head &, const std::vector<analysis::HeadVariable> &, Diagnostics &);

  unsigned size() const { return places.size(); }
  std::optional<unsigned> find(const ElementName &) const;
  const ir::Expr *place(unsigned i) const { return places[i]; } ///< in the symbols of the procedure
  const std::vector<Group> &groups() const { return list; }
  unsigned realKind() const { return kind; } ///< the widest

private:
  void add(const analysis::HeadVariable &);
  void addAll(const ir::Expr *place, const analysis::HeadVariable &);
  void addElements(const ir::Expr *array, const analysis::HeadVariable &);
  void addTargets(const ir::Expr *pointer, const analysis::HeadVariable &);
  void refuse(const analysis::HeadVariable &, const std::string &why, const std::string &hint);

  ir::Program &program;
  const analysis::Head &head;
  Diagnostics &diagnostics;
  std::vector<const ir::Expr *> places;
  std::map<ElementName, unsigned> numbers;
  std::vector<Group> list;
  unsigned kind = 0;
  bool refused = false;
};

} // namespace costate::transform
