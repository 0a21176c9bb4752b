// How a specification writes a derivative: a few calls, one on a line.
//
//   original                                  the call as the program makes it
//   original(a', c', beta|1.0)                the same call, with derivatives and other values in place
//                                             of some arguments: `a'` is the derivative of `a`,
//                                             `beta|1.0` is beta the first time and 1.0 from then on,
//                                             `alpha=0.0` gives alpha another value
//   axpy(n, alpha, x', incx, y', incy)        a call of another procedure
//   dot' = dot(n, x', incx, y, incy) + dot(n, x, incx, y', incy)
//                                             the derivative of a function's result
//   nrm2' = nrm2_d(n, x, x', incx, nrm2) instead
//                                             a call that also does what the original does
//   if a': ...   unless a': ...   otherwise: ...
//                                             only where `a` carries a derivative, does not, or no
//                                             earlier line was kept
//
// A line (of a sum: a term) that names the derivative of something passive is dropped. The original
// comes last where no line mentions it.
#pragma once

#include "support/Source.h"

#include <optional>
#include <string>
#include <vector>

namespace costate::analysis {

/// A value in a call: an argument or the function's result by number, or a constant.
struct StepValue {
  enum class Kind { Argument, Derivative, Integer, Real, Character };
  Kind kind = Kind::Argument;
  int argument = 0;    ///< `resultArgument` is the function's result
  std::string text;    ///< of a constant
  bool negated = false;
  bool asComplex = false; ///< `complex(alpha)`: a real passed where a complex number is taken
  std::string later;   ///< `beta|1.0`: the constant from the second time on; else empty
};
constexpr int resultArgument = -1;

struct StepCall {
  std::string callee; ///< empty: the original
  std::vector<StepValue> arguments;
  /// Of the original: which parameter each of `arguments` replaces.
  std::vector<unsigned> replaced;
};

struct Step {
  enum class Guard { Always, If, Unless, Otherwise };
  Location location;
  Guard guard = Guard::Always;
  std::vector<int> guardedBy; ///< derivatives that If and Unless ask for: any of them
  bool assignsResult = false;
  bool instead = false;
  std::vector<StepCall> calls; ///< one, or the terms of the sum that is assigned
};

/// The names a step may use.
struct StepNames {
  std::string procedure; ///< the procedure's own, which stands for its result
  bool isFunction = false;
  std::vector<std::string> arguments;
};

struct StepProblem {
  Location location;
  std::string message;
};

/// Nothing where the text is wrong; `problem` says why.
std::optional<std::vector<Step>> parseSteps(const std::string &text, Location first,
                                            const StepNames &, StepProblem &problem);

} // namespace costate::analysis
