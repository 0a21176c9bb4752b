// Variables that only the user's own file can name, of which the derivative program can have its own: C's static variables
// at file scope, PRIVATE ones of modules.
//
// The original and its derivative would have to share such a variable, and cannot. But where nobody else can tell which
// value it holds, each may have one of its own:
// (V1) its address is not taken, nothing shares its memory, and no head names it;
// (V2) every procedure that others can call writes all of it before it reads it, through whatever it calls, or does
//      not read it. So what one call leaves in it no later one sees, of the original or of its derivative;
// (V3) no procedure that calls a head names it: what a head leaves in it is read by none but heads.
// Or nothing writes it: then it is a constant.
//
// What is left of the original in the derivative program, because no derivative goes through it, must not write one that
// the derivatives read: Generated refuses that.
#pragma once

#include "analysis/Head.h"

#include <set>
#include <vector>

namespace costate::transform {

struct HiddenVariables {
  std::vector<const ir::Symbol *> all;
  std::set<const ir::Symbol *> written; ///< those that are no constants
};

/// Makes the private variables of modules those of a module of the derivative.
HiddenVariables ownHiddenVariables(ir::Program &, const std::vector<analysis::Head> &);

} // namespace costate::transform
