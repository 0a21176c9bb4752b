// Formulas of the derivative table: a small tree, its parser, and the algebra that keeps it short.
//
// The language, over the arguments of an operation by name:
//   r                 the operation's result
//   d, s              in a pair `tangent | adjoint`: the argument's derivative, the result's
//   adjoint
//   + - * / **        as in Fortran, `-x**2` and all; numbers are exact decimals
//   == != < <= > >=   and   `and`, `or`: conditions
//   if(c, a, b)       a where c holds, else b
//   f(x, key=y)       another operation of the table, by its name there
//   pi, ln2, ln10, degree, twoOverRootPi
//   [x]               an array of one element
//   a /? b            a/b, and 0 where a is 0: 0/0 does not occur
//   a *? x**e         a*x**e, and 0 where a is 0, though x**e be infinite
//
// With `?` a derivative that grows without bound (sqrt at 0) is infinite where it is asked for, and
// no NaN where it is not: there, a holds the factor 0 of the direction.
//
// The functions below build a formula and simplify on the way: constants are folded, factors 0 and
// 1 vanish, a choice is made where its condition is known. None of this changes a value but by
// rounding, or by leaving out 0*x where x is not finite.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace costate::rules {

/// digits * 10^-scale, exact.
struct Decimal {
  int64_t digits = 0;
  int scale = 0;

  /// Nothing for hexadecimal text, and where the digits do not fit.
  static std::optional<Decimal> parse(const std::string &text);
  bool isInteger() const { return scale == 0; }
  double value() const;
  std::string text() const; ///< with a point: `2.0`, `0.5`, of a number that is not negative
};

struct Formula;
using FormulaRef = std::shared_ptr<const Formula>;

struct Formula {
  enum class Kind {
    Number,
    Truth,    ///< a condition whose outcome is known: index 0 or 1
    Constant, ///< by name: pi, ...
    Argument, ///< number `index` of the operation
    Result,
    Derivative, ///< of argument `index`
    Seed,       ///< the adjoint of the result
    Negate,
    Add,
    Subtract,
    Multiply,
    Divide,
    GuardedDivide,   ///< `a /? b`
    GuardedMultiply, ///< `a *? x**e`
    Power,
    Compare, ///< by the operator's name
    And,
    Or,
    If,
    Call,
    List,
  };
  Kind kind;
  Decimal number;
  unsigned index = 0;
  std::string name;
  std::vector<FormulaRef> operands;
  std::vector<std::string> keywords; ///< of a Call: one for each operand, mostly empty
};

/// Reads a formula. `arguments` are the names of the operation's arguments; `derivative` is the
/// argument that `d` stands for. Text that does not parse is a bug of the table: internalError.
FormulaRef parseFormula(const std::string &text, const std::vector<std::string> &arguments,
                        unsigned derivative = 0);

// Leaves
FormulaRef number(Decimal);
FormulaRef number(int64_t);
FormulaRef argument(unsigned index);
FormulaRef derivative(unsigned index);
FormulaRef seed();

// Nodes, simplified
FormulaRef negate(FormulaRef);
FormulaRef add(FormulaRef, FormulaRef);
FormulaRef subtract(FormulaRef, FormulaRef);
FormulaRef multiply(FormulaRef, FormulaRef);
FormulaRef divide(FormulaRef, FormulaRef);
FormulaRef guardedDivide(FormulaRef, FormulaRef);
FormulaRef guardedMultiply(FormulaRef, FormulaRef power);
FormulaRef power(FormulaRef, FormulaRef);
FormulaRef compare(const std::string &op, FormulaRef, FormulaRef);
FormulaRef choose(FormulaRef condition, FormulaRef whenTrue, FormulaRef whenFalse);
FormulaRef call(std::string name, std::vector<FormulaRef>, std::vector<std::string> keywords = {});
FormulaRef conjugate(FormulaRef);

/// factor * by, written as people do: `by` goes into numerators and into the branches of a choice.
FormulaRef scaled(FormulaRef factor, FormulaRef by);

/// The same formula with leaves replaced: `leaf` gives the replacement, or null to keep it.
FormulaRef substitute(const FormulaRef &, const std::function<FormulaRef(const Formula &)> &leaf);

bool isNumber(const FormulaRef &, int64_t value);
bool equal(const FormulaRef &, const FormulaRef &);
/// Whether any node of the formula satisfies the predicate.
bool contains(const FormulaRef &, const std::function<bool(const Formula &)> &);
bool mentionsArgument(const FormulaRef &, unsigned index);
bool mentionsResult(const FormulaRef &);

} // namespace costate::rules
