// One run of Flang over all files: parsed, checked, and kept alive while the program is built.
#pragma once

#include "frontend/Frontend.h"
#include "frontend/fortran/Flang.h"

#include <map>

namespace costate::frontend::fortran {

/// Fixed form by suffix: .f .for .f77 .ftn and their upper-case forms.
bool isFixedForm(const std::string &path);

class Session {
public:
  Session(const Options &, Diagnostics &);
  ~Session();
  Session(const Session &) = delete;

  /// Parses every file and checks all of them together, modules before what uses them. False where
  /// anything was reported.
  bool read(const std::vector<std::string> &files);

  Location locate(parser::CharBlock) const;
  /// The file a top-level program unit was read from.
  uint32_t fileOf(const parser::ProgramUnit &) const;

  semantics::SemanticsContext &context() { return *semanticsContext; }
  parser::Program &program() { return merged; }

private:
  bool parse(const std::string &file);
  bool usable(const std::string &file);
  parser::Options parserOptions(const std::string &file) const;
  void report(parser::Messages &, const std::string &file);
  Location locate(const parser::Message &, const std::string &file) const;
  bool check();
  uint32_t number(const parser::SourceFile &) const;

  const Options &options;
  Diagnostics &diagnostics;
  common::IntrinsicTypeDefaultKinds defaultKinds;
  common::LanguageFeatureControl features;
  common::LangOptions languageOptions;
  parser::AllSources allSources;
  parser::AllCookedSources allCooked{allSources};
  std::unique_ptr<semantics::SemanticsContext> semanticsContext;
  std::string moduleDirectory; ///< Flang insists on writing .mod files: a folder of our own
  std::vector<std::string> files;
  std::list<parser::ProgramUnit> units;
  std::map<const parser::ProgramUnit *, uint32_t> unitFiles;
  parser::Program merged{std::list<parser::ProgramUnit>{}};
  mutable std::map<const parser::SourceFile *, uint32_t> fileNumbers;
};

} // namespace costate::frontend::fortran
