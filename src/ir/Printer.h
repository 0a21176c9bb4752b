// The canonical program as plain text, for tests, `--dump` and debugging. Not a language: the
// emitters write that.
#pragma once

#include "ir/Program.h"

#include <string>

namespace costate::ir {

std::string print(const Type *);
std::string print(const Expr *);
std::string print(const Block &, unsigned indent = 0);
std::string print(const Procedure &);
std::string print(const Program &);

} // namespace costate::ir
