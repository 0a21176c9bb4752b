// Connects the names of external procedures to their definitions, across files and languages.
#pragma once

#include "ir/Program.h"

namespace costate::ir {

/// The name a linker would see: C's own, `name_` for Fortran, or what BIND(C) says. Empty for
/// procedures no other file can call by name (module, internal and static ones).
std::string linkName(const Procedure &);

/// Sets `procedure` of every external procedure symbol whose definition is in the program.
void link(Program &);

/// C variables of external linkage are one wherever they are declared: what is declared `extern` in one
/// file and defined in another becomes the latter, in bodies and in initial values. Structured programs.
void linkVariables(Program &);

} // namespace costate::ir
