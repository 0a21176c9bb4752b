#include "analysis/Head.h"
#include "driver/Analyze.h"
#include "transform/Adjoint.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace costate::driver {

using namespace analysis;

namespace {

std::string joined(const std::vector<std::string> &names) {
  std::string out;
  for (const std::string &name : names)
    out += (out.empty() ? "" : ", ") + name;
  return out;
}

std::string toJson(const std::vector<RecordedProcedure> &procedures) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, 2);
  auto names = [&](const char *key, const std::vector<std::string> &list) {
    json.attributeArray(key, [&] {
      for (const std::string &name : list)
        json.value(name);
    });
  };
  json.object([&] {
    json.attributeArray("procedures", [&] {
      for (const RecordedProcedure &p : procedures)
        json.object([&] {
          json.attribute("name", p.name);
          json.attribute("call", p.head ? "head" : p.joined ? "joined" : "split");
          json.attributeArray("statements", [&] {
            for (const RecordedStatement &s : p.statements)
              json.object([&] {
                json.attribute("line", (int64_t)s.location.line);
                json.attribute("live", s.live);
                names("records", s.records);
                if (s.fused)
                  json.attribute("fused", true);
              });
          });
          json.attributeArray("snapshots", [&] {
            for (const RecordedSnapshot &s : p.snapshots)
              json.object([&] {
                json.attribute("line", (int64_t)s.location.line);
                json.attribute("callee", s.callee);
                names("stores", s.stores);
              });
          });
        });
    });
  });
  stream << "\n";
  return text;
}

std::string toText(const ir::Program &program, const std::vector<RecordedProcedure> &procedures) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const RecordedProcedure &p : procedures) {
    out << p.name << (p.head ? "" : p.joined ? ", joined" : ", split") << "\n";
    for (const RecordedStatement &s : p.statements) {
      out << "  " << program.sources.path(s.location.file) << ":" << s.location.line << ": "
          << (s.fused ? "fused" : s.live ? "run" : "not run");
      if (!s.records.empty())
        out << ", keeps " << joined(s.records);
      out << "\n";
    }
    for (const RecordedSnapshot &s : p.snapshots)
      out << "  " << program.sources.path(s.location.file) << ":" << s.location.line
          << ": snapshot for " << s.callee << ": "
          << (s.stores.empty() ? "nothing" : joined(s.stores)) << "\n";
  }
  return text;
}

std::string toWhy(const ir::Program &program, const std::vector<RecordedProcedure> &procedures,
                  unsigned line) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const RecordedProcedure &p : procedures) {
    for (const RecordedStatement &s : p.statements)
      if (s.location.line == line) {
        out << program.sources.path(s.location.file) << ":" << line << ": in " << p.name << "\n";
        for (const std::string &sentence : s.why)
          out << "  " << sentence << "\n";
      }
    for (const RecordedSnapshot &s : p.snapshots)
      if (s.location.line == line)
        out << "  the call of " << s.callee << " is joined; its snapshot stores "
            << (s.stores.empty() ? "nothing" : joined(s.stores)) << "\n";
  }
  if (text.empty())
    out << "no statement of an adjoint is at line " << line << "\n";
  return text;
}

} // namespace

std::string analyzeRecording(ir::Program &program, const Options &options, Diagnostics &diagnostics) {
  std::vector<Head> heads = resolveHeads(program, options.heads, diagnostics);
  if (diagnostics.hasErrors())
    return {};
  std::vector<RecordedProcedure> found =
      transform::describeRecording(program, heads, options.adjoint, diagnostics);
  if (!options.why.empty())
    return toWhy(program, found, std::stoul(options.why));
  return options.json ? toJson(found) : toText(program, found);
}

} // namespace costate::driver
