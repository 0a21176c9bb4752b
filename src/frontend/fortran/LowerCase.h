// Fortran's names and keywords have no case; the IR keeps them in lower case.
#pragma once

#include <cctype>
#include <string>
#include <string_view>

namespace costate::frontend::fortran {

inline std::string lowerCase(std::string_view s) {
  std::string out;
  for (char c : s)
    out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

} // namespace costate::frontend::fortran
