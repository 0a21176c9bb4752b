// Tangents over index sets.
//
// In the program that finds the pattern of a Jacobian, the shadow of a number is the handle of an index set: the
// independents it depends on in this run. A derivative c1*x1d + c2*x2d becomes the union of x1s and x2s: sums and
// products unite what their operands hold, coefficients vanish, conditions stay (max(x, y) is x or y, whichever it
// is here), and functions that move the elements of arrays move handles.
#pragma once

#include "ir/Program.h"
#include "rules/Rules.h"
#include "support/Diagnostics.h"

namespace costate::transform {

class SparsityRules {
public:
  SparsityRules(ir::Program &program, ir::Language language, Diagnostics &diagnostics)
      : program(program), language(language), diagnostics(diagnostics) {}

  /// The set of an operation's result from those of its arguments (null: empty), whose values are given, too. Null: empty.
  const ir::Expr *result(const rules::Operation &, const std::vector<const ir::Expr *> &sets,
                         const rules::Values &);

  /// Null is the empty set.
  const ir::Expr *unite(const ir::Expr *, const ir::Expr *);

  const ir::Expr *empty(Location) const;

  /// The type of a handle, or of an array of handles where this is an array.
  const ir::Type *handle(const ir::Type *like) const;

private:
  using Placeholders = std::vector<std::pair<const ir::Expr *, const ir::Expr *>>;
  const ir::Expr *of(const ir::Expr *derivative, const Placeholders &);
  const ir::Expr *ofIntrinsic(const ir::Intrinsic &, const Placeholders &);
  const ir::Expr *chosen(const ir::Expr *node, const ir::Expr *condition, const ir::Expr *whenTrue,
                         const ir::Expr *whenFalse, const Placeholders &);
  const ir::Expr *ofSum(const ir::Intrinsic &, const ir::Expr *set);
  const ir::Expr *ofProduct(const ir::Intrinsic &, const Placeholders &);
  const ir::Expr *moved(const ir::Intrinsic &, const Placeholders &);
  const ir::Expr *emptyLike(const ir::Expr *zeros) const;
  const ir::Expr *call(const char *name, const ir::Type *, std::vector<const ir::Expr *>, Location) const;
  const ir::Expr *all(const ir::Expr *set, const ir::Expr *mask, Location) const;
  const ir::Expr *along(const ir::Expr *set, int dimension, Location) const;
  const ir::Expr *spread(const ir::Expr *set, int dimension, const ir::Expr *copies, Location) const;
  const ir::Expr *size(const ir::Expr *array, int dimension) const;
  const ir::Expr *number(int) const;
  const ir::Expr *refuse(const ir::Expr *);

  ir::Program &program;
  ir::Language language;
  Diagnostics &diagnostics;
};

} // namespace costate::transform
