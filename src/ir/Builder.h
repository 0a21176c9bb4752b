// Short spellings for the expressions that front ends and transforms build most.
#pragma once

#include "ir/Program.h"

namespace costate::ir {

class Builder {
public:
  explicit Builder(Program &program) : program(program) {}

  const Type *defaultLogical() { return program.types.logical(4); }
  /// Logical of C (_Bool, one byte) or Fortran (default kind).
  const Type *logical(Language l) { return program.types.logical(l == Language::C ? 1 : 4); }
  /// `int`, or the default INTEGER.
  const Type *integer(Language l) {
    return l == Language::C ? program.types.integer(4, true, "int")
                            : program.types.integer(program.defaultInteger);
  }

  const Expr *constant(const Type *type, int64_t value, Location at = {}) {
    return program.exprs.make<IntegerConstant>(type, value, at);
  }
  const Expr *truth(const Type *type, bool value, Location at = {}) {
    return program.exprs.make<LogicalConstant>(type, value, at);
  }
  const Expr *variable(Symbol *s, Location at = {}) {
    return program.exprs.make<Variable>(s, at);
  }
  const Expr *binary(BinaryOp op, const Expr *left, const Expr *right);
  const Expr *compare(BinaryOp op, const Expr *left, const Expr *right, Language l);

  /// The opposite of a condition, simplified where that changes no value: `not not c` is c, and
  /// comparisons turn round unless their operands are real (an unordered comparison is false both
  /// ways).
  const Expr *negate(const Expr *condition);

  /// `a and b`, dropping constant truth; a chain grows to the left, as `and` is read, so that no
  /// parentheses are printed.
  const Expr *both(const Expr *a, const Expr *b);

  StmtPtr assign(Symbol *s, const Expr *value, Location at = {}) {
    return std::make_unique<Assign>(variable(s, at), value, at);
  }

  Program &program;
};

} // namespace costate::ir
