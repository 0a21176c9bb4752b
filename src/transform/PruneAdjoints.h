// What the analyses left without a purpose in adjoint procedures.
//
// A forward procedure that does nothing is not called, nor a backward one; a result that nobody needs
// is not returned; parameters that a pair does not need are not passed; variables that no statement
// names are not declared. A head's parameters stay: those the adjoint does not need are named once,
// so that no compiler warns.
#pragma once

#include "ir/Program.h"

namespace costate::transform {

struct PrunedProcedures {
  std::vector<ir::Procedure *> heads, pairs; ///< of pairs, both procedures
};

void pruneAdjoints(ir::Program &, const PrunedProcedures &);

} // namespace costate::transform
