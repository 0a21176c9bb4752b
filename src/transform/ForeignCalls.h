// Derivatives of procedures that are called from the other language, by C linkage.
//
// Each language has its own file of derivatives. What one calls in the other it names as it named the
// original: C by a prototype, Fortran by an interface with BIND(C), each with the shadows after their
// originals.
#pragma once

#include "ir/Program.h"

namespace costate::transform {

class ForeignCalls {
public:
  explicit ForeignCalls(ir::Program &program) : program(program) {}

  /// What a call passes besides its arguments: after which of them a shadow stands, and whether the
  /// derivative of the result is returned and its value stored through one more argument.
  struct Shape {
    std::vector<bool> shadows;
    bool result = false;
  };

  /// The name by which `caller` calls a derivative written in the other language; null where it has no
  /// interface of the original to follow.
  ir::Symbol *view(ir::Procedure &caller, const ir::Symbol &original, const ir::Procedure &derivative,
                   const Shape &);

private:
  ir::Symbol *prototype(ir::Unit &, const ir::ProcedureType &, const ir::Procedure &original,
                        const ir::Procedure &derivative, const Shape &);
  ir::Symbol *interface(ir::Procedure &caller, const ir::Procedure &original,
                        const ir::Procedure &derivative, const Shape &);
  ir::Symbol *parameter(ir::Procedure &, const std::string &name, const ir::Type *);

  ir::Program &program;
  std::map<std::pair<const void *, const ir::Procedure *>, ir::Symbol *> known; ///< by unit or caller
};

} // namespace costate::transform
