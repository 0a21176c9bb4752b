// From a formula to an expression of the program, with its types, kinds and spellings.
#pragma once

#include "ir/Program.h"
#include "rules/Formula.h"

namespace costate::rules {

/// What the leaves of a formula stand for.
struct Environment {
  ir::Program &program;
  ir::Language language;
  const ir::Type *type; ///< of the whole, scalar or array: constants take its kind
  std::vector<const ir::Expr *> arguments;
  const ir::Expr *result = nullptr;
  std::vector<const ir::Expr *> derivatives; ///< by argument
  const ir::Expr *seed = nullptr;
  Location location;
};

/// The expression, of the scalar type of `environment.type` and whatever rank its parts give it.
const ir::Expr *instantiate(const FormulaRef &, const Environment &);

/// `e` converted to another scalar type, its rank kept; the real part where that is all that fits.
const ir::Expr *converted(const ir::Expr *e, const ir::Type *scalar, ir::Program &, ir::Language);

/// The type of `rank` dimensions of unknown extent, or the scalar itself.
const ir::Type *shaped(const ir::Type *scalar, unsigned rank, ir::Program &);

/// How many bytes the kind of a real or complex type has.
unsigned realKindOf(const ir::Type *);

} // namespace costate::rules
