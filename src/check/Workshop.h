// The directory where check programs are built and run.
#pragma once

#include "check/Options.h"
#include "check/Scratch.h"
#include "ir/Program.h"
#include "support/Diagnostics.h"
#include "support/Progress.h"

#include <optional>

namespace costate::check {

/// How a command ended.
struct CommandResult {
  int status = 0; ///< of the program; -1: not found or not started; -2: killed by a signal
  bool timedOut = false;
  std::string output; ///< what it wrote, both streams
  std::string problem; ///< of -1 and -2
};

CommandResult runCommand(const std::string &program, const std::vector<std::string> &arguments,
                         unsigned seconds, const std::string &outputFile);

class Workshop {
public:
  Workshop(const Options &, ir::Program &, Diagnostics &);
  Workshop(const Workshop &) = delete;
  Workshop &operator=(const Workshop &) = delete;

  const std::string &directory() const { return path; }
  std::string file(const std::string &name) const { return path + "/" + name; }
  bool write(const std::string &name, const std::string &text);

  /// The user's own files; main programs in them are put aside.
  bool compileOriginals(Progress &);

  /// The object of a generated file of this directory; empty where it does not compile, and `output`
  /// is what the compiler says.
  /// Fortran modules are found and left beside it.
  std::string compileGenerated(const std::string &name, ir::Language, std::string &output);

  /// The user's objects, if wanted, and these, with the harness, to an executable of this name.
  bool link(const std::vector<std::string> &objects, const std::string &executable,
            bool withOriginals = true);

  bool hasLanguage(ir::Language) const;

private:
  CommandResult compile(const std::string &source, const std::string &object, ir::Language,
                        const std::vector<std::string> &extra);
  bool compileFortranFiles(Progress &);
  bool hideMain(const std::string &object);
  void reportCompiler(const std::string &source, ir::Language, const CommandResult &);

  const Options &options;
  Diagnostics &diagnostics;
  std::optional<Scratch> scratch; ///< where the user keeps nothing
  std::string path;
  std::set<std::string> mains; ///< files with a main program
  std::vector<std::string> objects; ///< of the user's files
  std::vector<std::string> sources; ///< the user's files, with those Costate does not read
  bool fortran = false, c = false;
  bool linkFortran = false;
};

} // namespace costate::check
