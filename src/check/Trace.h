// Watching a tangent run: after every assignment its value and derivative, before every statement how
// far each operation is from its kink.
//
// The traced tangent is a second build of the derivative program, with calls of the harness in it;
// what the user gets has none. Run at x and at x +- hv it tells the first assignment whose derivative
// is not the difference of its values, as long as all runs take the same way. (Arrays count by their
// sums, complex numbers by the sum of their parts: both are linear, so the comparison holds.)
#pragma once

#include "check/Comparison.h"
#include "transform/Tangent.h"

#include <functional>

namespace costate::check {

/// A place in the source that the trace reports from.
struct Site {
  Location location;
  std::string procedure;
  std::string name; ///< of the variable, or of the operation with the kink
  bool isKink = false;
};

struct TraceRecord {
  uint32_t site = 0; ///< from 1
  double value = 0, derivative = 0;
};

/// Reads the user's files again, to a canonical program.
using ReadAgain = std::function<bool(ir::Program &)>;

/// The traced build of the derivative program; without objects where it could not be built.
struct TracedTangent {
  std::vector<Site> sites;
  std::vector<std::string> objects;
};

TracedTangent buildTraced(const ReadAgain &, const std::vector<std::string> &heads,
                          const transform::TangentOptions &, SourceManager &, Workshop &);

/// Adds to the report, and to the diagnostics with their source lines, the kinks at the point and
/// the first wrong derivative.
class Tracing {
public:
  Tracing(const TracedTangent &traced, const Plan &plan, const std::vector<LeafValues> &point,
          const Evaluator &evaluator, Diagnostics &diagnostics)
      : traced(traced), plan(plan), point(point), evaluator(evaluator), diagnostics(diagnostics) {}

  void findKinks(const std::vector<LeafValues> &direction, Report &);
  void findFirstWrong(const std::vector<LeafValues> &direction, Number epsilon, Report &);

private:
  std::vector<TraceRecord> run(const std::vector<LeafValues> &direction, Number step) const;
  const Site *siteOf(const TraceRecord &) const;

  const TracedTangent &traced;
  const Plan &plan;
  const std::vector<LeafValues> &point;
  const Evaluator &evaluator;
  Diagnostics &diagnostics;
};

} // namespace costate::check
