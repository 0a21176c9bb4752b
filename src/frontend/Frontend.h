// The front ends: source files in, raw program out.
//
// A front end appends units to the Program. Statements may still be raw (see ir/Stmt.h): the
// structurer removes labels, gotos and exits for both languages. Everything else is as ir/ says:
// calls hoisted out of expressions, conversions explicit, one effect per statement. What a front
// end cannot represent faithfully it refuses with a located diagnostic; it never guesses.
#pragma once

#include "ir/Program.h"
#include "support/Diagnostics.h"

namespace costate::frontend {

struct Options {
  std::vector<std::string> includeDirectories; ///< -I
  std::vector<std::string> defines;            ///< -D, `NAME` or `NAME=value`
  bool real8 = false;                          ///< --real8
  bool fixedLineLength132 = false;             ///< --extend-source
  /// Where what is made of the program goes: C's includes by quotes that are found beside the file with the include are
  /// written so that they are found from there; `/`: from anywhere. Empty: as they stand.
  std::string writtenTo;
};

/// Reads one C file. Problems are in `diagnostics`.
void readC(ir::Program &, const std::string &file, const Options &, Diagnostics &diagnostics);

/// Reads Fortran files in order; modules are found whatever the order.
void readFortran(ir::Program &, const std::vector<std::string> &files, const Options &,
                 Diagnostics &diagnostics);

} // namespace costate::frontend
