// Runs small integer procedures, raw or canonical, and records what they do.
#pragma once

#include "ir/Program.h"

#include <map>
#include <string>
#include <vector>

namespace costate::test {

struct Run {
  std::vector<std::string> trace; ///< the texts of Opaque statements, in order of execution
  std::map<const ir::Symbol *, int64_t> values;
  bool stopped = false; ///< the trace grew beyond the limit
};

/// Executes the body of a procedure; variables start at zero unless `values` says otherwise.
Run interpret(const ir::Procedure &, std::map<const ir::Symbol *, int64_t> values = {},
              size_t limit = 300);

} // namespace costate::test
