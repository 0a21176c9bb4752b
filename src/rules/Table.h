// The derivative table as data: one line for each operation. Functions.cpp holds the elemental
// ones, ArrayFunctions.cpp those of whole arrays. Rules.h is how everyone else asks.
#pragma once

#include <span>
#include <vector>

namespace costate::rules {

/// An operation with derivatives.
struct Line {
  /// `name(argument, ...)`, the arguments by their Fortran dummy names. A type may follow a name
  /// (`n: integer`, `z: complex`, `mask: logical array`, `a: rank 2`); without one the argument is
  /// real, or complex where the line has a complex spelling. `-> type` is the result's where it
  /// differs.
  /// `...`: as many more as one likes, f(a, b, c) = f(a, f(b, c)). `= formula`: what it computes.
  const char *signature;

  // Spellings, the first one preferred; empty: the language does not have it.
  const char *fortran;
  const char *c;
  const char *cComplex;

  /// `argument: partial`, in the language of Formula.h; or `argument: tangent | adjoint` where the
  /// operation is real-linear but not a multiplication. `argument: moved | adjoint` of a function
  /// that only moves elements: its tangent is the function itself, of the derivatives of all its
  /// moved arguments together; without an adjoint, that is left to loops. An argument without an entry has derivative 0 wherever there is one.
  std::vector<const char *> derivatives;

  /// What is 0 where the derivative jumps or does not exist. Empty: nowhere inside the domain.
  const char *kink;
  /// What the formulas give there.
  const char *edge;
};

/// An operation whose value moves in steps: derivative 0 almost everywhere.
struct StepLine {
  const char *signature;
  const char *fortran;
  const char *c;
  const char *kink;
};

/// An operation that is refused, and why.
struct RefusedLine {
  const char *fortran;
  const char *c;
  const char *reason;
};

/// A function that neither language has: generated files carry its source, from `runtime/`.
struct HelperLine {
  const char *signature;
  const char *spelling; ///< C appends f or l, Fortran _r4, _r8, ...
  const char *file;     ///< without suffix
};

/// Array functions of Fortran that are left to loops altogether, and why no formula is given.
struct LoopLine {
  const char *fortran;
  const char *reason;
};

std::span<const Line> functionTable();
/// What only transforms write, and no generated program has: see Marks.h.
std::span<const Line> markTable();
std::span<const StepLine> stepTable();
std::span<const RefusedLine> refusedTable();
std::span<const HelperLine> helperTable();
std::span<const Line> arrayTable();
std::span<const LoopLine> loopTable();
/// Functions whose value does not depend on the values of their arguments: `size`, `kind`, ...
std::span<const char *const> inquiryTable();

} // namespace costate::rules
