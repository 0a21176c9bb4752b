// The sources below runtime/ that generated files may carry, by file name.
#pragma once

#include <map>
#include <string>

namespace costate::rules {

const std::map<std::string, std::string> &helperFiles();

} // namespace costate::rules
