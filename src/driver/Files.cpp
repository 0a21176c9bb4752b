#include "driver/Files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <unistd.h>

namespace costate::driver {

namespace fs = std::filesystem;

namespace {

const std::set<std::string> fixedForm = {".f", ".for", ".f77", ".ftn", ".F", ".FOR", ".F77", ".FTN"};
const std::set<std::string> freeForm = {".f90", ".f95", ".f03", ".f08", ".f18", ".f23",
                                        ".F90", ".F95", ".F03", ".F08", ".F18", ".F23"};
const std::set<std::string> cPlusPlus = {".cc", ".cpp", ".cxx", ".C", ".c++", ".hpp", ".hh"};

std::string suffixOf(const std::string &file) { return fs::path(file).extension().string(); }

/// Why a file cannot be a source; empty where it can.
UsageProblem whyUnreadable(const std::string &file) {
  std::error_code error;
  fs::file_status status = fs::status(file, error);
  if (!fs::exists(status))
    return {"cannot read '" + file + "': no such file", "check the path"};
  if (fs::is_directory(status))
    return {"'" + file + "' is a directory", "name the source files in it"};
  std::ifstream in(file, std::ios::binary);
  if (!in)
    return {"cannot read '" + file + "': " + std::strerror(errno), "check its permissions"};
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  if (text.find('\0') != std::string::npos)
    return {"'" + file + "' is a binary file", "give the source, not the compiled program"};
  if (text.find_first_not_of(" \t\r\n\f\v") == std::string::npos)
    return {"'" + file + "' is empty", "give a file with a program in it"};
  return {};
}

UsageProblem whyWrongSuffix(const std::string &file) {
  std::string suffix = suffixOf(file);
  if (languageOf(file))
    return {};
  if (cPlusPlus.count(suffix))
    return {"'" + file + "' is C++, which Costate does not read",
            "give C (.c) or Fortran sources"};
  if (suffix == ".h")
    return {"'" + file + "' is a header, not a program", "give the .c file that includes it"};
  return {"cannot tell the language of '" + file + "' by its suffix",
          "C is .c; Fortran is .f, .for, .f77 (fixed form) or .f90 and later (free form)"};
}

} // namespace

std::optional<ir::Language> languageOf(const std::string &file) {
  std::string suffix = suffixOf(file);
  if (suffix == ".c")
    return ir::Language::C;
  if (fixedForm.count(suffix) || freeForm.count(suffix))
    return ir::Language::Fortran;
  return std::nullopt;
}

void checkInputs(const std::vector<std::string> &files, Diagnostics &diagnostics) {
  std::set<std::string> seen;
  for (const std::string &file : files) {
    UsageProblem problem = whyUnreadable(file);
    if (problem.message.empty())
      problem = whyWrongSuffix(file);
    if (problem.message.empty() && !seen.insert(file).second)
      problem = {"'" + file + "' is given twice", "name each file once"};
    if (!problem.message.empty())
      diagnostics.error({}, problem.message, problem.hint);
  }
}

std::optional<UsageProblem> checkOutputName(const std::string &output, bool hasC,
                                            bool hasFortran) {
  if (output.empty()) {
    if (hasC && hasFortran)
      return UsageProblem{"a program in C and Fortran gives two files, not one stream",
                          "name them with -o NAME.f90; the C part goes to NAME.c"};
    return std::nullopt;
  }
  std::string suffix = suffixOf(output);
  if (fixedForm.count(suffix))
    return UsageProblem{"cannot write '" + output + "': generated Fortran is free form",
                        "use the suffix .f90"};
  auto language = languageOf(output);
  if (language == ir::Language::C && !hasC)
    return UsageProblem{"cannot write Fortran to '" + output + "'", "use the suffix .f90"};
  if (language == ir::Language::Fortran && !hasFortran)
    return UsageProblem{"cannot write C to '" + output + "'", "use the suffix .c"};
  return std::nullopt;
}

std::optional<UsageProblem> checkOutputIsNew(const std::string &output,
                                             const std::vector<std::string> &inputs) {
  std::error_code error;
  for (const std::string &input : inputs)
    if (!output.empty() && fs::equivalent(outputNameFor(output, *languageOf(input)), input, error))
      return UsageProblem{"the output would overwrite '" + input + "', which it is made of",
                          "give another name after -o"};
  return std::nullopt;
}

std::string outputNameFor(const std::string &output, ir::Language language) {
  if (languageOf(output).value_or(language) == language)
    return output;
  return fs::path(output).replace_extension(language == ir::Language::C ? ".c" : ".f90").string();
}

std::string writeWhole(const std::string &path, const std::string &text) {
  // A special file (/dev/null, a pipe) is written in place; renaming would replace it.
  std::error_code error;
  fs::file_status status = fs::status(path, error);
  bool special = fs::exists(status) && !fs::is_regular_file(status);
  if (special && fs::is_directory(status))
    return "cannot write '" + path + "': it is a directory";
  std::string scratch = special ? path : path + ".costate-" + std::to_string(getpid());
  std::FILE *file = std::fopen(scratch.c_str(), "wb");
  if (!file)
    return "cannot write '" + path + "': " + std::strerror(errno);
  bool good = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  good = std::fclose(file) == 0 && good;
  if (good && !special)
    good = std::rename(scratch.c_str(), path.c_str()) == 0;
  if (good)
    return {};
  std::string why = "cannot write '" + path + "': " + std::strerror(errno);
  if (!special)
    std::remove(scratch.c_str());
  return why;
}

} // namespace costate::driver
