// What derivatives need of a C file's static functions and variables.
#pragma once

#include "ir/Program.h"

#include <set>

namespace costate::transform {

/// Static functions and variables that procedures name, directly or through each other. A generated
/// file has to have its own: it cannot name those of the user's file.
class Statics {
public:
  std::set<const ir::Procedure *> functions;
  std::set<const ir::Symbol *> variables;

  /// Adds what one procedure needs.
  void collect(const ir::Procedure &);

private:
  void collect(const ir::Expr *);
  void add(const ir::Symbol *callee);
};

} // namespace costate::transform
