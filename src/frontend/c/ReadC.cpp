// Runs Clang on one file and hands its tree to the UnitReader.
#include "frontend/Frontend.h"

#include "frontend/c/UnitReader.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/FileManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/Tooling.h"

#include <fstream>
#include <sstream>

namespace costate::frontend {

namespace {

using namespace c;

/// Turns Clang's errors into ours. Its warnings are for people who compile the file anyway.
class ClangMessages : public clang::DiagnosticConsumer {
public:
  ClangMessages(Diagnostics &ours, std::string file) : ours(ours), file(std::move(file)) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &message) override {
    DiagnosticConsumer::HandleDiagnostic(level, message);
    if (level < clang::DiagnosticsEngine::Error)
      return;
    llvm::SmallString<128> text;
    message.FormatDiagnostic(text);
    ours.report({Severity::Error, where(message), 0, std::string(text), {}});
  }

private:
  Location where(const clang::Diagnostic &message) {
    Location at{ours.sources.fileNumber(file), 0, 0};
    if (!message.hasSourceManager() || message.getLocation().isInvalid())
      return at;
    const clang::SourceManager &sources = message.getSourceManager();
    clang::SourceLocation loc = sources.getExpansionLoc(message.getLocation());
    if (auto entry = sources.getFileEntryRefForID(sources.getFileID(loc)))
      at.file = ours.sources.fileNumber(entry->getName().str());
    at.line = sources.getExpansionLineNumber(loc);
    at.column = sources.getExpansionColumnNumber(loc);
    return at;
  }

  Diagnostics &ours;
  std::string file;
};

class Consumer : public clang::ASTConsumer {
public:
  Consumer(ir::Program &program, Diagnostics &diagnostics, std::string file,
           clang::CompilerInstance &compiler, const Preamble &preamble)
      : program(program), diagnostics(diagnostics), file(std::move(file)), compiler(compiler),
        preamble(preamble) {}

  void HandleTranslationUnit(clang::ASTContext &ast) override {
    if (compiler.getDiagnostics().hasErrorOccurred())
      return;
    auto unit = std::make_unique<ir::Unit>();
    unit->kind = ir::UnitKind::CFile;
    unit->file = program.sources.fileNumber(file);
    unit->location = {unit->file, 1, 1};
    UnitReader(program, *unit, ast, compiler.getPreprocessor(), diagnostics).read(preamble);
    program.units.push_back(std::move(unit));
  }

private:
  ir::Program &program;
  Diagnostics &diagnostics;
  std::string file;
  clang::CompilerInstance &compiler;
  const Preamble &preamble;
};

class Action : public clang::ASTFrontendAction {
public:
  Action(ir::Program &program, Diagnostics &diagnostics, std::string file, std::string writtenTo)
      : program(program), diagnostics(diagnostics), file(std::move(file)), writtenTo(std::move(writtenTo)) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef) override {
    collectPreamble(compiler.getPreprocessor(), preamble, writtenTo);
    return std::make_unique<Consumer>(program, diagnostics, file, compiler, preamble);
  }

private:
  ir::Program &program;
  Diagnostics &diagnostics;
  std::string file, writtenTo;
  Preamble preamble;
};

/// Clang is told to accept what gcc accepts by default: older programs call undeclared functions
/// and mix pointer types, and their authors know.
std::vector<std::string> commandLine(const std::string &file, const Options &options) {
  std::vector<std::string> line = {COSTATE_LLVM_ROOT "/bin/clang",
                                   "-fsyntax-only",
                                   "-x",
                                   "c",
                                   "-std=gnu11",
                                   "-resource-dir",
                                   COSTATE_LLVM_ROOT "/lib/clang/22",
                                   "-w",
                                   "-fno-caret-diagnostics",
                                   "-fbracket-depth=4096",
                                   "-Wno-error=implicit-function-declaration",
                                   "-Wno-error=implicit-int",
                                   "-Wno-error=int-conversion",
                                   "-Wno-error=incompatible-pointer-types",
                                   "-Wno-error=incompatible-function-pointer-types",
                                   "-Wno-error=return-mismatch"};
  for (const std::string &directory : options.includeDirectories)
    line.push_back("-I" + directory);
  for (const std::string &define : options.defines)
    line.push_back("-D" + define);
  line.push_back(file);
  return line;
}

/// Clang reads anything as C; bytes no C program has get one clear message instead of its many.
bool looksLikeText(const std::string &file, Diagnostics &diagnostics) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    return true; // Clang says what is wrong with it
  std::ostringstream text;
  text << stream.rdbuf();
  if (text.str().find('\0') == std::string::npos)
    return true;
  diagnostics.error({diagnostics.sources.fileNumber(file), 0, 0},
                    "'" + file + "' is not a text file", "give the C source itself");
  return false;
}

} // namespace

void readC(ir::Program &program, const std::string &file, const Options &options,
           Diagnostics &diagnostics) {
  if (!looksLikeText(file, diagnostics))
    return;
  ClangMessages messages(diagnostics, file);
  auto files = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions());
  clang::tooling::ToolInvocation invocation(commandLine(file, options),
                                            std::make_unique<Action>(program, diagnostics, file, options.writtenTo),
                                            files.get());
  invocation.setDiagnosticConsumer(&messages);
  if (!invocation.run() && !diagnostics.hasErrors())
    diagnostics.error({diagnostics.sources.fileNumber(file), 0, 0},
                      "Clang could not read '" + file + "'");
}

} // namespace costate::frontend
