// `costate analyze`: what the analyses found, for people (text, pictures) and machines (JSON).
#pragma once

#include "analysis/External.h"
#include "analysis/Head.h"
#include "driver/Options.h"
#include "driver/SetAside.h"
#include "ir/Program.h"
#include "support/Diagnostics.h"

namespace costate::driver {

/// What the command line names.
struct AnalysisNames {
  std::vector<analysis::Head> heads; ///< none: the whole program is asked about
  analysis::Externals externals;
};

/// False where something of it is not there, which is in the diagnostics.
bool readNames(ir::Program &, const Options &, AnalysisNames &, Diagnostics &);

/// The text for standard output; problems are in the diagnostics.
std::string analyzeActivity(ir::Program &, const Options &, Diagnostics &);
std::string analyzeGraph(ir::Program &, const Options &, Diagnostics &);
std::string analyzeLinearity(ir::Program &, const Options &, Diagnostics &);
std::string analyzeRecording(ir::Program &, const Options &, Diagnostics &);
/// Loops of procedures that were set aside are in the report, too.
std::string analyzeRecurrence(ir::Program &, const Options &, const std::vector<StrangeLoop> &);
std::string analyzeDependence(ir::Program &, const Options &, const std::vector<StrangeLoop> &);

} // namespace costate::driver
