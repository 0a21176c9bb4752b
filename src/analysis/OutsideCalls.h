// What a call without source does with its arguments: by a specification (--external, BLAS and
// LAPACK), by the table of library functions, by the language (intrinsic subroutines); else anything.
#pragma once

#include "analysis/External.h"

namespace costate::analysis {

struct OutsideEffect {
  /// False: what is reached through any argument may be read, and written with anything read.
  bool known = false;
  struct Written {
    int argument;               ///< of the call; `resultArgument`: the result
    std::vector<unsigned> from; ///< arguments whose numbers may flow there
  };
  /// All memory that carries numbers and may change.
  std::vector<Written> written;
  /// The one transfer copies memory as it is, records part by part and pointers with it.
  bool copies = false;
};

/// `externals`: none where no specifications are given.
OutsideEffect outsideEffect(const ir::Call &, ir::Language, const Externals *externals);

} // namespace costate::analysis
