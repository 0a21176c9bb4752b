// A derivative as a loop over the directions computes it: a sum of products, with all that is the
// same in every direction computed before the loop.
//
// Derivatives are linear in the direction, so a sum of (factor times what varies) is their natural
// form: one multiplication and one addition for each derivative the statement reads, whatever the
// expression. It differs from the derivative table's expression by rounding only.
#pragma once

#include "ir/Builder.h"

#include <functional>
#include <optional>

namespace costate::transform {

/// `c ? a : b` of C, `merge(a, b, c)` of Fortran, of scalars.
struct Choice {
  const ir::Expr *condition, *whenTrue, *whenFalse;
  /// a and -a, or -a and a: the sign of a is what is chosen.
  bool isSign() const;
};
std::optional<Choice> choiceOf(const ir::Expr *);

class LinearForm {
public:
  /// Gives a value a name: assigns it to a new variable at the end of `before`.
  using Keep = std::function<const ir::Expr *(const ir::Expr *value, ir::Block &before)>;

  LinearForm(ir::Program &program, const ir::Symbol *index, const Keep &keep)
      : program(program), b(program), index(index), keep(keep) {}

  const ir::Expr *of(const ir::Expr *, ir::Block &before);

  bool mentionsIndex(const ir::Expr *) const;

private:
  struct Term {
    const ir::Expr *varying;          ///< depends on the direction
    const ir::Expr *factor = nullptr; ///< the same in every direction; null: 1
    bool minus = false;
  };
  using Sum = std::vector<Term>;

  const ir::Expr *linear(const ir::Expr *, ir::Block &before);
  Sum sum(const ir::Expr *, ir::Block &before);
  Sum scaled(Sum, const ir::Expr *factor, bool divide);
  static Sum negated(Sum);
  void add(Sum &, Term);
  const ir::Expr *rebuilt(const Sum &, ir::Block &before);
  const ir::Expr *invariant(const ir::Expr *, ir::Block &before);
  const ir::Expr *inside(const ir::Expr *, ir::Block &before);
  const ir::Expr *one(const ir::Type *);
  Sum signedSum(const Choice &, const ir::Expr *, ir::Block &before);

  ir::Program &program;
  ir::Builder b;
  const ir::Symbol *index;
  const Keep &keep;
  std::vector<std::pair<const ir::Expr *, const ir::Expr *>> kept; ///< values, their names
};

} // namespace costate::transform
