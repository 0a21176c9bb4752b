#include "analysis/LoopNest.h"
#include "driver/Analyze.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace costate::driver {

using namespace analysis;

namespace {

/// One induction variable as people read it.
struct Row {
  std::string name, form;
  std::optional<std::string> closed;
  std::optional<std::pair<std::string, std::string>> bounds;
};

Row describe(LoopNests &nests, const Loop &loop, const Induction &induction) {
  Row row{induction.variable->name, "unknown", {}, {}};
  const Known &k = induction.start;
  if (k.value) {
    row.form = nests.chain(*k.value, &loop);
    if (symbolic::isClosed(nests.atoms(), *k.value))
      row.closed = nests.atoms().text(*k.value);
  } else if (k.lower && k.upper) {
    row.bounds = {nests.chain(*k.lower, &loop), nests.chain(*k.upper, &loop)};
    row.form = "from " + row.bounds->first + " to " + row.bounds->second;
  }
  return row;
}

std::string toJson(const ir::Program &program, LoopNests &nests, const std::vector<StrangeLoop> &strange) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, 2);
  json.object([&] {
    json.attributeArray("loops", [&] {
      for (auto &loop : nests.loops())
        json.object([&] {
          json.attribute("file", program.sources.path(loop->statement->location.file));
          json.attribute("line", (int64_t)loop->statement->location.line);
          json.attribute("procedure", loop->procedure->name);
          json.attribute("variable", loop->name);
          json.attribute("trips", loop->trips ? llvm::json::Value(nests.atoms().text(*loop->trips))
                                              : llvm::json::Value(nullptr));
          json.attributeArray("inductions", [&] {
            for (const Induction &induction : loop->inductions)
              json.object([&] {
                Row row = describe(nests, *loop, induction);
                json.attribute("name", row.name);
                json.attribute("form", row.form);
                json.attribute("closed", row.closed ? llvm::json::Value(*row.closed)
                                                    : llvm::json::Value(nullptr));
                if (row.bounds)
                  json.attributeArray("bounds", [&] {
                    json.value(row.bounds->first);
                    json.value(row.bounds->second);
                  });
                else
                  json.attribute("bounds", nullptr);
              });
          });
        });
      for (const StrangeLoop &loop : strange)
        json.object([&] {
          json.attribute("file", program.sources.path(loop.at.file));
          json.attribute("line", (int64_t)loop.at.line);
          json.attribute("procedure", loop.procedure);
          json.attribute("variable", loop.variable);
          json.attribute("trips", nullptr);
          json.attributeArray("inductions", [] {});
        });
    });
  });
  stream << "\n";
  return text;
}

void subscripts(llvm::raw_ostream &out, LoopNests &nests, const Loop &loop) {
  for (size_t i = loop.firstAccess; i < loop.endAccess; ++i) {
    const Access &a = nests.accesses()[i];
    if (a.path.empty())
      continue;
    out << "  line " << a.statement->location.line << (a.writes ? " writes" : " reads");
    for (const Known &k : a.path)
      out << " ["
          << (k.value                ? nests.chain(*k.value, a.loop)
              : k.lower && k.upper ? nests.chain(*k.lower, a.loop) + " to " + nests.chain(*k.upper, a.loop)
                                     : "unknown")
          << "]";
    out << "\n";
  }
}

/// All loops, or the one at a line, with the subscripts in it.
std::string toText(const ir::Program &program, LoopNests &nests, const std::vector<StrangeLoop> &strange,
                   unsigned line) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (auto &loop : nests.loops()) {
    if (line && loop->statement->location.line != line)
      continue;
    out << program.sources.path(loop->statement->location.file) << ":"
        << loop->statement->location.line << ": loop over " << loop->name << " in "
        << loop->procedure->name << ", iterations: "
        << (loop->trips ? nests.atoms().text(*loop->trips) : "unknown") << "\n";
    for (const Induction &induction : loop->inductions) {
      Row row = describe(nests, *loop, induction);
      out << "  " << row.name << " = " << row.form;
      if (row.closed)
        out << "   closed: " << *row.closed;
      out << "\n";
    }
    if (line)
      subscripts(out, nests, *loop);
  }
  for (const StrangeLoop &loop : strange)
    if (!line || loop.at.line == line)
      out << program.sources.path(loop.at.file) << ":" << loop.at.line << ": loop over " << loop.variable << " in "
          << loop.procedure << ", iterations: unknown\n";
  if (line && text.empty())
    out << "no loop is at line " << line << "\n";
  return text;
}

} // namespace

std::string analyzeRecurrence(ir::Program &program, const Options &options,
                              const std::vector<StrangeLoop> &strange) {
  CallGraph calls(program);
  Memory memory(program, calls, ir::procedures(program));
  EffectSummaries effects(memory);
  LoopNests nests(memory, effects);
  unsigned line = options.why.empty() ? 0 : std::stoul(options.why);
  return options.json ? toJson(program, nests, strange) : toText(program, nests, strange, line);
}

} // namespace costate::driver
