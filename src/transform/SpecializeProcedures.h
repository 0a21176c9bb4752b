// Procedures with dummy procedures (Fortran), once for each of the procedures they are called with.
//
//   call root(square, x)   =>   call root_square(square, x), where `f` is called as `square`
//
// Nothing at run time tells which procedure a dummy stands for, so an adjoint must know it. The copies have the
// interface of the original, dummies included: it is the original that sweeps call where they need no derivative.
#pragma once

#include "analysis/Head.h"

#include <map>

namespace costate::transform {

/// The originals of the copies. Only calls whose dummy procedures are all known are redirected; the others are
/// left for those who cannot take them.
std::map<const ir::Procedure *, ir::Procedure *> specializeProcedures(ir::Program &,
                                                                      const std::vector<analysis::Head> &);

} // namespace costate::transform
