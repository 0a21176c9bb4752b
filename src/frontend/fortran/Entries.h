// ENTRY: one procedure that holds the body and is told where to begin, and a thin procedure per
// entry that calls it.
//
// The procedure `p` with the entries `e` and `f` becomes
//   p_entries(entry, union of all arguments)    a subroutine with the body, which begins at the
//                                               statement `entry` selects; results of functions
//                                               are arguments of it
//   p, e, f                                     with their own arguments, calling p_entries
// Arguments an entry does not have are given locals of its own: by the language, the body does not
// touch them on that way.
#pragma once

#include "frontend/fortran/Translation.h"

namespace costate::frontend::fortran {

/// One way into a procedure with entries.
struct EntryPoint {
  const SemSymbol *symbol = nullptr;
  ir::Procedure *wrapper = nullptr;
  const parser::EntryStmt *statement = nullptr; ///< null: the procedure's own beginning
  unsigned label = 0;
  bool executable = false;
};

struct EntryGroup {
  ir::Procedure *master = nullptr;
  const SemScope *scope = nullptr;
  ir::Symbol *selector = nullptr;
  std::vector<EntryPoint> points; ///< the procedure itself first
};

/// Results of one type share their storage. To be called before the scope is declared.
void shareResults(Translation &, EntryGroup &);

/// Completes the arguments of the master and fills the wrappers, once scopes are declared.
void buildEntries(Translation &, EntryGroup &);

} // namespace costate::frontend::fortran
