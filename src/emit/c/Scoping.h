// Where each local variable is declared, and under which name.
//
// A local is declared in the innermost braces that hold all its uses: by the assignment that comes
// first there, in the header of a `for` loop, or at the head of the block. Two things widen that:
//  (1) A value that may flow round a loop, read in an iteration before it is written there, lives
//      outside the loop.
//  (2) Arrays and variables whose address is taken may be used through pointers, so they are
//      declared in braces that reach as far as the source's own block (Symbol::scopeEnd).
// A loop variable that is only ever used inside loops over it is declared by each of them.
//
// A name is changed only where two variables would meet in the same braces, or where one would hide
// another that is used in its scope.
#pragma once

#include "emit/c/Layout.h"
#include "emit/c/Names.h"

#include <set>

namespace costate::emit::c {

/// Fills in the declarations of `function` and the names of the locals. Returns the locals and
/// parameters nothing reads, which compilers would complain about.
std::set<const ir::Symbol *> placeDeclarations(const ir::Procedure &, const Unhoisted &,
                                               Braces &function, Names &);

} // namespace costate::emit::c
