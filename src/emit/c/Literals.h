// Constants and library names as C spells them.
#pragma once

#include "ir/Program.h"

namespace costate::emit::c {

/// With the suffix its type needs; may begin with a minus, or be an expression in parentheses for
/// the smallest integers, which have no literal.
std::string integerLiteral(const ir::IntegerConstant &);
std::string realLiteral(const ir::RealConstant &);
std::string stringLiteral(const ir::StringConstant &);

/// `sinf` for the sine of a float.
std::string functionName(const ir::Intrinsic &);

} // namespace costate::emit::c
