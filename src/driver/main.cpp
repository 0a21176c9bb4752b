#include "check/Check.h"
#include "driver/Analyze.h"
#include "driver/Files.h"
#include "driver/Options.h"
#include "driver/Pipeline.h"
#include "emit/Emit.h"
#include "transform/Parallelize.h"

#include <cstdio>
#include <memory>

using namespace costate;
using namespace costate::driver;

namespace {

constexpr int done = 0, refused = 1, wrongUsage = 2;

int usage(const UsageProblem &problem) {
  std::fprintf(stderr, "costate: error: %s\n  hint: %s\n", problem.message.c_str(),
               problem.hint.c_str());
  return wrongUsage;
}

bool hasLanguage(const Options &options, ir::Language language) {
  for (const std::string &file : options.files)
    if (languageOf(file) == language)
      return true;
  return false;
}

/// Writes one language's part; false (with a message) where that fails.
bool write(const std::string &output, ir::Language language, const std::string &text) {
  if (output.empty()) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return std::fflush(stdout) == 0;
  }
  std::string problem = writeWhole(outputNameFor(output, language), text);
  if (!problem.empty())
    std::fprintf(stderr, "costate: error: %s\n", problem.c_str());
  return problem.empty();
}

/// Reads and says what the analysis found.
int analyze(const Options &options, Diagnostics &diagnostics) {
  auto progress = std::make_unique<Progress>();
  ir::Program program(diagnostics.sources);
  std::string text;
  std::vector<StrangeLoop> strange;
  bool ofLoops = options.command == Options::Command::Dependence || options.command == Options::Command::Recurrence;
  if (readProgram(program, options, diagnostics, *progress, ofLoops ? &strange : nullptr)) {
    progress->stage("analysing");
    switch (options.command) {
    case Options::Command::Activity:
      text = analyzeActivity(program, options, diagnostics);
      break;
    case Options::Command::Linearity:
      text = analyzeLinearity(program, options, diagnostics);
      break;
    case Options::Command::Graph:
      text = analyzeGraph(program, options, diagnostics);
      break;
    case Options::Command::Recording:
      text = analyzeRecording(program, options, diagnostics);
      break;
    case Options::Command::Dependence:
      text = analyzeDependence(program, options, strange);
      break;
    default:
      text = analyzeRecurrence(program, options, strange);
    }
  }
  progress.reset();
  std::fputs(diagnostics.render().c_str(), stderr);
  if (diagnostics.hasErrors())
    return refused;
  std::fwrite(text.data(), 1, text.size(), stdout);
  return std::fflush(stdout) == 0 ? done : refused;
}

/// Reads, transforms as the command says, and writes.
int translate(const Options &options, Diagnostics &diagnostics) {
  auto progress = std::make_unique<Progress>();
  ir::Program program(diagnostics.sources);
  bool ok = readProgram(program, options, diagnostics, *progress);
  if (ok && (options.command == Options::Command::Tangent ||
             options.command == Options::Command::Adjoint))
    ok = differentiate(program, options, diagnostics, *progress);
  if (ok && options.command == Options::Command::Parallelize) {
    progress->stage("looking for independent loops");
    transform::parallelize(program);
  }
  std::string fortran, c;
  if (ok) {
    progress->stage("writing");
    if (hasLanguage(options, ir::Language::Fortran))
      fortran = emit::emitFortran(program);
    if (hasLanguage(options, ir::Language::C))
      c = emit::emitC(program);
  }
  progress.reset();
  std::fputs(diagnostics.render().c_str(), stderr);
  if (!ok)
    return refused;
  if (hasLanguage(options, ir::Language::Fortran) &&
      !write(options.output, ir::Language::Fortran, fortran))
    return refused;
  if (hasLanguage(options, ir::Language::C) && !write(options.output, ir::Language::C, c))
    return refused;
  return done;
}

/// Reads, differentiates, builds, runs and compares; nothing is written.
int checkDerivatives(const Options &options, Diagnostics &diagnostics) {
  auto progress = std::make_unique<Progress>();
  auto read = [&](ir::Program &program) {
    return readProgram(program, options, diagnostics, *progress);
  };
  std::vector<check::Report> reports =
      check::checkDerivatives(read, options.heads, options.tangent, options.adjoint, options.check,
                              diagnostics, *progress);
  progress.reset();
  std::fputs(diagnostics.render().c_str(), stderr);
  if (diagnostics.hasErrors())
    return refused;
  std::fputs(options.check.json ? check::toJson(reports).c_str() : check::table(reports).c_str(),
             stdout);
  for (const check::Report &report : reports)
    if (report.verdict() != check::Verdict::Ok)
      return refused;
  return done;
}

/// A head that is no head is wrong usage, whatever the files say.
std::optional<UsageProblem> checkHeads(const Options &options) {
  for (const std::string &text : options.heads) {
    std::string problem;
    if (!analysis::parseHead(text, problem))
      return UsageProblem{"cannot read the head '" + text + "': " + problem,
                          "write it as 'proc(x,y)>(f,g)', in quotes: independents, then dependents"};
  }
  return std::nullopt;
}

} // namespace

int main(int argc, char **argv) {
  CommandLine commandLine = parseCommandLine(argc, argv);
  if (!commandLine.options)
    return commandLine.status;
  const Options &options = *commandLine.options;

  if (auto problem = checkHeads(options))
    return usage(*problem);
  SourceManager sources;
  Diagnostics diagnostics(sources);
  checkInputs(options.files, diagnostics);
  if (diagnostics.hasErrors()) {
    std::fputs(diagnostics.render().c_str(), stderr);
    return refused;
  }
  if (options.command == Options::Command::Check)
    return checkDerivatives(options, diagnostics);
  if (auto problem = checkOutputName(options.output, hasLanguage(options, ir::Language::C),
                                     hasLanguage(options, ir::Language::Fortran)))
    return usage(*problem);
  if (auto problem = checkOutputIsNew(options.output, options.files))
    return usage(*problem);
  if (options.command == Options::Command::Activity ||
      options.command == Options::Command::Linearity ||
      options.command == Options::Command::Recording || options.command == Options::Command::Graph ||
      options.command == Options::Command::Recurrence ||
      options.command == Options::Command::Dependence)
    return analyze(options, diagnostics);
  return translate(options, diagnostics);
}
