// Values and sizes that the text of a program says.
#pragma once

#include "ir/Expr.h"

#include <optional>

namespace costate::ir {

/// The value of an integer expression of constants and named constants; nothing where it is no such, or
/// does not fit its type.
std::optional<int64_t> constantValue(const Expr *);

/// Bytes of a variable of this type; nothing where they are not plain constants.
std::optional<uint64_t> bytesOf(const Type *);

} // namespace costate::ir
