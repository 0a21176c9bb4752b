// The C part of every check program.
#pragma once

#include <cstdint>

namespace costate::check {

extern const char *const harnessSource;

/// The last word of a complete output.
inline constexpr int32_t endMarker = 20120;

/// What a check program is asked to do, its first word of input.
/// Twice: the derivative is called again with new input, in the state that the first call left.
enum class Mode : int32_t { Layout, Original, Derivative, Twice };

} // namespace costate::check
