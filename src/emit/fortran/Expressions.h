// Expressions, with the parentheses the tree needs and no others, and types.
//
// Two rules keep the bits:
//  (1) The tree's shape survives: `a + (b + c)` keeps its parentheses, `(a + b) + c` needs none.
//  (2) The text printed for an expression has, by Fortran's rules, the expression's type. A Convert
//      that was not written is left out only where its context makes the same conversion: the other
//      operand of an arithmetic or relational operator, or the left side of an assignment.
#pragma once

#include "emit/fortran/Kinds.h"
#include "emit/fortran/Names.h"

namespace costate::emit::fortran {

/// The levels of the standard's expression grammar, loosest first.
enum class Level {
  Defined, ///< a defined operator; always in parentheses inside another expression
  Equivalence,
  Or,
  And,
  Not,
  Relation,
  Concatenation,
  Sum, ///< with the sign of `-a`
  Product,
  Power,
  Primary,
};

class Expressions {
public:
  Expressions(const Kinds &kinds, const Names &names, const Unhoisted *unhoisted)
      : kinds(kinds), names(names), unhoisted(unhoisted) {}

  /// Temporaries folded into this statement are printed as what they stand for.
  void enter(const ir::Stmt *s) { at = s; }

  std::string print(const ir::Expr *e, Level least = Level::Defined);
  /// The right side of an assignment to a place of this type.
  std::string assigned(const ir::Expr *value, const ir::Type *place);
  /// A reference to a procedure: `f(x, y)`, `p%area(x)`; for an operator `a + b`.
  std::string reference(const ir::Call &);
  /// `name` and `(arguments)` of a call statement.
  std::string list(const std::vector<const ir::Expr *> &);

  /// `real(8)`, `character(len=n)`, `type(t)`: of the scalar or the pointee.
  std::string typeName(const ir::Type *, bool polymorphic = false);
  /// `(n, 0:*)`, or nothing where the type is no array.
  std::string shape(const ir::Type *);
  std::string shape(const std::vector<ir::Dimension> &);
  /// In ALLOCATE, where gfortran 12 takes any variable with %re or %im for the one that is allocated.
  std::string allocatedShape(const std::vector<ir::Dimension> &);

  const Kinds &kinds;
  const Names &names;

private:
  bool partsAsFunctions = false; ///< real(z) for z%re
  struct Printed {
    std::string text;
    Level level;
  };
  Printed node(const ir::Expr *);
  Printed constant(const ir::Expr *);
  Printed variable(const ir::Variable *);
  Printed folded(const Folded &);
  Printed unary(const ir::Unary *);
  Printed binary(const ir::Binary *);
  Printed logical(const ir::Binary *);
  Printed arithmetic(const ir::Binary *);
  Printed definedOperation(const ir::Call &, const std::string &op);
  Printed callPrinted(const ir::Call &);
  Printed convert(const ir::Convert *);

  std::string element(const ir::Element *);
  std::string substring(const ir::Substring *);
  std::string range(const ir::Range *);
  std::string intrinsic(const ir::Intrinsic *);
  std::string makeComplex(const ir::MakeComplex *);
  std::string arrayConstructor(const ir::ArrayConstructor *);
  std::string impliedDo(const ir::ImpliedDo *);
  std::string recordConstructor(const ir::RecordConstructor *);
  void componentValues(const ir::RecordConstructor *, std::vector<std::string> &);
  std::string arguments(const ir::Call &, size_t from);
  std::string bound(const ir::Expr *);
  std::string dimension(const ir::Dimension &);
  std::string character(const ir::CharacterType &);

  const Unhoisted *unhoisted;
  const ir::Stmt *at = nullptr;
  bool compact = false; ///< in subscripts, where `i+1` reads better than `i + 1`
};

/// The operand of a Convert that Fortran makes by itself in the right context; else the expression.
const ir::Expr *withoutImplied(const ir::Expr *);

} // namespace costate::emit::fortran
