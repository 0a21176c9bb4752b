// Tangent programs: every statement is preceded by the one that moves the derivatives.
#pragma once

#include "analysis/Head.h"

namespace costate::transform {

struct TangentOptions {
  bool activity = true; ///< off: all that can carry a derivative does (--no-activity)
  bool vector = false;  ///< several directions at once: procedures `foo_dv` (--vector)
  unsigned directions = 0; ///< how many; 0: an argument `nbdirs` of every procedure says it
};

/// How a head's derivative is called: its parameters are the original's, each followed by its shadow
/// where it has one; the value of a function whose result has a shadow is one more.
struct DerivativeHead {
  const analysis::Head *head = nullptr;
  ir::Procedure *derivative = nullptr;
  /// From the original's parameters and result, and from the globals the head names, to the symbols
  /// that hold their derivatives.
  std::map<const ir::Symbol *, ir::Symbol *> shadows;
};

/// Turns the program into the tangent of the heads: procedures `foo_d` for what is differentiated,
/// the originals no longer emitted. Problems are in the diagnostics.
std::vector<DerivativeHead> makeTangent(ir::Program &, const std::vector<analysis::Head> &,
                                        const TangentOptions &, Diagnostics &);

} // namespace costate::transform
