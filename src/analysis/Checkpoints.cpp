#include "analysis/Checkpoints.h"

#include "analysis/Directives.h"

#include <algorithm>
#include <set>

namespace costate::analysis {

using namespace ir;

namespace {

/// A positive number that a snapshot count can be.
std::optional<unsigned> positive(const std::string &text) {
  bool isNumber = !text.empty() && text.size() < 9 && text.find_first_not_of("0123456789") == std::string::npos;
  unsigned value = isNumber ? std::stoul(text) : 0;
  return value > 0 ? std::optional(value) : std::nullopt;
}

/// All loops that the source has.
std::vector<const Stmt *> loopsOf(Program &program) {
  std::vector<const Stmt *> out;
  for (Procedure *p : procedures(program))
    forEachStmt(p->body, [&](const Stmt &s) {
      if (llvm::isa<For, While>(&s) && s.location.known())
        out.push_back(&s);
    });
  return out;
}

/// The outermost of those that begin on a line: it begins first.
const Stmt *loopAt(const std::vector<const Stmt *> &loops, uint32_t file, uint32_t line) {
  const Stmt *found = nullptr;
  for (const Stmt *s : loops)
    if (s->location.file == file && s->location.line == line &&
        (!found || s->location.column < found->location.column))
      found = s;
  return found;
}

bool isNamed(const std::string &path, const std::string &file) {
  return path == file || (path.size() > file.size() && path.ends_with("/" + file));
}

class Finder {
public:
  Finder(Program &program, Diagnostics &diagnostics)
      : program(program), diagnostics(diagnostics), loops(loopsOf(program)) {
    for (auto &unit : program.units)
      for (auto &p : unit->procedures)
        if (p->location.known())
          files.insert(p->location.file);
  }

  Checkpoints run(const std::vector<CheckpointRequest> &requests) {
    for (uint32_t file : files)
      readDirectives(file);
    for (const CheckpointRequest &request : requests)
      add(request);
    return std::move(found);
  }

private:
  Program &program;
  Diagnostics &diagnostics;
  std::vector<const Stmt *> loops;
  std::set<uint32_t> files; ///< with procedures
  Checkpoints found;

  void add(const CheckpointRequest &request) {
    std::vector<const Stmt *> there;
    uint32_t named = 0;
    for (uint32_t file : files) {
      if (!request.file.empty() && !isNamed(program.sources.path(file), request.file))
        continue;
      named = file;
      if (const Stmt *loop = loopAt(loops, file, request.line))
        there.push_back(loop);
    }
    std::string line = std::to_string(request.line);
    if (!named)
      return diagnostics.error({}, "--checkpoint: there is no file '" + request.file + "' with procedures");
    if (there.empty()) {
      bool isOne = !request.file.empty() || files.size() == 1;
      return diagnostics.error(isOne ? Location{named, request.line, 1} : Location{},
                               "--checkpoint: no loop begins on line " + line,
                               "name the line of 'for', 'while' or 'do'");
    }
    if (there.size() > 1)
      return diagnostics.error(there[0]->location,
                               "--checkpoint: loops begin on line " + line + " of several files",
                               "name the file, too: FILE:" + line + ":" + std::to_string(request.snapshots));
    found.add(there[0]->location, request.snapshots);
  }

  void readDirectives(uint32_t file) {
    for (uint32_t line = 1; line <= program.sources.lineCount(file); ++line) {
      std::optional<std::string> count = checkpointDirective(program.sources.line(file, line));
      if (!count)
        continue;
      std::optional<unsigned> snapshots = positive(*count);
      const Stmt *loop = loopAt(loops, file, lineAfterDirectives(program, file, line));
      Location at{file, line, 1};
      if (!snapshots)
        diagnostics.error(at, "the number of snapshots is a positive number, not '" + *count + "'");
      else if (!loop)
        diagnostics.error(at, "no loop follows this directive", "put it on the line before the loop");
      else
        found.add(loop->location, *snapshots);
    }
  }
};

} // namespace

std::optional<CheckpointRequest> parseCheckpoint(const std::string &text) {
  size_t last = text.rfind(':');
  if (last == std::string::npos)
    return std::nullopt;
  std::string where = text.substr(0, last);
  size_t file = where.rfind(':');
  std::optional<unsigned> line = positive(file == std::string::npos ? where : where.substr(file + 1));
  std::optional<unsigned> snapshots = positive(text.substr(last + 1));
  if (!line || !snapshots || file == 0)
    return std::nullopt;
  return CheckpointRequest{file == std::string::npos ? "" : where.substr(0, file), *line, *snapshots};
}

unsigned Checkpoints::of(const Stmt &loop) const {
  auto at = llvm::isa<For, While>(&loop) ? loops.find(key(loop.location)) : loops.end();
  return at == loops.end() ? 0 : at->second;
}

Checkpoints findCheckpoints(Program &program, const std::vector<CheckpointRequest> &requests, Diagnostics &diagnostics) {
  return Finder(program, diagnostics).run(requests);
}

} // namespace costate::analysis
