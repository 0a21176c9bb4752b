// OpenMP directives among a statement's comments: `#pragma omp ...` in C, `$omp ...` in Fortran.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace costate::emit {

bool isDirective(const std::string &comment);

/// With `@N` replaced by the name of the N-th symbol of the procedure's scope. Where there is none to
/// give, the entry of a `private` clause goes, and a clause without entries with it.
std::string withNames(const std::string &directive,
                      const std::function<std::optional<std::string>(size_t)> &nameOf);

/// As lines of free-form Fortran, each with the sentinel.
std::vector<std::string> continued(const std::string &directive);

} // namespace costate::emit
