#include "driver/Pipeline.h"

#include "driver/Files.h"
#include "frontend/structure/Structure.h"
#include "ir/Link.h"
#include "ir/Printer.h"
#include "ir/Verifier.h"

#include <cstdio>

namespace costate::driver {

namespace {

void dumpAfter(const char *pass, const ir::Program &program, const Options &options) {
  if (options.dump == pass)
    std::fputs(ir::print(program).c_str(), stderr);
}

void readFiles(ir::Program &program, const Options &options, Diagnostics &diagnostics,
               Progress &progress) {
  std::vector<std::string> fortran;
  for (const std::string &file : options.files)
    if (*languageOf(file) == ir::Language::Fortran)
      fortran.push_back(file);
  if (!fortran.empty()) {
    progress.stage("reading " + std::to_string(fortran.size()) + " Fortran file(s)");
    frontend::readFortran(program, fortran, options.frontend, diagnostics);
  }
  for (const std::string &file : options.files)
    if (*languageOf(file) == ir::Language::C) {
      progress.stage("reading " + file);
      frontend::readC(program, file, options.frontend, diagnostics);
    }
}

/// Errors inside of procedures become warnings.
void readWhatCanBe(ir::Program &program, const Options &options, Diagnostics &diagnostics,
                   Progress &progress, std::vector<StrangeLoop> &strange) {
  Diagnostics found(diagnostics.sources);
  readFiles(program, options, found, progress);
  auto aside = found.hasErrors() ? setAside(program, found) : std::nullopt;
  for (Diagnostic d : found.all()) {
    if (aside && d.severity == Severity::Error)
      d.severity = Severity::Warning;
    diagnostics.report(std::move(d));
  }
  if (aside)
    strange = std::move(*aside);
}

/// Errors inside of procedures are kept with them. False, and all are reported, where there are others.
bool keepErrors(ir::Program &program, const Diagnostics &found, Diagnostics &diagnostics,
                std::vector<Unread> &unread) {
  auto aside = found.hasErrors() ? setUnreadAside(program, found) : std::vector<Unread>();
  for (const Diagnostic &d : found.all())
    if (!aside || d.severity != Severity::Error)
      diagnostics.report(d);
  if (aside)
    unread.insert(unread.end(), aside->begin(), aside->end());
  return aside.has_value();
}

/// Whether only what the heads reach has to be understood.
bool isOfHeads(const Options &options) {
  return !options.heads.empty() &&
         (options.command == Options::Command::Tangent || options.command == Options::Command::Adjoint ||
          options.command == Options::Command::Check);
}

void structureReadable(ir::Program &program, Diagnostics &diagnostics, std::vector<Unread> &unread) {
  for (size_t before = ~size_t(0); before != unread.size();) {
    before = unread.size();
    Diagnostics found(diagnostics.sources);
    structure::structure(program, found);
    if (!keepErrors(program, found, diagnostics, unread))
      return;
  }
}

} // namespace

bool readProgram(ir::Program &program, const Options &options, Diagnostics &diagnostics,
                 Progress &progress, std::vector<StrangeLoop> *strange) {
  // Source files become units with raw procedures: symbols resolved, calls hoisted. Procedures that cannot be
  // understood are set aside.
  std::vector<Unread> unread;
  if (strange) {
    readWhatCanBe(program, options, diagnostics, progress, *strange);
  } else if (isOfHeads(options)) {
    Diagnostics found(diagnostics.sources);
    readFiles(program, options, found, progress);
    keepErrors(program, found, diagnostics, unread);
  } else {
    readFiles(program, options, diagnostics, progress);
  }
  dumpAfter("read", program, options);
  if (diagnostics.hasErrors())
    return false;

  // Names of external procedures stand for their definitions, across files and languages.
  ir::link(program);

  // Gotos and exits become If, For and While: the program is canonical from here on.
  progress.stage("structuring");
  if (isOfHeads(options))
    structureReadable(program, diagnostics, unread);
  else
    structure::structure(program, diagnostics);
  dumpAfter("structure", program, options);
  if (diagnostics.hasErrors())
    return false;

  // A global of several C files is one variable.
  ir::linkVariables(program);

  // What the heads reach has been understood.
  if (!unread.empty())
    refuseUnread(program, options.heads, unread, diagnostics);
  if (diagnostics.hasErrors())
    return false;
#ifndef NDEBUG
  ir::verifyOrDie(program, "structuring");
#endif
  return true;
}

bool differentiate(ir::Program &program, const Options &options, Diagnostics &diagnostics,
                   Progress &progress) {
  // What the user named becomes procedures and variables of the program.
  std::vector<analysis::Head> heads = analysis::resolveHeads(program, options.heads, diagnostics);
  if (diagnostics.hasErrors())
    return false;

  // Derivative procedures take the place of the originals in what is written.
  progress.stage("differentiating");
  bool isAdjoint = options.command == Options::Command::Adjoint;
  if (isAdjoint)
    transform::makeAdjoint(program, heads, options.adjoint, diagnostics);
  else
    transform::makeTangent(program, heads, options.tangent, diagnostics);
  dumpAfter(isAdjoint ? "adjoint" : "tangent", program, options);
  if (diagnostics.hasErrors())
    return false;
#ifndef NDEBUG
  ir::verifyOrDie(program, isAdjoint ? "the adjoint" : "the tangent");
#endif
  return true;
}

} // namespace costate::driver
