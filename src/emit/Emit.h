// The emitters: canonical program in, readable source out.
#pragma once

#include "ir/Program.h"

#include <string>

namespace costate::emit {

/// All C units as one C11 file.
std::string emitC(ir::Program &);

/// All Fortran units as one free-form Fortran 2018 file.
std::string emitFortran(ir::Program &);

} // namespace costate::emit
