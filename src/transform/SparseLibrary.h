// Calls of libcostate_sparse (runtime/costate_sparse.h) in generated programs: C declares the functions, Fortran has
// interfaces with BIND(C) in the procedures that call them.
#pragma once

#include "ir/Builder.h"

#include <map>

namespace costate::transform {

class SparseLibrary {
public:
  explicit SparseLibrary(ir::Program &program) : program(program), b(program) {}

  /// A statement of `caller` that calls the library's function of this name.
  ir::StmtPtr call(ir::Procedure &caller, const std::string &name, std::vector<const ir::Expr *> arguments,
                   const ir::Expr *result = nullptr);

private:
  ir::Symbol *symbol(ir::Procedure &caller, const std::string &name);
  ir::Symbol *prototype(ir::Unit &, const std::string &name);
  ir::Symbol *interface(ir::Procedure &caller, const std::string &name);
  void fill(ir::Procedure &, const std::string &name);

  ir::Program &program;
  ir::Builder b;
  std::map<std::pair<const void *, std::string>, ir::Symbol *> known; ///< by unit (C) or caller
};

} // namespace costate::transform
