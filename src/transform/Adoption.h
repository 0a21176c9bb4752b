// Private constants, types and abstract interfaces of modules, which the generated file cannot use: they move into the
// derivative's module.
//
// The originals are not written again, so moving a declaration is copying it. A private type that is
// declared twice is two types: whoever takes it as an argument has to come along too, and a variable
// of the original module cannot have it.
#pragma once

#include "ir/Program.h"
#include "support/Diagnostics.h"

#include <functional>
#include <set>

namespace costate::transform {

class Adoption {
public:
  /// `moduleFor` gives the derivative's module for an original one.
  Adoption(std::function<ir::Unit *(ir::Unit &)> moduleFor,
           const std::set<const ir::Unit *> &originals, Diagnostics &diagnostics)
      : moduleFor(std::move(moduleFor)), originals(originals), diagnostics(diagnostics) {}

  /// Everything private that a derivative or copied procedure names.
  void procedure(const ir::Procedure &);

  /// Whether a procedure has arguments or a result of a private type.
  bool showsPrivateType(const ir::Procedure &) const;

private:
  void expression(const ir::Expr *, Location);
  void type(const ir::Type *, Location);
  void constant(ir::Symbol &);
  void record(const ir::RecordType &, Location);
  void interface(ir::Procedure &);
  bool isPrivate(const ir::Type *) const;

  std::function<ir::Unit *(ir::Unit &)> moduleFor;
  const std::set<const ir::Unit *> &originals;
  Diagnostics &diagnostics;
  std::set<const void *> seen;
  std::set<const ir::RecordType *> adopted;
};

} // namespace costate::transform
