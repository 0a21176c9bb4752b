// Rebuilding expressions, types and procedures with other symbols or operands.
#pragma once

#include "ir/Program.h"

#include <functional>

namespace costate::ir {

/// The expression with `map` applied to each direct operand; itself where none changed.
const Expr *mapOperands(ExprArena &, const Expr *, const std::function<const Expr *(const Expr *)> &map);

/// An expression over a procedure's parameters, as it is where the procedure is called.
const Expr *atCall(ExprArena &, const Expr *, const Procedure &target, const Call &);

/// Replaces symbols: in expressions, in the bounds and lengths of types, in statements.
class Renaming {
public:
  explicit Renaming(Program &program) : program(program) {}

  void add(const Symbol *from, Symbol *to) { symbols[from] = to; }
  Symbol *of(Symbol *s) const;

  const Expr *operator()(const Expr *);
  const Type *operator()(const Type *);
  /// In place, with everything below.
  void apply(Block &);

private:
  void apply(Stmt &);
  void apply(Dimension &);

  Program &program;
  std::map<const Symbol *, Symbol *> symbols;
  std::map<const Type *, const Type *> types;
};

/// A copy of a procedure with symbols of its own, owned by nobody yet. `renaming` then maps the
/// original's symbols to the copy's.
std::unique_ptr<Procedure> cloneProcedure(Program &, const Procedure &, Renaming &renaming);

} // namespace costate::ir
