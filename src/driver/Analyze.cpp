#include "driver/Analyze.h"

namespace costate::driver {

bool readNames(ir::Program &program, const Options &options, AnalysisNames &names, Diagnostics &diagnostics) {
  if (!options.heads.empty())
    names.heads = analysis::resolveHeads(program, options.heads, diagnostics);
  for (const std::string &path : options.tangent.externals)
    names.externals.read(path, diagnostics);
  return !diagnostics.hasErrors();
}

} // namespace costate::driver
