// Expressions that say what the derivative of a value is.
//
// A transform that computes derivatives ahead (preaccumulation) writes them into the program that is then differentiated:
// passive(v) is v, with derivative zero; carry(v, d) is v, with the derivative of d. These are operations of the table,
// so that every analysis and both modes treat them as they treat any other. Once a derivative program is made, `unmark`
// leaves only the values: no generated program has marks.
#pragma once

#include "ir/Program.h"

namespace costate::rules {

const ir::Expr *passive(const ir::Expr *value, ir::Program &);
const ir::Expr *carry(const ir::Expr *value, const ir::Expr *derivative, ir::Program &);

/// A square root that is not 0 where the program has a derivative: the same value, and no question whether a direction is 0.
const ir::Expr *nonzeroRoot(const ir::Intrinsic &root, ir::Program &);

/// passive and carry.
bool isMark(const ir::Expr *);

/// Replaces every mark of a block, and below, by its value.
void unmark(ir::Block &, ir::Program &);

} // namespace costate::rules
