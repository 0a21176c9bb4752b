// Expressions with known variables in them, shortened: integers, comparisons, conversions of integers to reals, elements
// behind pointers. Real arithmetic stays as it is.
#pragma once

#include "ir/Builder.h"

#include <map>
#include <optional>

namespace costate::transform {

/// One dimension of an array of Fortran, or of a section of one: subscripts of its base, from the first on.
struct Axis {
  int64_t lower, extent, stride;
};

/// The dimensions of a place, those with a single subscript left out; nothing where they are not constants.
std::optional<std::vector<Axis>> constantAxes(const ir::Expr *place);

/// Integers as constants, pointers as expressions that always have the same value.
using KnownValues = std::map<const ir::Symbol *, const ir::Expr *>;

class FoldConstants {
public:
  FoldConstants(ir::Program &program, ir::Language language, const KnownValues &known)
      : program(program), language(language), known(known), b(program) {}

  /// The value of an expression.
  const ir::Expr *operator()(const ir::Expr *);
  /// A place that is written: the variable itself stays.
  const ir::Expr *place(const ir::Expr *);

private:
  const ir::Expr *simplified(const ir::Expr *);
  const ir::Expr *binary(const ir::Binary &);
  const ir::Expr *intrinsic(const ir::Intrinsic &);
  const ir::Expr *converted(const ir::Convert &);
  const ir::Expr *inquiry(const ir::Intrinsic &);
  const ir::Expr *throughPointer(const ir::Expr *);
  const ir::Expr *integer(const ir::Expr *like, int64_t value);

  ir::Program &program;
  ir::Language language;
  const KnownValues &known;
  ir::Builder b;
};

} // namespace costate::transform
