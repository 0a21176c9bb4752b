// What varies in a procedure, use by use: places that are read, and what calls are given.
#pragma once

#include "analysis/Memory.h"

#include <set>

namespace costate::analysis {

struct VaryingUses {
  llvm::DenseSet<const ir::Expr *> places;
  std::set<std::pair<const ir::Call *, CellId>> inputs; ///< cells of the caller
};

} // namespace costate::analysis
