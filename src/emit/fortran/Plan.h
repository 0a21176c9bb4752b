// What a procedure's text will hold, found out before its first line is written.
#pragma once

#include "emit/fortran/Masks.h"
#include "emit/fortran/References.h"

namespace costate::emit::fortran {

struct Plan {
  Plan(const ir::Procedure &, const Homes &);

  const ir::Procedure &procedure;
  Unhoisted unhoisted;
  Masks masks;
  std::vector<std::unique_ptr<Plan>> internal;

  References own;    ///< what the procedure itself names, declarations included
  References inside; ///< the same with its internal procedures
  /// Its own symbols that somebody needs, in the order of declaration. Unused ones are not printed,
  /// but for dummy arguments and members of storage they share with others.
  std::vector<const ir::Symbol *> declared;
  /// Indices of constructs, and the declared variable of the same name and type whose declaration
  /// does for both.
  std::vector<std::pair<const ir::Symbol *, const ir::Symbol *>> sharing;
  /// External procedures it names that no scope around it declares.
  std::vector<const ir::Symbol *> externals;

private:
  void seed(const Homes &);
  void close(const Homes &);
  void chooseDeclared();
  void shareDeclarations();
  void chooseExternals(const Homes &);
};

/// A name of this procedure or of one it is inside of.
bool namesHost(const ir::Symbol &, const ir::Procedure &);

} // namespace costate::emit::fortran
