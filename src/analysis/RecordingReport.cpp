#include "analysis/RecordingReport.h"

#include <algorithm>

namespace costate::analysis {

using namespace ir;

namespace {

/// One variant.
class Reporter {
public:
  Reporter(const Recording &recording, Memory &memory, EffectSummaries &effects, const Varied &varied,
           const Variant &v)
      : recording(recording), memory(memory), accesses(memory, effects), use(varied, v, accesses), v(v),
        p(v.procedure) {
    findReaders();
  }

  RecordedProcedure run() {
    RecordedProcedure out{p->name, v.head != nullptr, recording.isJoined(v), {}, {}};
    std::map<std::pair<unsigned, unsigned>, RecordedStatement> lines;
    forEachStmt(p->body, [&](const Stmt &s) {
      if (!s.location.line)
        return;
      add(s, lines[{s.location.file, s.location.line}]);
      if (auto *call = llvm::dyn_cast<Call>(&s))
        addSnapshot(*call, out.snapshots);
    });
    for (auto &[at, statement] : lines)
      out.statements.push_back(std::move(statement));
    return out;
  }

private:
  struct Reader {
    size_t position; ///< in the source
    unsigned line;
  };
  static constexpr size_t shown = 4;

  const Recording &recording;
  Memory &memory;
  Accesses accesses;
  AdjointUse use;
  const Variant &v;
  const Procedure *p;
  llvm::DenseMap<CellId, std::vector<Reader>> readersOf; ///< the first, of each cell

  std::vector<std::string> names(const CellBits &cells) {
    std::vector<std::string> out;
    for (CellId id : cells) {
      std::string name = memory.headName(id);
      name = name.empty() ? memory.name(id) : name;
      if (std::find(out.begin(), out.end(), name) == out.end())
        out.push_back(name);
    }
    return out;
  }

  static std::string list(const std::vector<std::string> &names) {
    std::string out;
    for (const std::string &name : names)
      out += (out.empty() ? "" : ", ") + name;
    return out;
  }

  /// What a statement overwrites that is its own business: not that of a callee.
  CellBits overwritten(const Stmt &s) {
    if (auto *assign = llvm::dyn_cast<Assign>(&s))
      return accesses.cells(p, assign->place);
    if (auto *loop = llvm::dyn_cast<For>(&s)) {
      CellBits out;
      out.set(memory.variable(loop->variable));
      return out;
    }
    if (auto *call = llvm::dyn_cast<Call>(&s); call && memory.calls().isKnown(*call))
      return call->result ? accesses.cells(p, call->result) : CellBits();
    return blocks(s).empty() ? accesses.writes(p, s) : CellBits();
  }

  void findReaders() {
    size_t position = 0;
    forEachStmt(p->body, [&](const Stmt &s) {
      ++position;
      if (!s.location.line || !recording.isReversed(v, s))
        return;
      for (CellId id : use.of(s)) {
        auto &known = readersOf[id];
        if (known.size() < shown && llvm::none_of(known, [&](const Reader &r) { return r.line == s.location.line; }))
          known.push_back({position, s.location.line});
      }
    });
  }

  /// The first lines of statements whose adjoints read some of these.
  std::string readers(const CellBits &cells) {
    std::map<size_t, unsigned> found;
    for (CellId id : cells)
      for (const Reader &r : readersOf.lookup(id))
        found.emplace(r.position, r.line);
    std::vector<std::string> lines;
    for (auto &[position, line] : found)
      if (std::string text = std::to_string(line); lines.size() < shown && !llvm::is_contained(lines, text))
        lines.push_back(text);
    return list(lines);
  }

  void add(const Stmt &s, RecordedStatement &out) {
    out.location = s.location;
    bool runs = recording.runs(v, s);
    out.live |= runs;
    auto *call = llvm::dyn_cast<Call>(&s);
    bool isJoined = call && !recording.snapshot(v, *call).empty();
    CellBits written = overwritten(s);
    std::string target = list(names(written));
    if (recording.keeps(v, s) && !isJoined)
      for (std::string &name : names(written))
        if (std::find(out.records.begin(), out.records.end(), name) == out.records.end())
          out.records.push_back(std::move(name));
    for (const Symbol *kept : recording.keepsBefore(v, s)) {
      out.records.push_back(kept->name);
      out.why.push_back("keeps " + kept->name + " as it is before the loop: the backward sweep of what ran before needs it");
    }
    if (auto *loop = llvm::dyn_cast<For>(&s); loop && recording.isForward(v, *loop) &&
                                              recording.isReversed(v, *loop)) {
      out.fused = true;
      out.why.push_back("both sweeps of each iteration run in one loop, forwards: it only adds to what it carries, "
                        "and the adjoint of what follows needs nothing of it");
    }
    if (auto *loop = llvm::dyn_cast<For>(&s); loop && recording.isFused(v, *loop) &&
                                              recording.isReversed(v, *loop)) {
      out.fused = true;
      out.why.push_back("both sweeps of each iteration run in the backward loop: nothing downstream needs "
                        "what the loop computes, and iterations need nothing of each other");
      return;
    }
    explain(s, runs, target, written, out);
  }

  void explain(const Stmt &s, bool runs, const std::string &target, const CellBits &written,
               RecordedStatement &out) {
    bool isControl = llvm::isa<If, For, While>(&s);
    if (!runs && !isControl)
      out.why.push_back("not run forward: neither the backward sweep nor what runs later needs " +
                        (target.empty() ? "what it does" : target));
    if (!runs && isControl)
      out.why.push_back("not run forward: nothing in it is");
    if (runs && !isControl && !target.empty()) {
      std::string lines = readers(written);
      out.why.push_back("run forward: " + target + " is needed later" +
                        (lines.empty() ? "" : ", by the adjoint of line " + lines + " among others"));
    }
    if (recording.keeps(v, s)) {
      std::string lines = readers(written);
      out.why.push_back("keeps the old value of " + target + ": the backward sweep of what ran before needs it" +
                        (lines.empty() ? "" : " (line " + lines + ")"));
    } else if (recording.undoes(v, s)) {
      out.why.push_back("keeps nothing: the backward sweep finds the old value of " + target + " from the new one");
    } else if (runs && !isControl && !target.empty()) {
      out.why.push_back("keeps nothing: the backward sweep of what ran before does not need the old value of " +
                        target);
    }
  }

  void addSnapshot(const Call &call, std::vector<RecordedSnapshot> &out) {
    auto &targets = memory.calls().targets(call);
    auto callee = targets.size() == 1 ? v.calls.find({&call, targets[0]}) : v.calls.end();
    if (callee == v.calls.end() || !recording.isJoined(*callee->second))
      return;
    RecordedSnapshot found{call.location, targets[0]->name, {}};
    for (const SnapshotPlace &place : recording.snapshot(v, call))
      for (std::string &name : names(accesses.cells(p, place.place)))
        found.stores.push_back(std::move(name));
    out.push_back(std::move(found));
  }
};

} // namespace

std::vector<RecordedProcedure> reportRecording(const Recording &recording, Memory &memory,
                                               EffectSummaries &effects, const Varied &varied,
                                               const std::vector<const Variant *> &variants) {
  std::vector<RecordedProcedure> out;
  for (const Variant *v : variants)
    out.push_back(Reporter(recording, memory, effects, varied, *v).run());
  return out;
}

} // namespace costate::analysis
