// The preprocessor lines of the main file that the emitted file needs again.
#pragma once

#include "frontend/c/Clang.h"

#include <map>
#include <string>
#include <vector>

namespace costate::frontend::c {

/// Active #include, #define, #undef and #pragma lines of the main file and of the files it includes
/// by quotes, in order.
struct Preamble {
  struct Line {
    unsigned offset = 0; ///< of the line's start in its file
    std::string text;    ///< without its end; continuation lines keep their newlines
    bool isInclude = false;
    bool isSystem = false; ///< includes a system header
  };
  std::map<clang::FileID, std::vector<Line>> files;
};

/// Fills `preamble` while the preprocessor runs. `writtenTo`: see frontend/Frontend.h.
void collectPreamble(clang::Preprocessor &, Preamble &preamble, const std::string &writtenTo);

} // namespace costate::frontend::c
