// Marks that a transform leaves among a loop's comments for those who write the program out.
#pragma once

#include "ir/Stmt.h"

#include <algorithm>

namespace costate::ir {

/// A loop over directions: an iteration reads and writes memory of its own direction only, so iterations may run at once.
inline constexpr const char *eachDirection = "@each direction";

inline bool isMarked(const Stmt &s, const char *mark) { return std::count(s.comments.begin(), s.comments.end(), mark) != 0; }

} // namespace costate::ir
