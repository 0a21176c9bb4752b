// What the text of a program says about arguments that are no numbers to differentiate: which
// integers are sizes, which values a flag is compared with.
#pragma once

#include "ir/Program.h"

namespace costate::check {

struct Hints {
  std::set<const ir::Symbol *> sizes;                  ///< in extents or bounds of loops
  std::map<const ir::Symbol *, std::string> texts;     ///< the first text a flag is compared with
  std::map<const ir::Symbol *, int64_t> integers;      ///< the same for C's characters
};

/// For the parameters of one procedure, looking into what it calls.
Hints hintsFor(const ir::Procedure &);

} // namespace costate::check
