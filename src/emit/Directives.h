// OpenMP directives among a statement's comments: `#pragma omp ...` in C, `$omp ...` in Fortran.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace costate::emit {

bool isDirective(const std::string &comment);

/// Without the names that are not declared where the directive stands; a clause without names goes.
std::string withNames(const std::string &directive,
                      const std::function<bool(const std::string &)> &isDeclared);

/// As lines of free-form Fortran, each with the sentinel.
std::vector<std::string> continued(const std::string &directive);

} // namespace costate::emit
