// Initialisers put together again.
//
// The front end turns `double a[3] = {1, 2, 3};` into one assignment for each element. Where such
// assignments stand together, name every part of a local in order, and nothing has named the local
// before, they are printed as its initialiser.
#pragma once

#include "emit/c/Layout.h"

namespace costate::emit::c {

/// One value of an initialiser, or a list of them. What a list leaves out at its end is zero.
struct Initialiser {
  const ir::Expr *value = nullptr;
  const ir::Stmt *at = nullptr; ///< the assignment the value comes from
  std::vector<Initialiser> items;
};

/// Replaces runs of assignments in a function by one node each.
void gatherInitialisers(Braces &function, const Unhoisted &);

} // namespace costate::emit::c
