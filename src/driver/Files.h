// Source and output files: what a suffix means, what can be read, how results are written.
#pragma once

#include "ir/Program.h"
#include "support/Diagnostics.h"

#include <optional>
#include <string>
#include <vector>

namespace costate::driver {

/// By the suffix of the name; nothing where it is not one of ours.
std::optional<ir::Language> languageOf(const std::string &file);

/// Reports every file that cannot be a source: missing, unreadable, a directory, binary, empty, or
/// of an unknown suffix.
void checkInputs(const std::vector<std::string> &files, Diagnostics &);

/// What is wrong with the name after -o for output in these languages, as message and hint.
struct UsageProblem {
  std::string message, hint;
};
std::optional<UsageProblem> checkOutputName(const std::string &output, bool hasC, bool hasFortran);

/// An output that is one of the inputs would destroy it.
std::optional<UsageProblem> checkOutputIsNew(const std::string &output,
                                             const std::vector<std::string> &inputs);

/// Where the part in `language` goes when the program has both: the given name, or the same name
/// with the other language's suffix.
std::string outputNameFor(const std::string &output, ir::Language);

/// Writes the file whole or not at all. Empty: done; otherwise what went wrong.
std::string writeWhole(const std::string &path, const std::string &text);

} // namespace costate::driver
