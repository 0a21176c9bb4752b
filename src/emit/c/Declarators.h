// C's declarations: a type and a name, inside out.
#pragma once

#include "emit/c/Names.h"

#include <functional>

namespace costate::emit::c {

class Declarators {
public:
  /// `extent` prints the extent of an array.
  using ExtentPrinter = std::function<std::string(const ir::Expr *)>;
  Declarators(const Names &names, ExtentPrinter extent) : names(names), extent(std::move(extent)) {}

  /// `double (*p)[4]` for a pointer to an array and the name `p`.
  std::string declare(const ir::Type *type, const std::string &name) const;
  /// The same without a name, as in a cast.
  std::string typeName(const ir::Type *type) const { return declare(type, ""); }

  /// A declaration in two parts, `const double` and `*p`, so that several can share the first.
  struct Parts {
    std::string base, declarator;
  };
  Parts parts(const ir::Type *type, const std::string &name) const;
  /// Of a variable that gets its value later, so it cannot be `const` itself.
  Parts mutableParts(const ir::Type *type, const std::string &name) const;

  /// `double f(int n, double *x)`.
  std::string function(const ir::Procedure &) const;

  /// `struct point {...}` with its components, one per line.
  std::string recordBody(const ir::RecordType &) const;

private:
  struct Qualifiers {
    bool isConst = false, isVolatile = false, isRestrict = false;
    std::string text() const;
  };
  Parts parts(const ir::Type *type, std::string inner, Qualifiers, bool dropConst) const;
  std::string dimensions(const ir::ArrayType &) const;
  std::string parameterList(const ir::ProcedureType &) const;
  std::string base(const ir::Type *) const;

  const Names &names;
  ExtentPrinter extent;
};

} // namespace costate::emit::c
