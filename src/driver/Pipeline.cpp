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

} // namespace

bool readProgram(ir::Program &program, const Options &options, Diagnostics &diagnostics,
                 Progress &progress, std::vector<StrangeLoop> *strange) {
  // Source files become units with raw procedures: symbols resolved, calls hoisted.
  if (strange)
    readWhatCanBe(program, options, diagnostics, progress, *strange);
  else
    readFiles(program, options, diagnostics, progress);
  dumpAfter("read", program, options);
  if (diagnostics.hasErrors())
    return false;

  // Names of external procedures stand for their definitions, across files and languages.
  ir::link(program);

  // Gotos and exits become If, For and While: the program is canonical from here on.
  progress.stage("structuring");
  structure::structure(program, diagnostics);
  dumpAfter("structure", program, options);
  if (diagnostics.hasErrors())
    return false;

  // A global of several C files is one variable.
  ir::linkVariables(program);
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
