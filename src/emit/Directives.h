// OpenMP directives among a statement's comments: `#pragma omp ...` in C, `$omp ...` in Fortran; and what compilers are told about
// loops over directions.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace costate::emit {

bool isDirective(const std::string &comment);

/// With `@N` replaced by the name of the N-th symbol of the procedure's scope. Where there is none to
/// give, the entry of a `private` clause goes, and a clause without entries with it; `privateOf`: other names there.
std::string withNames(const std::string &directive, const std::function<std::optional<std::string>(size_t)> &nameOf,
                      const std::function<std::optional<std::string>(size_t)> &privateOf = {});

/// Above a loop over directions (ir/LoopMarks), that its iterations may run at once and are not to be written out one by one:
/// a macro in C, whose definition the file needs; directives in Fortran.
inline constexpr const char *directionsMacro = "COSTATE_EACH_DIRECTION";
extern const char *const directionsMacroDefinition;
extern const std::vector<std::string> directionsDirectives;

/// As lines of free-form Fortran, each with the sentinel.
std::vector<std::string> continued(const std::string &directive);

} // namespace costate::emit
