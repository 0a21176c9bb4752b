// The command line.
#pragma once

#include "analysis/Activity.h"
#include "check/Options.h"
#include "frontend/Frontend.h"
#include "transform/Adjoint.h"

#include <optional>
#include <string>
#include <vector>

namespace costate::driver {

struct Options {
  enum class Command { Canonical, Tangent, Adjoint, Check, Activity, Linearity, Recurrence, Dependence,
                       Recording, Graph,
                       Parallelize };
  Command command = Command::Canonical;
  std::vector<std::string> files;
  std::string output; ///< empty: standard output
  frontend::Options frontend;
  std::vector<std::string> heads; ///< what to differentiate
  transform::TangentOptions tangent;
  transform::AdjointOptions adjoint;
  check::Options check;
  // costate analyze
  analysis::ActivityAlgorithm algorithm = analysis::ActivityAlgorithm::DefUseGraph;
  bool json = false, dot = false, statements = false;
  std::string why; ///< explain this variable, or the loop at this line
  std::string dump; ///< print the program after the pass of this name, on standard error
};

/// Either what to do, or (after --help, --version or a usage error, which it prints) the status to
/// exit with.
struct CommandLine {
  std::optional<Options> options;
  int status = 0;
};

CommandLine parseCommandLine(int argc, char **argv);

} // namespace costate::driver
