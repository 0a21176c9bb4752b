// Comparing a tangent with the complex step (ComplexProgram.h): the same head over complex numbers, run
// at x + ihv with an h whose square vanishes.
#pragma once

#include "check/Evaluation.h"
#include "check/Point.h"
#include "check/Report.h"
#include "check/Trace.h"

namespace costate::check {

class ComplexStep {
public:
  /// Builds the program over complex numbers, for all heads.
  ComplexStep(const ReadAgain &, const std::vector<std::string> &heads, SourceManager &, Workshop &,
              const Options &);

  /// What a head's check has found so far.
  struct Subject {
    size_t head;                             ///< in the order of the command line
    Choices choices;
    const Plan &plan;
    const std::vector<LeafValues> &point, &direction;
    const std::vector<LeafValues> &tangent; ///< derivatives in that direction
  };
  /// Adds what the complex step says to the report, or why it says nothing.
  void compare(const Subject &, Report &);

private:
  bool evaluate(const Subject &, Plan &, Evaluation &, Report &);
  void judge(const Subject &, const Plan &, const Evaluation &, Report &) const;

  Workshop &workshop;
  const Options &options;
  Diagnostics ignored; ///< all has been said when the tangent itself was made
  ir::Program program;
  std::vector<analysis::Head> heads;
  std::map<std::string, ir::Symbol *> procedures; ///< that may be arguments
  std::vector<std::string> objects;
  std::string reason; ///< why it does not apply
};

} // namespace costate::check
