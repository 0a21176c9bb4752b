#include "check/Workshop.h"

#include "check/Harness.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/StringSaver.h"

#include <filesystem>
#include <fstream>

namespace costate::check {

using ir::Language;
namespace fs = std::filesystem;

namespace {

std::string contents(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

/// Options as a shell would split them.
std::vector<std::string> words(const std::string &text) {
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char *, 8> tokens;
  llvm::cl::TokenizeGNUCommandLine(text, saver, tokens);
  return {tokens.begin(), tokens.end()};
}

void append(std::vector<std::string> &to, const std::vector<std::string> &more) {
  to.insert(to.end(), more.begin(), more.end());
}

/// The first lines of a text, for a message.
std::string excerpt(const std::string &text, unsigned lines) {
  size_t end = 0;
  for (unsigned i = 0; i < lines && end < text.size(); ++i)
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  std::string out = text.substr(0, end);
  while (!out.empty() && out.back() == '\n')
    out.pop_back();
  return out;
}

/// Files with a main program in them.
std::set<std::string> filesWithMain(ir::Program &program) {
  std::set<std::string> out;
  for (ir::Procedure *p : ir::procedures(program)) {
    bool main = p->language == Language::C ? p->name == "main"
                                           : p->kind == ir::ProcedureKind::MainProgram;
    if (main)
      out.insert(program.sources.path(p->location.file));
  }
  return out;
}

Language languageOf(const std::string &file) {
  return fs::path(file).extension() == ".c" ? Language::C : Language::Fortran;
}

bool isObject(const std::string &file) {
  std::string suffix = fs::path(file).extension();
  return suffix == ".o" || suffix == ".a" || suffix == ".so";
}

} // namespace

CommandResult runCommand(const std::string &program, const std::vector<std::string> &arguments,
                         unsigned seconds, const std::string &outputFile) {
  CommandResult result;
  std::string found = program;
  if (program.find('/') == std::string::npos) {
    auto where = llvm::sys::findProgramByName(program);
    if (!where)
      return {-1, false, "", "not found"};
    found = *where;
  }
  std::error_code ignored;
  fs::remove(outputFile, ignored); // redirection would write over its beginning only
  std::vector<llvm::StringRef> command{program};
  command.insert(command.end(), arguments.begin(), arguments.end());
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(), llvm::StringRef(outputFile),
                                                llvm::StringRef(outputFile)};
  bool failed = false;
  result.status = llvm::sys::ExecuteAndWait(found, command, std::nullopt, redirects, seconds, 0,
                                            &result.problem, &failed);
  if (failed)
    result.status = -1;
  result.timedOut = result.problem.find("timed out") != std::string::npos;
  result.output = contents(outputFile);
  return result;
}

Workshop::Workshop(const Options &options, ir::Program &program, Diagnostics &diagnostics)
    : options(options), diagnostics(diagnostics), mains(filesWithMain(program)) {
  for (const std::string &file : options.files)
    (languageOf(file) == Language::C ? c : fortran) = true;
  linkFortran = fortran;
  sources = options.files;
  for (const std::string &file : options.with) {
    (isObject(file) ? objects : sources).push_back(file);
    linkFortran |= !isObject(file) && languageOf(file) == Language::Fortran;
  }
  std::error_code error;
  if (!options.keep.empty()) {
    fs::create_directories(options.keep, error);
    path = options.keep;
  } else {
    scratch.emplace(error);
    path = scratch->path();
  }
  if (error)
    diagnostics.error({}, "cannot make the directory '" + path + "': " + error.message(),
                      "check --keep, or the directory that TMPDIR names");
}

bool Workshop::write(const std::string &name, const std::string &text) {
  std::error_code ignored; // an error shows below
  fs::create_directories(fs::path(file(name)).parent_path(), ignored);
  std::ofstream out(file(name), std::ios::binary);
  out << text;
  out.close();
  if (!out)
    diagnostics.error({}, "cannot write '" + file(name) + "'", "check the space left there");
  return static_cast<bool>(out);
}

bool Workshop::hasLanguage(Language language) const {
  return language == Language::C ? c : fortran;
}

namespace {

/// A while in another directory. What names files must be absolute there.
class Inside {
public:
  explicit Inside(const std::string &directory) : before(fs::current_path()) { fs::current_path(directory); }
  ~Inside() {
    std::error_code ignored;
    fs::current_path(before, ignored);
  }
  Inside(const Inside &) = delete;
  Inside &operator=(const Inside &) = delete;

private:
  fs::path before;
};

} // namespace

/// Fortran compilers look for modules where they run before they look anywhere else: they run in the workshop, so
/// that modules of other versions of the program, which the user may have compiled here, are not mistaken for ours.
CommandResult Workshop::compile(const std::string &source, const std::string &object,
                                Language language, const std::vector<std::string> &extra) {
  bool isC = language == Language::C;
  auto named = [&](const std::string &path) { return isC ? path : fs::absolute(path).string(); };
  std::vector<std::string> arguments{"-c", "-O1", named(source), "-o", named(object)};
  auto add = [&](std::vector<std::string> words) {
    for (std::string &word : words)
      arguments.push_back(word.rfind("-I", 0) == 0 && word.size() > 2 ? "-I" + named(word.substr(2)) : word);
  };
  for (const std::string &directory : options.frontend.includeDirectories)
    add({"-I" + directory});
  for (const std::string &define : options.frontend.defines)
    arguments.push_back("-D" + define);
  std::string modules = named(fs::path(object).parent_path().string());
  if (!isC) {
    add({"-J" + modules, "-I" + modules});
    if (options.frontend.real8)
      add({"-fdefault-real-8", "-fdefault-double-8"});
    if (options.frontend.fixedLineLength132)
      arguments.push_back("-ffixed-line-length-132");
  }
  add(extra);
  if (options.openmp)
    add({"-fopenmp"});
  add(words(isC ? options.cflags : options.fflags));
  if (isC)
    return runCommand(options.cc, arguments, 600, object + ".log");
  add({"-I."}); // where the user is: files that the source includes
  bool isPath = options.fc.find('/') != std::string::npos;
  std::string compiler = isPath ? named(options.fc) : options.fc, log = named(object) + ".log";
  Inside workshop(modules);
  return runCommand(compiler, arguments, 600, log);
}

void Workshop::reportCompiler(const std::string &source, Language language,
                              const CommandResult &result) {
  bool isC = language == Language::C;
  const std::string &compiler = isC ? options.cc : options.fc;
  if (result.status == -1)
    diagnostics.error({}, "cannot run the compiler '" + compiler + "': " + result.problem,
                      isC ? "name one with --cc" : "name one with --fc");
  else
    diagnostics.error({}, "'" + compiler + "' does not compile '" + source + "'\n" +
                              excerpt(result.output, 20),
                      isC ? "its options are -I, -D and --cflags"
                          : "its options are -I, -D and --fflags");
}

// ---- The user's files -------------------------------------------------------------------------------

bool Workshop::compileOriginals(Progress &progress) {
  for (const std::string &file : sources) {
    if (languageOf(file) != Language::C)
      continue;
    progress.stage("compiling " + file);
    std::string object = this->file("user" + std::to_string(objects.size()) + ".o");
    std::vector<std::string> extra{"-w"};
    if (mains.count(file))
      extra.push_back("-Dmain=costate_main_of_the_user");
    CommandResult result = compile(file, object, Language::C, extra);
    if (result.status != 0) {
      reportCompiler(file, Language::C, result);
      return false;
    }
    objects.push_back(object);
  }
  return compileFortranFiles(progress);
}

/// Modules are needed before their users: what does not compile yet waits for the others.
bool Workshop::compileFortranFiles(Progress &progress) {
  std::vector<std::string> waiting;
  for (const std::string &file : sources)
    if (languageOf(file) == Language::Fortran)
      waiting.push_back(file);
  CommandResult last;
  while (!waiting.empty()) {
    std::vector<std::string> failed;
    for (const std::string &file : waiting) {
      progress.stage("compiling " + file);
      std::string object = this->file("user" + std::to_string(objects.size()) + ".o");
      CommandResult result = compile(file, object, Language::Fortran, {"-w"});
      if (result.status != 0) {
        if (failed.empty())
          last = result;
        failed.push_back(file);
        continue;
      }
      if (mains.count(file) && !hideMain(object))
        return false;
      objects.push_back(object);
    }
    if (failed.size() == waiting.size()) {
      reportCompiler(failed.front(), Language::Fortran, last);
      return false;
    }
    waiting = failed;
  }
  return true;
}

/// The user's main program keeps its code but is no longer the program.
bool Workshop::hideMain(const std::string &object) {
  std::vector<std::string> arguments;
  for (const char *name : {"main", "MAIN__", "_QQmain"})
    arguments.push_back("--localize-symbol=" + std::string(name));
  arguments.push_back(object);
  CommandResult result = runCommand("objcopy", arguments, 60, object + ".log");
  if (result.status != 0)
    diagnostics.error({}, "cannot put the main program aside: objcopy failed",
                      "give the files without the main program");
  return result.status == 0;
}

// ---- Generated files --------------------------------------------------------------------------------

std::string Workshop::compileGenerated(const std::string &name, Language language,
                                       std::string &output) {
  std::string object = file(name + ".o");
  // Generated C includes what the user's files include, by names relative to them.
  std::vector<std::string> extra{"-w", "-O0"};
  for (const std::string &source : options.files) {
    std::string directory = fs::path(source).parent_path().string();
    extra.push_back("-I" + (directory.empty() ? "." : directory));
  }
  CommandResult result = compile(file(name), object, language, extra);
  output = excerpt(result.output, 20);
  if (result.status == -1)
    reportCompiler(name, language, result);
  return result.status == 0 ? object : "";
}

bool Workshop::link(const std::vector<std::string> &more, const std::string &executable,
                    bool withOriginals) {
  if (!fs::exists(file("harness.o"))) {
    write("harness.c", harnessSource);
    std::string object = file("harness.o");
    CommandResult result = runCommand(options.cc, {"-c", "-w", file("harness.c"), "-o", object}, 600,
                                      file("harness.log"));
    if (result.status != 0) {
      reportCompiler("harness.c", Language::C, result);
      return false;
    }
  }
  std::vector<std::string> arguments{"-o", file(executable)};
  if (withOriginals)
    append(arguments, objects);
  append(arguments, more);
  arguments.push_back(file("harness.o"));
  for (const char *name : {"malloc", "calloc", "realloc", "free"})
    arguments.push_back("-Wl,--wrap=" + std::string(name));
  if (options.openmp)
    arguments.push_back("-fopenmp");
  append(arguments, words(options.ldflags));
  arguments.push_back("-lm");
  CommandResult result = runCommand(linkFortran ? options.fc : options.cc, arguments, 600,
                                    file("link.log"));
  if (result.status != 0 && withOriginals)
    diagnostics.error({}, "the program does not link\n" + excerpt(result.output, 20),
                      "add the missing files to the command line, or libraries with --ldflags");
  return result.status == 0;
}

} // namespace costate::check
