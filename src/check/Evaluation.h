// Running a check program: each evaluation is a process of its own, so that saved and global state
// is fresh.
#pragma once

#include "check/Harness.h"
#include "check/Values.h"
#include "check/Workshop.h"

namespace costate::check {

struct TraceRecord; // Trace.h

/// The point some way along a direction.
std::vector<LeafValues> moved(std::vector<LeafValues> point, const std::vector<LeafValues> &direction,
                              Number step);

struct Evaluation {
  enum class End { Complete, Overrun, TimedOut, Crashed, Stopped };
  End end = End::Complete;
  std::string message;   ///< of everything but Complete: what the program did, for the user
  std::string printed;   ///< what the program wrote to its streams, in part
  size_t buffer = 0;     ///< Overrun: which one
  bool shadow = false;   ///< Overrun: of the derivative
  int64_t offset = 0;    ///< Overrun: bytes from its start
  std::vector<LeafValues> values, shadows; ///< by leaf
  std::string bytes;                       ///< the whole output, for comparing bit by bit
};

class Evaluator {
public:
  Evaluator(const Workshop &workshop, std::string executable, const Options &options)
      : workshop(workshop), executable(std::move(executable)), options(options) {}

  /// Fills in the extents of all leaves and the element sizes of the buffers.
  Evaluation layout(Plan &, const std::vector<LeafValues> &controls) const;

  Evaluation original(const Plan &, const std::vector<LeafValues> &point) const;
  /// Shadows that `shadows` has nothing for are zero. With several directions at once, an element's
  /// are together, here and in the result.
  Evaluation derivative(const Plan &, const std::vector<LeafValues> &point,
                        const std::vector<LeafValues> &shadows) const;
  /// A second call in the same process, with these shadows; its results.
  Evaluation derivativeAgain(const Plan &, const std::vector<LeafValues> &point,
                             const std::vector<LeafValues> &shadows,
                             const std::vector<LeafValues> &second) const;

  /// What a traced tangent reports; nothing where it does not run to its end.
  std::vector<TraceRecord> trace(const Plan &, const std::vector<LeafValues> &point,
                                 const std::vector<LeafValues> &direction) const;

private:
  Evaluation run(const Plan &, const std::string &input) const;
  std::string inputStart(const Plan &, Mode, const std::vector<LeafValues> &) const;
  std::string input(const Plan &, Mode, const std::vector<LeafValues> &) const;
  void addShadows(const Plan &, const std::vector<LeafValues> &, std::string &out) const;
  Evaluation runDerivative(const Plan &, const std::string &input) const;
  bool decodeLeaves(const Plan &, bool shadows, Evaluation &, size_t &at) const;
  void explain(const Plan &, const CommandResult &, const std::string &report, Evaluation &) const;

  const Workshop &workshop;
  std::string executable;
  const Options &options;
};

} // namespace costate::check
