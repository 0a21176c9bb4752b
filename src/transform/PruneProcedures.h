// What the analyses left without a purpose in derivative procedures.
//
// A procedure that does nothing is not called; a result that nobody needs is not returned; parameters
// that a procedure does not need are not passed; variables that no statement names are not declared.
// A head's parameters stay: those it does not need are named once, so that no compiler warns.
#pragma once

#include "ir/Program.h"

namespace costate::transform {

struct PrunedProcedures {
  std::vector<ir::Procedure *> heads; ///< whose interfaces are promised
  std::vector<ir::Procedure *> others;
};

void pruneProcedures(ir::Program &, const PrunedProcedures &);

} // namespace costate::transform
