#include "frontend/fortran/Session.h"

#include "frontend/fortran/CrashGuard.h"
#include "frontend/fortran/LowerCase.h"
#include "frontend/fortran/ModuleOrder.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace costate::frontend::fortran {

namespace {

std::string suffix(const std::string &path) { return std::filesystem::path(path).extension(); }

/// Upper-case suffixes ask for the preprocessor, and for the macros it predefines.
bool isPreprocessed(const std::string &path) {
  std::string s = suffix(path);
  return s.size() > 1 && std::isupper(static_cast<unsigned char>(s[1]));
}

std::string directory(const std::string &path) {
  std::string parent = std::filesystem::path(path).parent_path();
  return parent.empty() ? "." : parent;
}

std::string makeModuleDirectory() {
  std::string pattern = (std::filesystem::temp_directory_path() / "costate-XXXXXX").string();
  return mkdtemp(pattern.data()) ? pattern : std::string();
}

} // namespace

bool isFixedForm(const std::string &path) {
  std::string s = lowerCase(suffix(path));
  return s == ".f" || s == ".for" || s == ".f77" || s == ".ftn" || s == ".fpp";
}

Session::Session(const Options &options, Diagnostics &diagnostics)
    : options(options), diagnostics(diagnostics) {
  if (options.real8) {
    defaultKinds.set_defaultRealKind(8);
    defaultKinds.set_doublePrecisionKind(8); // as gfortran's -fdefault-real-8 -fdefault-double-8
  }
  features.DisableAllWarnings();
  allSources.set_encoding(parser::Encoding::LATIN_1); // bytes above 127 occur in old comments
}

Session::~Session() {
  std::error_code ignored;
  if (!moduleDirectory.empty())
    std::filesystem::remove_all(moduleDirectory, ignored);
}

bool Session::usable(const std::string &file) {
  Location at;
  at.file = diagnostics.sources.fileNumber(file);
  std::error_code failed;
  auto status = std::filesystem::status(file, failed);
  std::ifstream in(file, std::ios::binary);
  if (!std::filesystem::exists(status))
    diagnostics.error(at, "no such file");
  else if (std::filesystem::is_directory(status))
    diagnostics.error(at, "this is a directory, not a Fortran file", "name the files in it");
  else if (!in)
    diagnostics.error(at, "the file cannot be read");
  else {
    std::string head(65536, '\0');
    in.read(head.data(), head.size());
    head.resize(in.gcount());
    if (head.find('\0') == std::string::npos)
      return true;
    diagnostics.error(at, "this is a binary file, not Fortran source");
  }
  return false;
}

parser::Options Session::parserOptions(const std::string &file) const {
  parser::Options out;
  out.isFixedForm = isFixedForm(file);
  out.fixedFormColumns = options.fixedLineLength132 ? 132 : 72;
  out.features = features;
  out.encoding = parser::Encoding::LATIN_1;
  out.searchDirectories.push_back(directory(file));
  for (const std::string &dir : options.includeDirectories)
    out.searchDirectories.push_back(dir);
  out.intrinsicModuleDirectories.push_back(COSTATE_LLVM_ROOT "/include/flang");
  if (isPreprocessed(file))
    for (const char *name : {"__x86_64__", "__linux__", "__unix__", "__costate__"})
      out.predefinitions.emplace_back(name, "1");
  for (const std::string &define : options.defines) {
    size_t equals = define.find('=');
    out.predefinitions.emplace_back(define.substr(0, equals), equals == std::string::npos
                                                                  ? std::string("1")
                                                                  : define.substr(equals + 1));
  }
  return out;
}

bool Session::parse(const std::string &file) {
  parser::Parsing parsing(allCooked);
  {
    CrashGuard guard(file);
    parsing.Prescan(file, parserOptions(file));
    if (!parsing.messages().AnyFatalError())
      parsing.Parse(llvm::nulls());
  }
  bool failed = parsing.messages().AnyFatalError();
  if (failed)
    report(parsing.messages(), file);
  if (!failed && (!parsing.consumedWholeFile() || !parsing.parseTree())) {
    Location at = parsing.finalRestingPlace()
                      ? locate(parser::CharBlock(parsing.finalRestingPlace()))
                      : Location{};
    if (!at.known())
      at.file = diagnostics.sources.fileNumber(file);
    diagnostics.error(at, "syntax error: the rest of the file is not Fortran");
    failed = true;
  }
  if (failed)
    return false;
  auto &parsed = parsing.parseTree()->v;
  uint32_t number = diagnostics.sources.fileNumber(file);
  if (parsed.empty()) {
    diagnostics.error({number, 0, 0}, "there is no program unit in this file");
    return false;
  }
  for (const parser::ProgramUnit &unit : parsed)
    unitFiles[&unit] = number;
  units.splice(units.end(), parsed);
  return true;
}

bool Session::check() {
  moduleDirectory = makeModuleDirectory();
  std::vector<std::string> search{moduleDirectory};
  for (const std::string &file : files)
    if (std::find(search.begin(), search.end(), directory(file)) == search.end())
      search.push_back(directory(file));
  search.insert(search.end(), options.includeDirectories.begin(),
                options.includeDirectories.end());
  semanticsContext = std::make_unique<semantics::SemanticsContext>(defaultKinds, features,
                                                                   languageOptions, allCooked);
  semanticsContext->set_moduleDirectory(moduleDirectory)
      .set_searchDirectories(search)
      .set_intrinsicModuleDirectories({COSTATE_LLVM_ROOT "/include/flang"})
      .set_warningsAreErrors(false);
  semanticsContext->targetCharacteristics()
      .set_compilerVersionString("costate")
      .set_compilerOptionsString("");
  {
    CrashGuard guard(files.size() == 1 ? files[0] : files[0] + " (or another file)");
    semantics::Semantics semantics(*semanticsContext, merged);
    semantics.Perform();
  }
  report(semanticsContext->messages(), files[0]);
  return !diagnostics.hasErrors();
}

bool Session::read(const std::vector<std::string> &paths) {
  files = paths;
  bool good = true;
  for (const std::string &file : files)
    good = usable(file) && parse(file) && good;
  if (!good)
    return false;
  merged.v = orderByModules(std::move(units));
  return check();
}

namespace {

/// The module a message says cannot be found; empty where it says something else.
std::string missingModule(const std::string &message) {
  const std::string begin = "Cannot parse module file for module '";
  if (message.rfind(begin, 0) != 0 || message.find("was not found") == std::string::npos)
    return {};
  return message.substr(begin.size(), message.find('\'', begin.size()) - begin.size());
}

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '.'))
    text.pop_back();
  return text;
}

} // namespace

Location Session::locate(const parser::Message &message, const std::string &file) const {
  if (auto range = message.GetProvenanceRange(allCooked))
    if (auto position = allSources.GetSourcePosition(range->start()))
      return {number(position->sourceFile), static_cast<uint32_t>(position->trueLineNumber),
              static_cast<uint32_t>(position->column)};
  return {diagnostics.sources.fileNumber(file), 0, 0};
}

void Session::report(parser::Messages &messages, const std::string &file) {
  std::vector<const parser::Message *> sorted;
  bool missing = false;
  for (const parser::Message &m : messages.messages())
    if (m.IsFatal()) {
      sorted.push_back(&m);
      missing = missing || !missingModule(m.ToString()).empty();
    }
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](auto *a, auto *b) { return a->SortBefore(*b); });
  for (const parser::Message *m : sorted) {
    std::string text = trimmed(m->ToString());
    std::string module = missingModule(text);
    if (!module.empty())
      diagnostics.error(locate(*m, file), "the source of module '" + module + "' is not given",
                        "add its file to the command line");
    else if (!missing) // without the module, everything else is a consequence
      diagnostics.error(locate(*m, file), text);
  }
}

uint32_t Session::number(const parser::SourceFile &file) const {
  auto [it, isNew] = fileNumbers.try_emplace(&file, 0);
  if (isNew) {
    // Flang opens `x.f90` as `./x.f90`; messages name files as the command line does.
    std::string path = file.path();
    if (path.rfind("./", 0) == 0 &&
        std::find(files.begin(), files.end(), path) == files.end())
      path.erase(0, 2);
    it->second = diagnostics.sources.fileNumber(path);
  }
  return it->second;
}

Location Session::locate(parser::CharBlock source) const {
  if (source.empty() && !source.begin())
    return {};
  auto range = allCooked.GetProvenanceRange(source.empty() ? parser::CharBlock(source.begin())
                                                           : source);
  if (!range)
    return {};
  auto position = allSources.GetSourcePosition(range->start());
  if (!position)
    return {};
  return {number(position->sourceFile), static_cast<uint32_t>(position->trueLineNumber),
          static_cast<uint32_t>(position->column)};
}

uint32_t Session::fileOf(const parser::ProgramUnit &unit) const {
  auto it = unitFiles.find(&unit);
  return it == unitFiles.end() ? 0 : it->second;
}

} // namespace costate::frontend::fortran
