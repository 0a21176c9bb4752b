// Expressions and types of a program over complex numbers (ComplexProgram.h).
#pragma once

#include "ir/Builder.h"

namespace costate::check {

class ComplexNumbers {
public:
  explicit ComplexNumbers(ir::Program &program) : program(program), b(program) {}

  /// Of the expressions that follow.
  void enter(ir::Language language) { inC = language == ir::Language::C; }

  /// Why the program does not go over to complex numbers; the first reason that was found.
  const std::string &reason() const { return found; }
  void refuse(std::string why);

  const ir::Type *type(const ir::Type *);
  /// The expression over complex numbers. The types of symbols must have been changed before.
  const ir::Expr *operator()(const ir::Expr *);
  /// Its real part.
  const ir::Expr *realPart(const ir::Expr *);

  static bool isReal(const ir::Expr *e) { return e && e->type && e->type->scalar()->isReal(); }

private:
  using Arguments = std::vector<const ir::Expr *>;

  const ir::Type *otherType(const ir::Type *);
  const ir::Expr *withType(const ir::Expr *, const ir::Type *);
  void refuseUnknown(const ir::Symbol &procedure);
  const ir::Expr *conversion(const ir::Convert &);
  const ir::Expr *binary(const ir::Binary &);

  // Functions (ComplexFunctions.cpp)
  const ir::Expr *function(const ir::Intrinsic &);
  const ir::Expr *chosen(const ir::Intrinsic &);
  const ir::Expr *composed(const ir::Intrinsic &);
  const ir::Expr *ofReals(const ir::Intrinsic &);
  const ir::Expr *power(const ir::Intrinsic &);
  const ir::Expr *angle(const ir::Intrinsic &);
  const ir::Expr *magnitude(const ir::Expr *original);

  // What they are made of: expressions over complex numbers but where the name says real.
  const ir::Expr *call(const char *name, const ir::Expr *argument);
  const ir::Expr *realCall(const char *name, Arguments);
  const ir::Expr *select(const ir::Expr *condition, const ir::Expr *yes, const ir::Expr *no);
  const ir::Expr *less(const ir::Expr *realLeft, const ir::Expr *realRight);
  const ir::Expr *negative(const ir::Expr *);
  const ir::Expr *number(const ir::Type *like, const char *digits);
  const ir::Expr *realNumber(const ir::Type *like, const char *digits);
  const ir::Expr *lift(const ir::Expr *real);
  const ir::Expr *op(ir::BinaryOp, const ir::Expr *, const ir::Expr *);

  ir::Program &program;
  ir::Builder b;
  bool inC = false;
  std::string found;
  std::map<const ir::Type *, const ir::Type *> types;
};

} // namespace costate::check
