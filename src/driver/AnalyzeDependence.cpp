#include "analysis/Dependence.h"
#include "analysis/Updates.h"
#include "driver/Analyze.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <ctime>

namespace costate::driver {

using namespace analysis;

namespace {

const char *name(LoopReport::Verdict verdict) {
  switch (verdict) {
  case LoopReport::Verdict::Parallel:
    return "parallel";
  case LoopReport::Verdict::Conditional:
    return "conditional";
  case LoopReport::Verdict::Serial:
    break;
  }
  return "serial";
}

std::string name(const Reduction &r) {
  return r.variable->name + (r.place ? "[" + std::to_string(fixedElement(r.place)->second) + "]" : "");
}

const char *name(Dependence::Kind kind) {
  switch (kind) {
  case Dependence::Kind::Flow:
    return "flow";
  case Dependence::Kind::Anti:
    return "anti";
  case Dependence::Kind::Output:
    break;
  }
  return "output";
}

class Writer {
public:
  Writer(const ir::Program &program, LoopNests &nests, Dependences &all, const Options &options,
         const std::vector<StrangeLoop> &strange, std::clock_t started)
      : program(program), nests(nests), all(all), options(options), strange(strange), started(started) {}

  std::string json() {
    std::string text;
    llvm::raw_string_ostream stream(text);
    llvm::json::OStream json(stream, 2);
    json.object([&] {
      json.attributeArray("loops", [&] {
        for (auto &loop : nests.loops())
          json.object([&] { one(json, all.of(*loop)); });
        for (const StrangeLoop &loop : strange)
          json.object([&] { one(json, loop); });
      });
      json.attribute("seconds", double(std::clock() - started) / CLOCKS_PER_SEC);
    });
    stream << "\n";
    return text;
  }

  /// All loops, or what is to say of one line.
  std::string plain() {
    std::string text;
    llvm::raw_string_ostream out(text);
    unsigned line = options.why.empty() ? 0 : std::stoul(options.why);
    for (auto &loop : nests.loops())
      if (!line || concerns(*loop, line))
        one(out, all.of(*loop), line != 0);
    for (const StrangeLoop &loop : strange)
      if (!line || loop.at.line == line)
        out << program.sources.path(loop.at.file) << ":" << loop.at.line << ": loop over " << loop.variable
            << " in " << loop.procedure << ": serial: " << reason(loop.reason, loop.reasonAt) << "\n";
    if (line && text.empty())
      out << "no loop is at line " << line << "\n";
    return text;
  }

private:
  std::optional<std::string> condition(const LoopReport &report) {
    if (report.condition.isTrue() || report.condition.isFalse() || !report.reason.empty())
      return std::nullopt;
    return all.text(*report.loop, report.condition);
  }

  static bool concerns(const Loop &loop, unsigned line) {
    return loop.statement->location.line == line;
  }

  static std::string reason(const std::string &what, Location at) {
    return what + " (line " + std::to_string(at.line) + ")";
  }

  void one(llvm::json::OStream &json, const StrangeLoop &loop) {
    json.attribute("file", program.sources.path(loop.at.file));
    json.attribute("line", (int64_t)loop.at.line);
    json.attribute("procedure", loop.procedure);
    json.attribute("variable", loop.variable);
    json.attribute("verdict", "serial");
    json.attribute("condition", nullptr);
    for (const char *list : {"private", "lastprivate", "reductions", "inductions", "dependences"})
      json.attributeArray(list, [] {});
    json.attribute("reason", reason(loop.reason, loop.reasonAt));
    json.attributeObject("decided", [] {});
  }

  void one(llvm::json::OStream &json, const LoopReport &report) {
    const Loop &loop = *report.loop;
    auto names = [&](const char *title, const std::vector<const ir::Symbol *> &list) {
      json.attributeArray(title, [&] {
        for (const ir::Symbol *s : list)
          json.value(s->name);
      });
    };
    auto text = [&](const char *title, const std::optional<std::string> &value) {
      json.attribute(title, value ? llvm::json::Value(*value) : llvm::json::Value(nullptr));
    };
    json.attribute("file", program.sources.path(loop.statement->location.file));
    json.attribute("line", (int64_t)loop.statement->location.line);
    json.attribute("procedure", loop.procedure->name);
    json.attribute("variable", loop.name);
    json.attribute("verdict", name(report.verdict));
    text("condition", condition(report));
    names("private", report.privates);
    names("lastprivate", report.lasts);
    json.attributeArray("reductions", [&] {
      for (const Reduction &r : report.reductions)
        json.value(r.operation + ":" + name(r));
    });
    names("inductions", report.inductions);
    json.attributeArray("dependences", [&] {
      for (const Dependence &d : report.dependences)
        json.object([&] {
          json.attribute("kind", name(d.kind));
          json.attribute("on", d.on);
          json.attribute("from", (int64_t)d.from.line);
          json.attribute("to", (int64_t)d.to.line);
          json.attributeArray("direction", [&] {
            for (const std::string &part : d.direction)
              json.value(part);
          });
          text("distance", d.distance);
          json.attribute("reason", d.reason);
          text("vanishes", d.vanishes.isFalse()
                               ? std::nullopt
                               : std::optional(all.text(loop, d.vanishes)));
        });
    });
    text("reason", report.reason.empty() ? std::nullopt
                                         : std::optional(reason(report.reason, report.reasonAt)));
    json.attributeObject("decided", [&] {
      for (auto &[test, count] : report.decidedBy)
        json.attribute(test, (int64_t)count);
    });
  }

  void one(llvm::raw_ostream &out, const LoopReport &report, bool accesses) {
    const Loop &loop = *report.loop;
    out << program.sources.path(loop.statement->location.file) << ":"
        << loop.statement->location.line << ": loop over " << loop.name << " in "
        << loop.procedure->name << ": " << name(report.verdict);
    if (!report.reason.empty())
      out << ": " << reason(report.reason, report.reasonAt);
    out << "\n";
    if (auto text = condition(report))
      out << "  independent if " << *text << "\n";
    list(out, "private", report.privates);
    list(out, "needed after the loop", report.lasts);
    list(out, "from closed forms", report.inductions);
    for (const Reduction &r : report.reductions)
      out << "  reduction: " << r.operation << " of " << name(r) << "\n";
    for (const Dependence &d : report.dependences) {
      out << "  " << name(d.kind) << " on " << d.on << " from line " << d.from.line << " to line "
          << d.to.line << " (";
      for (size_t i = 0; i < d.direction.size(); ++i)
        out << (i ? ", " : "") << d.direction[i];
      out << ")" << (d.distance ? " distance " + *d.distance : "") << ": " << d.reason << "\n";
      if (accesses && !d.vanishes.isFalse())
        out << "    not if " << all.text(loop, d.vanishes) << "\n";
    }
    if (accesses)
      explain(out, loop);
  }

  static void list(llvm::raw_ostream &out, const char *title,
                   const std::vector<const ir::Symbol *> &symbols) {
    if (symbols.empty())
      return;
    out << "  " << title << ":";
    for (const ir::Symbol *s : symbols)
      out << " " << s->name;
    out << "\n";
  }

  /// What the tests were given: every access as chains of recurrences.
  void explain(llvm::raw_ostream &out, const Loop &loop) {
    for (size_t i = loop.firstAccess; i < loop.endAccess; ++i) {
      const Access &a = nests.accesses()[i];
      if (a.path.empty() || !a.place)
        continue;
      out << "  line " << a.statement->location.line << (a.writes ? " writes " : " reads ");
      for (const Known &k : a.path) {
        auto form = [&](const std::optional<Form> &f) {
          return f ? nests.chain(*f, a.loop) : std::string("?");
        };
        out << "[" << (k.value ? form(k.value) : form(k.lower) + " .. " + form(k.upper)) << "]";
      }
      out << "\n";
    }
    out << "  pairs decided by:";
    for (auto &[test, count] : all.of(loop).decidedBy)
      out << " " << test << " " << count;
    out << "\n";
  }

  const ir::Program &program;
  LoopNests &nests;
  Dependences &all;
  const Options &options;
  const std::vector<StrangeLoop> &strange;
  std::clock_t started; ///< all analyses that loops need included
};

} // namespace

std::string analyzeDependence(ir::Program &program, const Options &options,
                              const std::vector<StrangeLoop> &strange) {
  std::clock_t started = std::clock();
  CallGraph calls(program);
  Memory memory(program, calls, ir::procedures(program));
  EffectSummaries effects(memory);
  LoopNests nests(memory, effects);
  Dependences dependences(program, nests, memory, effects);
  Writer writer(program, nests, dependences, options, strange, started);
  return options.json ? writer.json() : writer.plain();
}

} // namespace costate::driver
