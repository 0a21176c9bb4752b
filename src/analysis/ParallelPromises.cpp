#include "analysis/ParallelPromises.h"

#include "analysis/Dependence.h"
#include "analysis/LoopScalars.h"
#include "analysis/OpenMPDirectives.h"

#include "llvm/Support/Casting.h"

#include <algorithm>
#include <sstream>

namespace costate::analysis {

using namespace ir;

namespace {

constexpr const char *start = "@parallel promise";

const std::set<std::string> privateClauses{"private", "firstprivate", "lastprivate", "reduction", "linear"};
const std::set<std::string> harmlessClauses{"schedule", "collapse",  "shared",   "if",        "num_threads",
                                            "nowait",   "proc_bind", "safelen",  "simdlen",   "aligned",
                                            "order",    "map",       "num_teams", "thread_limit", "dist_schedule"};
const std::set<std::string> harmlessInside{"simd",         "parallel for",    "parallel do",     "parallel for simd",
                                           "parallel do simd", "end parallel do", "end simd",    "end parallel do simd",
                                           "declare simd", "end do",          "end do simd",     "unroll",
                                           "tile",         "end unroll",      "end tile"};

bool isOfLoop(const OpenMPDirective &d) { return (d.has("for") || d.has("do")) && !d.has("end"); }
bool isRegion(const OpenMPDirective &d) {
  return d.has("parallel") && !d.has("end") && !isOfLoop(d) && !d.has("sections") && !d.has("workshare");
}

class PromiseReader {
public:
  PromiseReader(Program &program, Diagnostics &diagnostics)
      : program(program), diagnostics(diagnostics), calls(program) {}

  void run() {
    for (auto &unit : program.units)
      for (auto &s : unit->scope.symbols)
        noteFile(s->location.file);
    for (Procedure *p : procedures(program))
      noteFile(p->location.file);
    for (Procedure *p : procedures(program))
      forEachStmt(p->body, [&](Stmt &s) {
        if (auto *loop = llvm::dyn_cast<For>(&s))
          read(*p, *loop);
      });
    for (Procedure *p : procedures(program))
      warnOfOthers(*p);
    if (!privates.empty() || !promised.empty())
      judge();
  }

private:
  struct Listed {
    const Procedure *p;
    const For *loop;
    std::vector<std::string> names; ///< private ones
  };

  OpenMPSource &source(uint32_t file) {
    auto found = sources.find(file);
    if (found == sources.end())
      found = sources.emplace(file, OpenMPSource(program.sources, file)).first;
    return found->second;
  }

  void noteFile(uint32_t file) {
    if (!file || !seen.insert(file).second)
      return;
    for (const OpenMPDirective &d : source(file).directives())
      if (d.has("threadprivate") && !threadprivate.known())
        threadprivate = {file, d.line, 1};
  }

  /// The lines of a procedure: to the next one's first.
  std::pair<uint32_t, uint32_t> extent(const Procedure &p) {
    uint32_t last = program.sources.lineCount(p.location.file);
    for (Procedure *other : procedures(program))
      if (other->location.file == p.location.file && other->location.line > p.location.line)
        last = std::min(last, other->location.line - 1);
    return {p.location.line, last};
  }

  static uint32_t lastLine(const For &loop) {
    uint32_t last = loop.location.line;
    forEachStmt(loop.body, [&](const Stmt &s) {
      if (s.location.file == loop.location.file)
        last = std::max(last, s.location.line);
    });
    return last;
  }

  void read(Procedure &p, For &loop) {
    if (!loop.location.known() || loop.location.file != p.location.file)
      return;
    OpenMPSource &lines = source(loop.location.file);
    const OpenMPDirective *d = lines.before(loop.location);
    if (!d || !isOfLoop(*d))
      return;
    ParallelPromise promise{loop.location, extent(p).first, true, {}};
    std::vector<const OpenMPDirective *> all{d};
    std::string why;
    if (!d->has("parallel")) {
      promise.locals = false; // the region may declare some
      const OpenMPDirective *region = regionAround(p, *d);
      why = region ? "" : "the parallel region it belongs to is not in this procedure";
      if (region)
        all.push_back(region);
    }
    Listed listed{&p, &loop, {}};
    for (const OpenMPDirective *one : all)
      if (why.empty())
        why = readClauses(p, *one, promise, one == d ? &listed.names : nullptr);
    if (why.empty())
      why = whyNot(p, loop);
    if (!listed.names.empty())
      privates.push_back(std::move(listed));
    if (!why.empty()) {
      diagnostics.warning(loop.location, "the directive of this loop is not used: " + why,
                          "the loop runs in parallel where its iterations are proven independent");
      return;
    }
    for (const OpenMPDirective *one : all)
      used.insert(one);
    loop.comments.push_back(promise.mark());
    promised.push_back(&loop);
  }

  const OpenMPDirective *regionAround(const Procedure &p, const OpenMPDirective &d) {
    const OpenMPDirective *found = nullptr;
    for (const OpenMPDirective &other : source(p.location.file).directives())
      if (other.line >= p.location.line && other.line < d.line) {
        bool isC = p.language == Language::C;
        if (isRegion(other) && (!isC || source(p.location.file).reaches(other, d.line)))
          found = &other;
        else if (other.has("end") && other.has("parallel"))
          found = nullptr;
      }
    return found;
  }

  /// Why they are not understood, or empty.
  std::string readClauses(const Procedure &p, const OpenMPDirective &d, ParallelPromise &out, std::vector<std::string> *names) {
    for (auto &[clause, inside] : d.clauses) {
      bool isDefault = clause == "default" && inside != "private" && inside != "firstprivate";
      if (harmlessClauses.count(clause) || isDefault)
        continue;
      if (!privateClauses.count(clause) || inside.starts_with("inscan"))
        return "of its clause '" + clause + (inside.empty() ? "" : "(" + inside + ")") + "'";
      for (const std::string &name : OpenMPDirective::variables(clause, inside)) {
        if (names && (clause == "private" || clause == "firstprivate"))
          names->push_back(name);
        std::vector<const Symbol *> found = lookUp(p, name);
        if (found.empty())
          return "'" + name + "' in its clause '" + clause + "' is not known";
        for (const Symbol *s : found)
          out.listed.push_back({s->location.line, s->location.column});
      }
    }
    return "";
  }

  /// Which one is meant need not be known: nothing is believed of any that has the name.
  std::vector<const Symbol *> lookUp(const Procedure &p, const std::string &name) {
    std::vector<const Symbol *> found;
    auto look = [&](const Scope &scope) {
      for (auto &s : scope.symbols)
        if (s->kind == SymbolKind::Variable && s->name == name)
          found.push_back(s.get());
    };
    look(p.scope);
    for (auto &unit : program.units)
      look(unit->scope);
    for (const Procedure *other : procedures(program))
      if (other != &p && other->location.file == p.location.file && found.empty()) // a host's
        look(other->scope);
    return found;
  }

  std::string at(uint32_t file, uint32_t line) {
    std::string path = program.sources.path(file);
    return " (" + path.substr(path.rfind('/') + 1) + ":" + std::to_string(line) + ")";
  }

  std::string whyNot(const Procedure &p, const For &loop) {
    if (threadprivate.known())
      return "the program has threadprivate variables" + at(threadprivate.file, threadprivate.line);
    uint32_t file = loop.location.file;
    std::string why = synchronisation(file, loop.location.line, lastLine(loop));
    auto [first, last] = extent(p);
    if (uint32_t line = why.empty() ? source(file).differing(first, last) : 0)
      return "the procedure is another one with OpenMP than without" + at(file, line);
    std::set<const Procedure *> called;
    noteCalls(loop.body, called);
    for (const Procedure *callee : called) {
      if (!why.empty() || !callee->location.known())
        break;
      auto [from, to] = extent(*callee);
      why = synchronisation(callee->location.file, from, to);
      if (uint32_t line = why.empty() ? source(callee->location.file).differing(from, to) : 0)
        why = "'" + callee->name + "' is another procedure with OpenMP than without" + at(callee->location.file, line);
    }
    return why;
  }

  std::string synchronisation(uint32_t file, uint32_t first, uint32_t last) {
    for (const OpenMPDirective &d : source(file).directives())
      if (d.line >= first && d.line <= last && !harmlessInside.count(d.text()))
        return "of '" + d.text() + "' in it" + at(file, d.line);
    return "";
  }

  void noteCalls(const Block &block, std::set<const Procedure *> &out) {
    forEachStmt(block, [&](const Stmt &s) {
      if (auto *call = llvm::dyn_cast<Call>(&s))
        for (const Procedure *target : calls.targets(*call))
          if (out.insert(target).second)
            noteCalls(target->body, out);
    });
  }

  /// Directives that let several threads do something else than share a loop's iterations.
  void warnOfOthers(const Procedure &p) {
    if (!p.location.known())
      return;
    auto [first, last] = extent(p);
    for (const OpenMPDirective &d : source(p.location.file).directives()) {
      bool here = d.line >= first && d.line <= last && !d.has("end") && !used.count(&d);
      bool shared = isRegion(d) || d.has("sections") || d.has("task") || d.has("taskloop") || d.has("threadprivate");
      if (here && shared)
        diagnostics.warning({p.location.file, d.line, 1},
                            "'omp " + d.text() + "' is not used: derivatives are those of the program without OpenMP",
                            "what it runs, one thread runs once", 1);
    }
  }

  void judge() {
    Memory memory(program, calls, procedures(program));
    EffectSummaries effects(memory);
    LoopNests nests(memory, effects);
    std::map<const Stmt *, const Loop *> loops;
    for (auto &loop : nests.loops())
      loops[loop->statement] = loop.get();
    for (const Listed &x : privates)
      if (auto loop = loops.find(x.loop); loop != loops.end())
        refusePrivates(x, LoopScalars(memory, effects, *loop->second));
    Dependences dependences(program, nests, memory, effects);
    for (For *x : promised)
      if (auto loop = loops.find(x); loop != loops.end())
        if (auto &broken = dependences.of(*loop->second).broken) {
          diagnostics.warning(x->location,
                              "the loop is not independent: '" + broken->on + "' has the same element in iterations " +
                                  *broken->distance + " apart, and one of them writes it",
                              "take the directive away, or give every iteration its own");
          std::erase_if(x->comments, isParallelPromise);
        }
  }

  void refusePrivates(const Listed &x, const LoopScalars &uses) {
    for (const Symbol *s : uses.written()) {
      bool isListed = std::find(x.names.begin(), x.names.end(), s->name) != x.names.end();
      if (isListed && uses.isNeededOutside(s))
        diagnostics.error(x.loop->location,
                          "'" + s->name + "' is private in this loop and may be read after it: with OpenMP and without, that "
                                          "is another value",
                          "make it lastprivate, or use another variable in the loop");
    }
  }

  Program &program;
  Diagnostics &diagnostics;
  CallGraph calls;
  std::map<uint32_t, OpenMPSource> sources;
  std::set<uint32_t> seen;
  Location threadprivate;
  std::set<const OpenMPDirective *> used;
  std::vector<Listed> privates;
  std::vector<For *> promised;
};

} // namespace

bool isParallelPromise(const std::string &comment) { return comment.starts_with(start); }

std::optional<ParallelPromise> ParallelPromise::of(const Stmt &s) {
  auto found = std::find_if(s.comments.begin(), s.comments.end(), isParallelPromise);
  if (found == s.comments.end() || !llvm::isa<For>(s))
    return std::nullopt;
  std::istringstream in(found->substr(std::string(start).size()));
  ParallelPromise out;
  in >> out.loop.file >> out.loop.line >> out.first >> out.locals;
  for (std::pair<uint32_t, uint32_t> one; in >> one.first >> one.second;)
    out.listed.push_back(one);
  bool isSame = out.loop.file == s.location.file && out.loop.line == s.location.line;
  return isSame ? std::optional(out) : std::nullopt;
}

std::string ParallelPromise::mark() const {
  std::ostringstream out;
  out << start << ' ' << loop.file << ' ' << loop.line << ' ' << first << ' ' << locals;
  for (auto &[line, column] : listed)
    out << ' ' << line << ' ' << column;
  return out.str();
}

bool ParallelPromise::covers(const Memory &memory, CellId id) const {
  const Cell &cell = memory[memory.root(id)];
  auto isListed = [&](Location at) { return std::find(listed.begin(), listed.end(), std::pair{at.line, at.column}) != listed.end(); };
  // (P2); what Costate has made itself stands where the procedure does, or nowhere
  auto isBefore = [&](Location at) {
    return locals && !isListed(at) && at.file == loop.file && at.line > first && at.line < loop.line;
  };
  if (cell.kind == Cell::Kind::Heap)
    return cell.site && isBefore(cell.site->location);
  const Symbol *s = memory.symbolOf(id);
  if (!s || cell.kind == Cell::Kind::Unknown || !s->location.known())
    return false;
  bool isMade = s->owner && s->location.line == s->owner->location.line && s->location.column == s->owner->location.column;
  if (cell.kind == Cell::Kind::Pointee)
    return !isMade && s->storage != Storage::Local;
  return s->storage == Storage::Local ? isBefore(s->location) : !isMade && !isListed(s->location) && !cell.overlaid;
}

void notePromises(Program &program, Diagnostics &diagnostics) { PromiseReader(program, diagnostics).run(); }

} // namespace costate::analysis
