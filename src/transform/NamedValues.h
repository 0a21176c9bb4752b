// Values inside of statements that cost more to compute again than to keep: sums over arrays (Fortran).
//
// The adjoint of `c(i) = u(i)*(r(i) + dot_product(a(:, i), u))` reads the value of the factor in brackets. Where the forward
// sweep runs the statement, it has been computed once. Given a name, `value = r(i) + dot_product(a(:, i), u)` and then
// `c(i) = u(i)*value`, it is a variable like any other: what is known of variables (Recomputation, BlockLocals,
// ToBeRecorded) decides how the backward sweep gets it, and array functions are not computed again.
// In `d = r + (p/q)*d`, with arrays d and r, the number p/q gets a name, too: its adjoint is the sum over the elements,
// and goes on to p and q once, not element by element.
//
// That is the same program: expressions have no effects, Fortran evaluates all of one before anything is assigned, and
// what is named stands in no branch of a choice, nor under a mask.
#pragma once

#include "analysis/Recording.h"

namespace costate::transform {

/// The values of an assignment's right side to be named, those inside of others first; none where there are none.
std::vector<const ir::Expr *> valuesToName(const analysis::Varied &, const analysis::Variant &, const ir::Assign &,
                                           bool fromResult, bool inLoop);

/// Names them, each by a new variable of the procedure, before the assignments.
using ValuesToName = std::map<const ir::Stmt *, std::vector<const ir::Expr *>>;
void nameValues(ir::Program &, ir::Procedure &, const ValuesToName &);

} // namespace costate::transform
