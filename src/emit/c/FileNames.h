// Names at file scope where several C files become one.
#pragma once

#include "emit/c/Names.h"

namespace costate::emit::c {

/// Reads off the preamble what the emitted file may rely on, and renames static functions and
/// variables whose name another file uses for something else.
Names fileNames(const ir::Program &);

/// The name a preprocessor line defines; empty for other lines. `#undef` lines give theirs too.
struct MacroLine {
  std::string name;
  bool defines = false;
};
MacroLine macroLine(const std::string &line);

} // namespace costate::emit::c
