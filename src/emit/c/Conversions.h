// What C's own conversions do to printed text, so that a Convert is printed as a cast only where C
// would not convert by itself.
//
// The program's expressions have every conversion explicit; printed C has few. `textType` is the
// type C gives to the text printed for an expression, which may differ from the expression's own:
// a comparison is Logical here and `int` in C, `1` of type `unsigned long` prints as an `int`.
#pragma once

#include "ir/Program.h"

namespace costate::emit::c {

/// An arithmetic type as C's conversion rules see it.
struct Arithmetic {
  enum class Kind { None, Integer, Real, Complex };
  Kind kind = Kind::None;
  unsigned rank = 0; ///< integers: conversion rank; others: kind of the real type
  unsigned bytes = 0;
  bool isSigned = true;

  bool operator==(const Arithmetic &) const = default;
  explicit operator bool() const { return kind != Kind::None; }
};

Arithmetic arithmetic(const ir::Type *);

/// C11 6.3.1.1: the integer promotions.
Arithmetic promoted(Arithmetic);

/// C11 6.3.1.8: the usual arithmetic conversions.
Arithmetic usual(Arithmetic, Arithmetic);

/// C11 6.5.2.2: what an argument without a parameter's type becomes.
Arithmetic defaultPromoted(Arithmetic);

extern const Arithmetic intType;

/// The type of the text printed for an expression where nothing around it converts.
Arithmetic textType(const ir::Expr *);

/// A conversion nobody wrote, or a constant's suffix: left out where C does it anyway.
bool isSilent(const ir::Expr *);

/// An expression without its outermost silent conversion, and without those below that do not
/// matter once the outer one is made.
struct Peeled {
  const ir::Expr *expr;
  bool asInt; ///< a constant without its suffix
};
Peeled peel(const ir::Expr *);

/// The type of the text of a peeled expression.
Arithmetic bareType(const ir::Expr *);

/// Which operands of a binary operation print without their outermost silent conversion, given the
/// type the operation is to be done in.
struct Bare {
  bool left = false, right = false;
};
Bare bareOperands(const ir::Expr *left, const ir::Expr *right, Arithmetic wanted);

/// Whether comparing the text of a value with one of another type silently takes it as unsigned, of which
/// compilers warn: the conversion is written then. (Of numbers they see the sign.)
bool losesSign(const ir::Expr *, Arithmetic other);

/// 0 or 1, whatever its type in C: a comparison, a logical operation, a _Bool.
bool isTruth(const ir::Expr *);

/// A conversion after which zero is still zero and everything else is not.
bool keepsTruth(const ir::Convert &);

} // namespace costate::emit::c
