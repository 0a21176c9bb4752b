// Derivative code of BLAS and LAPACK that a generated file carries: the procedures of
// runtime/linear_algebra_d.* and linear_algebra_b.f90 it calls, and those they call.
#pragma once

#include "analysis/External.h"

#include <map>
#include <set>

namespace costate::transform {

class LibraryHelpers {
public:
  /// In Fortran they stand in a module named after what is differentiated, so that two generated
  /// files fit into one program.
  LibraryHelpers(ir::Program &program, std::string module)
      : program(program), moduleName(std::move(module)) {}

  /// The symbol of a helper (`?trmv_add`) for what calls it by this use; null where there is none of
  /// that name.
  ir::Symbol *use(const std::string &name, const analysis::ExternalUse &, ir::Procedure &caller,
                  const ir::Type *result);

  /// Puts the source of all that was used into the program, as units that are text, for these
  /// derivatives.
  void finish(const std::vector<std::unique_ptr<ir::Procedure>> &derivatives);

private:
  using Style = analysis::ExternalUse::Style;
  using Key = std::pair<std::string, char>; ///< name with `?`, and precision
  ir::Unit *module();
  ir::Symbol *symbol(const std::string &name, ir::Procedure &caller, const ir::Type *result);
  std::set<Key> withCalled(Style) const;
  std::string fortran() const;
  std::string c(Style, const std::map<std::string, const ir::Symbol *> &declared) const;

  ir::Program &program;
  std::string moduleName;
  ir::Unit *moduleUnit = nullptr;
  std::map<Style, std::set<Key>> used;
};

} // namespace costate::transform
