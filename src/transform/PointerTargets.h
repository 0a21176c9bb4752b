// What pointers of C lead to, where an expression says it: `*(&a[1] + 2)` is `a[3]`.
#pragma once

#include "ir/Builder.h"

#include <functional>
#include <map>
#include <optional>
#include <set>

namespace costate::transform {

/// From the least to the greatest value of variables that only count.
using Ranges = std::map<const ir::Symbol *, std::pair<int64_t, int64_t>>;
/// Of the variables of loops with constant bounds, where `value` says what these are.
Ranges loopRanges(const ir::Block &, const std::function<const ir::Expr *(const ir::Expr *)> &value);
/// Of an integer, where it is made of constants and such variables.
std::optional<std::pair<int64_t, int64_t>> rangeOf(const ir::Expr *, const Ranges &);

/// The place `offset` elements on (null: none) from where a pointer leads. A Dereference of the pointer where it says
/// nothing; null where the place would have another type, or may be in another row of an array of several dimensions:
/// `(&a[0][0])[5]` has no name that says so.
const ir::Expr *targetOf(ir::Program &, const ir::Expr *pointer, const ir::Expr *offset, const ir::Type *type,
                         const Ranges & = {});

/// The same for an element of an array that the pointer leads to: `p[i][j]`.
const ir::Expr *elementOf(ir::Program &, const ir::Expr *pointer, const ir::Expr *offset,
                          const std::vector<const ir::Expr *> &subscripts, const ir::Element &, const Ranges & = {});

/// Variables whose address is taken somewhere in a block, or below: some pointer may lead to them.
std::set<const ir::Symbol *> addressTaken(const ir::Block &);

/// The sum of two integers, as one constant where it is one. Null is 0.
const ir::Expr *sumOf(ir::Program &, const ir::Expr *, const ir::Expr *, ir::Language);

} // namespace costate::transform
