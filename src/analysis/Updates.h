// Statements that do nothing but bring one more value into a place: `s = s + e`, `s = max(s, e)`, `if (e > s) s = e`,
// `s = e > s ? e : s`. In any order they leave the same, but for rounding: the reductions of a loop are made of them.
#pragma once

#include "ir/Stmt.h"

#include <optional>
#include <string>
#include <vector>

namespace costate::analysis {

struct Update {
  const ir::Expr *place;
  std::string operation; ///< + * min max and or
  unsigned mentions;     ///< of the place in the statement: there are no others
};

/// Of an assignment, or of an If with nothing but one in it; nothing where the statement is something else.
std::optional<Update> updateOf(const ir::Stmt &);

/// Numbers that a pointer or an array of C leads to, always the same ones, which every iteration updates and with which
/// the loop does nothing else: its body names the pointer or the array nowhere else.
std::vector<Update> fixedUpdates(const ir::For &);
/// Of such a place: the pointer or the array, and which of its elements it is.
std::optional<std::pair<const ir::Symbol *, int64_t>> fixedElement(const ir::Expr *place);

/// Whether values of the type can be reduced by the operation.
bool isReducible(const ir::Type *, const std::string &operation);

} // namespace costate::analysis
