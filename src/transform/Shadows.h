// Shadow variables: for each variable that carries a derivative, the variable that holds it.
//
// A shadow has its original's type and attributes. In a record's shadow the real components hold
// derivatives and pointer components point to shadows; its other components mean nothing. The shadow
// of a pointer points to the shadow of what the pointer points to, element by element.
#pragma once

#include "ir/Rewrite.h"

namespace costate::transform {

class Shadows {
public:
  Shadows(ir::Program &program, ir::Renaming &renaming) : program(program), renaming(renaming) {}

  void add(const ir::Symbol *original, ir::Symbol *shadow) { symbols[original] = shadow; }
  ir::Symbol *of(const ir::Symbol *original) const;

  /// The shadow of a place or of a pointer value, in the derivative procedure's own symbols. Null
  /// where the root has no shadow.
  const ir::Expr *of(const ir::Expr *);

private:
  const ir::Expr *renamed(const ir::Expr *e) { return renaming(e); }

  ir::Program &program;
  ir::Renaming &renaming;
  std::map<const ir::Symbol *, ir::Symbol *> symbols;
};

} // namespace costate::transform
