// The headers of the C library that a text needs for what it calls.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace costate::emit::c {

/// `#include` lines in the order of their names, of those headers that declare what the text calls and `declared`
/// does not name, and that no line of `given` includes.
std::vector<std::string> missingHeaders(const std::string &text, const std::set<std::string> &declared,
                                        const std::vector<std::string> &given);

} // namespace costate::emit::c
