// The derivative table, as everyone asks it.
//
// An Operation is one node of an expression together with what the table says about it: an
// operator, an elemental or array function, a conversion. Tangent, adjoint, linearity, degree and
// graph read derivatives from here and from nowhere else; Functions.cpp and ArrayFunctions.cpp are
// the table.
//
// Complex numbers. A complex variable is a pair of reals, and <u, v> = Re(conjg(u)*v) is their
// inner product. The adjoint zb of z is the gradient in that product: Re(zb) is the derivative by
// the real part, Im(zb) by the imaginary part. An operation w = f(z) that is holomorphic has the
// tangent f'(z)*zd and the adjoint conjg(f'(z))*wb; where w is complex and the argument real, the
// real part of that. Operations that are real-linear only (conjg, real, aimag, abs, arg) have their
// own pair.
//
// Arrays. Fortran's elemental operations work on arrays as they are. The adjoint of a scalar that
// an operation spreads over an array is a sum; the adjoint of an array may be a scalar expression
// (of `sum`), to be added to every element.
//
// Aggregates (array and record constructors, implied DO), places and constants are no operations:
// their derivative is the same constructor or place of derivatives.
#pragma once

#include "ir/Program.h"
#include "rules/Formula.h"

namespace costate::rules {

struct Rule;

/// How a value depends on some variable, as far as the formulas tell; the order is from the most
/// to the least known. A Steps value is constant almost everywhere, but jumps.
struct Shape {
  enum class Kind { None, Steps, Polynomial, Rational, Other };
  Kind kind = Kind::None;
  unsigned degree = 0; ///< of a Polynomial; 1 is linear (affine)

  static Shape none() { return {}; }
  static Shape steps() { return {Kind::Steps, 0}; }
  static Shape polynomial(unsigned degree) { return {Kind::Polynomial, degree}; }
  static Shape rational() { return {Kind::Rational, 0}; }
  static Shape other() { return {Kind::Other, 0}; }
  bool isNone() const { return kind == Kind::None; }
  bool isLinear() const { return kind == Kind::None || (kind == Kind::Polynomial && degree <= 1); }
  bool operator==(const Shape &) const = default;
};

/// How a value depends that may be one of two, or is their sum: the greatest lower bound of both in the order
/// none, polynomials by degree, rational, other; and none, steps, other.
Shape meet(Shape, Shape);

enum class Treatment {
  Zero,    ///< no derivative by this argument, or 0 almost everywhere
  Formula, ///< partial, tangent and adjoint below
  Loops,   ///< to be expanded to loops over the array's elements, whose operations have formulas
  Refused, ///< no derivative exists, or none is known; `reason` says which
};

/// What holds the operation's arguments and result where the derivative code will run. No
/// arguments: the operation's own; no result: it is computed again where a formula wants it.
struct Values {
  std::vector<const ir::Expr *> arguments;
  const ir::Expr *result = nullptr;
};

/// Whose values the derivative by one argument reads. What only gives its shape is not read.
struct Reads {
  std::vector<bool> arguments;
  bool result = false;
};

class Operation {
public:
  Operation(const ir::Expr *, ir::Language);

  /// Unary, Binary, Convert, Conditional, Intrinsic, MakeComplex or ComplexPart.
  static bool isOperation(const ir::Expr *);

  const ir::Expr *expr() const { return node; }
  /// The arguments in the order of the table (keywords and optional arguments resolved).
  const std::vector<const ir::Expr *> &arguments() const { return operands; }
  Treatment treatment(unsigned argument) const;
  /// Of Refused and Loops: why, to follow the name in a message.
  const std::string &reason() const { return why; }

  // ---- Derivative code; null is identically zero --------------------------------------------

  /// The partial derivative, in the type of the result. Only of a Formula argument, and not where
  /// the operation is real-linear on complex numbers or works on whole arrays: see hasPartial.
  const ir::Expr *partial(ir::Program &, unsigned argument, const Values & = {}) const;
  bool hasPartial(unsigned argument) const;
  /// Where it has one: whether that is this number everywhere.
  bool isPartial(unsigned argument, int64_t number) const;
  /// Whether the partial derivative may be infinite where the function is not (sqrt at 0). Tangent and adjoint then are 0
  /// in direction 0; a product with the partial itself would not be.
  bool isGuarded(unsigned argument) const;

  /// The derivative of the result from those of the arguments (null: zero), in its type.
  const ir::Expr *tangent(ir::Program &, const std::vector<const ir::Expr *> &derivatives,
                          const Values & = {}) const;

  /// Whether its elements only move: the operation takes any values in its place.
  bool isMoved(unsigned argument) const;

  /// What the adjoint of the result adds to that of the argument, in the argument's type.
  /// Only where hasAdjoint: some functions that move elements are left to loops.
  bool hasAdjoint(unsigned argument) const;
  const ir::Expr *adjoint(ir::Program &, unsigned argument, const ir::Expr *seed,
                          const Values & = {}) const;

  Reads reads(unsigned argument) const;
  /// Whether the tangent computes with the argument's derivative and asks whether it is 0, too.
  bool readsDerivativeTwice(unsigned argument) const;

  /// Expressions that are 0 where the value or the derivative jumps, or there is no derivative; of
  /// comparisons and roundings too, which decide what happens next.
  std::vector<const ir::Expr *> kinks(ir::Program &, const Values & = {}) const;

  // ---- Inspection of the formulas -------------------------------------------------------------

  /// How the result depends on a variable on which the arguments depend as given.
  Shape shape(const std::vector<Shape> &arguments) const;

private:
  const ir::Expr *node;
  ir::Language language;
  const Rule *rule = nullptr; ///< null: Zero or Refused altogether, as `otherwise` says
  Treatment otherwise = Treatment::Zero;
  bool inquiry = false;
  std::string why;
  std::vector<const ir::Expr *> operands;

  bool resolve(const std::vector<const Rule *> &candidates,
               const std::vector<const ir::Expr *> &arguments,
               const std::vector<std::string> &keywords = {});
  void resolveIntrinsic(const std::string &name);
  void resolveNamed(const std::string &name);
  bool isComplex() const;
  bool isActive(unsigned argument) const;
  const ir::Expr *movedTangent(ir::Program &, const std::vector<const ir::Expr *> &derivatives,
                               const Values &) const;
  FormulaRef fold(const FormulaRef &) const;
  FormulaRef partialFormula(unsigned argument) const;
  FormulaRef tangentFormula(unsigned argument) const;
  FormulaRef adjointFormula(unsigned argument) const;
};

/// Whether a function works on arrays element by element.
bool isElemental(const ir::Intrinsic &, ir::Language);

/// A function that generated code calls and must carry the source of.
struct Helper {
  std::string name; ///< as called
  std::string source;
};

/// The helper that an intrinsic of derivative code stands for; nothing for the language's own.
std::optional<Helper> helper(const ir::Intrinsic &, ir::Language);

} // namespace costate::rules
