#include "analysis/Head.h"
#include "analysis/StraightLine.h"
#include "analysis/Varied.h"
#include "driver/Analyze.h"
#include "driver/ExpressionText.h"
#include "graph/Elimination.h"
#include "rules/Rules.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace costate::driver {

using namespace analysis;
using graph::Accumulation;
using graph::Method;

namespace {

std::string qualifiedName(const ir::Procedure &p) {
  bool inModule = p.unit && p.unit->kind == ir::UnitKind::FortranModule && !p.host;
  return inModule ? p.unit->name + "%" + p.name : p.name;
}

// ---- What is reported ---------------------------------------------------------------------------

constexpr Method methods[] = {Method::Forward, Method::Reverse, Method::Markowitz, Method::RelativeMarkowitz,
                              Method::Search};

/// A graph, and what accumulating its Jacobian takes.
struct Counted {
  Subgraph subgraph;
  std::map<Method, size_t> operations;
  size_t nonzeros = 0, stores = 0; ///< entries; those that are not known when code is generated
  bool isOptimal = false;
  std::map<graph::Label, size_t> labels; ///< of edges
};

Counted count(Subgraph subgraph) {
  Counted out{std::move(subgraph), {}, 0, 0, false, {}};
  const graph::ComputationalGraph &g = out.subgraph.graph;
  for (Method method : methods) {
    Accumulation found = graph::accumulate(g, method);
    out.operations[method] = found.operations.total();
    out.nonzeros = found.entries.size();
    out.stores = std::count_if(found.entries.begin(), found.entries.end(), [&](const Accumulation::Entry &e) {
      return found.labels[e.label] == graph::Label::Value;
    });
    out.isOptimal = found.isOptimal;
  }
  for (const graph::Edge &e : g.edges)
    ++out.labels[g.labels[e.label]];
  return out;
}

/// A run that has a graph, with what tells its places apart.
struct BlockReport {
  const ir::Procedure *procedure;
  RunContext context;
  std::vector<Counted> graphs;
  size_t statements = 0;
  Location first, last;
};

struct ProcedureReport {
  const ir::Procedure *procedure;
  std::vector<BlockReport> blocks;
};

/// What varies in some way that a procedure is called. Without heads, all that is real.
class ActivePlaces {
public:
  ActivePlaces(ir::Program &program, const std::vector<Head> &heads, const Externals &externals) {
    if (!heads.empty())
      varied = std::make_unique<Varied>(program, heads, externals, false);
  }
  bool operator()(const ir::Procedure *p, const ir::Expr *e) const {
    if (!varied)
      return true;
    for (auto &variant : varied->variants())
      if (variant->procedure == p && varied->varies(*variant, e))
        return true;
    return false;
  }

private:
  std::unique_ptr<Varied> varied;
};

std::vector<ir::Procedure *> roots(ir::Program &program, const std::vector<Head> &heads) {
  std::vector<ir::Procedure *> out;
  for (const Head &h : heads)
    out.push_back(h.procedure);
  return heads.empty() ? ir::procedures(program) : out;
}

std::vector<ProcedureReport> collect(ir::Program &program, const std::vector<Head> &heads, StraightLine &lines,
                                     const Memory &memory, const ActivePlaces &places) {
  std::set<const ir::Procedure *> reached;
  for (auto &component : memory.bottomUp())
    reached.insert(component.begin(), component.end());
  std::vector<ProcedureReport> out;
  for (const ir::Procedure *p : ir::procedures(program)) {
    if (!reached.count(p) || p->fromHeader)
      continue;
    auto isActive = [&places, p](const ir::Expr *e) { return places(p, e); };
    ProcedureReport report{p, {}};
    for (const Run &run : lines.runs(*p, isActive)) {
      BlockReport block{p, lines.context(run, isActive), {}, run.statements.size(), run.statements.front()->location,
                        run.statements.back()->location};
      bool found = false;
      for (Subgraph &g : flatten(run.statements, block.context)) {
        found |= g.graph.vertices > 0;
        block.graphs.push_back(count(std::move(g)));
      }
      if (found)
        report.blocks.push_back(std::move(block));
    }
    out.push_back(std::move(report));
  }
  return out;
}

// ---- Words --------------------------------------------------------------------------------------

std::string placeText(const ir::Procedure *p, const PlaceUse &use) { return expressionText(use.place, p->language); }

std::string why(StraightLine &lines, const ir::Procedure *p, const Subgraph &g) {
  if (!g.split)
    return {};
  const PlaceUse &written = g.split->written, &read = g.split->read;
  if (!read.place)
    return "the graph before it has as many statements as one may have";
  return "line " + std::to_string(read.statement->location.line) + " reads " + placeText(p, read) + ", which line " +
         std::to_string(written.statement->location.line) + " may have written as " + placeText(p, written) + ": " +
         lines.whyMaybe(p, written, read);
}

std::vector<std::string> names(const ir::Procedure *p, const std::vector<PlaceUse> &uses) {
  std::vector<std::string> out;
  for (const PlaceUse &use : uses)
    out.push_back(placeText(p, use));
  return out;
}

size_t at(const std::map<graph::Label, size_t> &labels, std::initializer_list<graph::Label> kinds) {
  size_t out = 0;
  for (graph::Label kind : kinds)
    if (auto found = labels.find(kind); found != labels.end())
      out += found->second;
  return out;
}

size_t units(const Counted &c) { return at(c.labels, {graph::Label::One, graph::Label::MinusOne}); }
size_t constants(const Counted &c) { return at(c.labels, {graph::Label::Constant}); }
size_t values(const Counted &c) { return at(c.labels, {graph::Label::Value}); }

// ---- JSON ---------------------------------------------------------------------------------------

class JsonWriter {
public:
  JsonWriter(const ir::Program &program, StraightLine &lines, bool listsVertices)
      : program(program), lines(lines), listsVertices(listsVertices) {}

  std::string write(const std::vector<ProcedureReport> &procedures) {
    json.object([&] {
      json.attributeArray("procedures", [&] {
        for (const ProcedureReport &p : procedures)
          json.object([&] {
            json.attribute("name", qualifiedName(*p.procedure));
            json.attributeArray("blocks", [&] {
              for (const BlockReport &block : p.blocks)
                json.object([&] { write(block); });
            });
          });
      });
    });
    stream << "\n";
    return text;
  }

private:
  void write(const BlockReport &block) {
    json.attribute("file", program.sources.path(block.first.file));
    json.attribute("line", (int64_t)block.first.line);
    json.attribute("statements", (int64_t)block.statements);
    json.attributeArray("subgraphs", [&] {
      for (const Counted &c : block.graphs)
        json.object([&] { write(block.procedure, c); });
    });
  }

  void list(const char *key, const std::vector<std::string> &items) {
    json.attributeArray(key, [&] {
      for (const std::string &item : items)
        json.value(item);
    });
  }

  void write(const ir::Procedure *p, const Counted &c) {
    const Subgraph &g = c.subgraph;
    json.attributeArray("lines", [&] {
      for (const ir::Assign *s : g.statements)
        json.value((int64_t)s->location.line);
    });
    std::string reason = why(lines, p, g);
    json.attribute("split", reason.empty() ? llvm::json::Value(nullptr) : llvm::json::Value(reason));
    json.attribute("vertices", (int64_t)g.graph.vertices);
    json.attribute("edges", (int64_t)g.graph.edges.size());
    json.attributeObject("labels", [&] {
      json.attribute("unit", (int64_t)units(c));
      json.attribute("constant", (int64_t)constants(c));
      json.attribute("value", (int64_t)values(c));
    });
    list("independents", names(p, g.independents));
    list("dependents", names(p, g.dependents));
    json.attributeObject("operations", [&] {
      json.attribute("forward", (int64_t)c.operations.at(Method::Forward));
      json.attribute("reverse", (int64_t)c.operations.at(Method::Reverse));
      json.attribute("markowitz", (int64_t)c.operations.at(Method::Markowitz));
      json.attribute("relative_markowitz", (int64_t)c.operations.at(Method::RelativeMarkowitz));
      json.attribute("chosen", (int64_t)c.operations.at(Method::Search));
    });
    json.attribute("optimal", c.isOptimal);
    json.attributeObject("jacobian", [&] {
      json.attribute("rows", (int64_t)g.dependents.size());
      json.attribute("columns", (int64_t)g.independents.size());
      json.attribute("nonzeros", (int64_t)c.nonzeros);
    });
    json.attribute("stores", (int64_t)c.stores);
    if (listsVertices)
      json.attributeObject("graph", [&] { structure(p, g); });
  }

  void numbers(const char *key, const std::vector<graph::Vertex> &vertices, const std::vector<PlaceUse> &uses) {
    json.attributeArray(key, [&] {
      for (size_t i = 0; i < vertices.size(); ++i)
        json.object([&] {
          json.attribute("vertex", (int64_t)vertices[i]);
          json.attribute("line", (int64_t)uses[i].statement->location.line);
        });
    });
  }

  void structure(const ir::Procedure *p, const Subgraph &g) {
    json.attributeArray("vertices", [&] {
      for (const Subgraph::Value &v : g.vertices)
        json.object([&] {
          json.attribute("line", (int64_t)v.statement->location.line);
          json.attribute("text", expressionText(v.expr, p->language));
        });
    });
    json.attributeArray("edges", [&] {
      for (const graph::Edge &e : g.graph.edges)
        json.object([&] {
          json.attribute("from", (int64_t)e.from);
          json.attribute("to", (int64_t)e.to);
          json.attribute("argument", (int64_t)g.partials[e.label].argument);
        });
    });
    numbers("independents", g.graph.independents, g.independents);
    numbers("dependents", g.graph.dependents, g.dependents);
  }

  const ir::Program &program;
  StraightLine &lines;
  bool listsVertices;
  std::string text;
  llvm::raw_string_ostream stream{text};
  llvm::json::OStream json{stream, 2};
};

// ---- Text ---------------------------------------------------------------------------------------

class TextWriter {
public:
  TextWriter(const ir::Program &program, StraightLine &lines) : program(program), lines(lines) {}

  std::string write(const std::vector<ProcedureReport> &procedures) {
    for (const ProcedureReport &p : procedures) {
      out << qualifiedName(*p.procedure) << "\n";
      if (p.blocks.empty())
        out << "  no straight-line code through which derivatives go\n";
      for (const BlockReport &block : p.blocks)
        write(block);
    }
    return text;
  }

private:
  void write(const BlockReport &block) {
    out << "  " << program.sources.path(block.first.file) << ":" << block.first.line << ": " << block.statements
        << (block.statements == 1 ? " statement, " : " statements, ") << block.graphs.size()
        << (block.graphs.size() == 1 ? " graph\n" : " graphs\n");
    for (const Counted &c : block.graphs)
      write(block.procedure, c);
  }

  void list(const char *title, const std::vector<std::string> &items) {
    out << "      " << title << ": ";
    for (size_t i = 0; i < items.size(); ++i)
      out << (i ? ", " : "") << items[i];
    out << (items.empty() ? "none\n" : "\n");
  }

  static std::string lineRange(const Subgraph &g) {
    auto [first, last] = std::minmax_element(g.statements.begin(), g.statements.end(), [](auto *a, auto *b) {
      return a->location.line < b->location.line;
    });
    unsigned from = (*first)->location.line, to = (*last)->location.line;
    return from == to ? "line " + std::to_string(from)
                      : "lines " + std::to_string(from) + " to " + std::to_string(to);
  }

  void write(const ir::Procedure *p, const Counted &c) {
    const Subgraph &g = c.subgraph;
    out << "    " << lineRange(g) << ": " << g.graph.vertices << " vertices, " << g.graph.edges.size() << " edges ("
        << units(c) << " unit, " << constants(c) << " constant)\n";
    if (std::string reason = why(lines, p, g); !reason.empty())
      out << "      split: " << reason << "\n";
    list("independents", names(p, g.independents));
    list("dependents", names(p, g.dependents));
    out << "      Jacobian: " << g.dependents.size() << " by " << g.independents.size() << ", " << c.nonzeros
        << " entries, " << c.stores << " of them to store\n";
    out << "      operations: forward " << c.operations.at(Method::Forward) << ", reverse "
        << c.operations.at(Method::Reverse) << ", Markowitz " << c.operations.at(Method::Markowitz)
        << ", relative Markowitz " << c.operations.at(Method::RelativeMarkowitz) << ", chosen "
        << c.operations.at(Method::Search) << (c.isOptimal ? " (no order of vertices has fewer)\n" : "\n");
  }

  const ir::Program &program;
  StraightLine &lines;
  std::string text;
  llvm::raw_string_ostream out{text};
};

// ---- Pictures -----------------------------------------------------------------------------------

/// One cluster for each graph. Solid grey edges lead from what a graph wrote to where another reads it; dashed ones
/// are between places that may be the same.
class DotWriter {
public:
  explicit DotWriter(ir::Program &program) : program(program) {}

  std::string write(const std::vector<ProcedureReport> &procedures) {
    out << "digraph graphs {\n  node [fontname=\"monospace\"];\n  edge [fontname=\"monospace\"];\n";
    for (const ProcedureReport &p : procedures)
      for (const BlockReport &block : p.blocks)
        write(block);
    out << "}\n";
    return text;
  }

private:
  void write(const BlockReport &block) {
    size_t first = clusters;
    for (const Counted &c : block.graphs)
      cluster(block.procedure, c.subgraph);
    for (size_t i = 0; i < block.graphs.size(); ++i) {
      const Subgraph &reader = block.graphs[i].subgraph;
      for (size_t a = 0; a < reader.independents.size(); ++a) {
        const PlaceUse &read = reader.independents[a];
        std::string to = node(first + i, reader.graph.independents[a]);
        for (size_t b = 0; b < a; ++b)
          if (identity(block.context, reader.independents[b], read) == Identity::Maybe)
            out << "  " << node(first + i, reader.graph.independents[b]) << " -> " << to
                << " [style=dashed, dir=none, constraint=false];\n";
        for (size_t j = 0; j < i; ++j)
          sources(block, first + j, block.graphs[j].subgraph, read, to);
      }
    }
  }

  void sources(const BlockReport &block, size_t number, const Subgraph &writer, const PlaceUse &read,
               const std::string &to) {
    for (size_t k = 0; k < writer.dependents.size(); ++k) {
      Identity found = identity(block.context, writer.dependents[k], read);
      if (found != Identity::Different)
        out << "  " << node(number, writer.graph.dependents[k]) << " -> " << to
            << (found == Identity::Same ? " [color=grey];\n" : " [style=dashed];\n");
    }
  }

  static std::string node(size_t cluster, graph::Vertex v) {
    return "g" + std::to_string(cluster) + "_" + std::to_string(v);
  }

  static std::string escaped(const std::string &s) {
    std::string out;
    for (char c : s)
      out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return out;
  }

  void cluster(const ir::Procedure *p, const Subgraph &g) {
    size_t number = clusters++;
    out << "  subgraph cluster_" << number << " {\n    label=\"" << escaped(qualifiedName(*p)) << ", line "
        << g.statements.front()->location.line << "\";\n";
    std::set<graph::Vertex> independents(g.graph.independents.begin(), g.graph.independents.end());
    std::map<graph::Vertex, std::string> written;
    for (size_t i = 0; i < g.dependents.size(); ++i) {
      std::string &names = written[g.graph.dependents[i]];
      names += (names.empty() ? "" : ", ") + placeText(p, g.dependents[i]);
    }
    for (graph::Vertex v = 0; v < g.graph.vertices; ++v) {
      bool isPlace = independents.count(v);
      std::string label = isPlace ? expressionText(g.vertices[v].expr, p->language)
                                  : operationName(g.vertices[v].expr, p->language);
      if (written.count(v))
        label += " = " + written[v];
      out << "    " << node(number, v) << " [label=\"" << escaped(label) << "\""
          << (isPlace ? ", shape=box" : "") << (written.count(v) ? ", peripheries=2" : "") << "];\n";
    }
    for (const graph::Edge &e : g.graph.edges)
      out << "    " << node(number, e.from) << " -> " << node(number, e.to) << " [label=\""
          << escaped(partialText(p, g.partials[e.label])) << "\"];\n";
    out << "  }\n";
  }

  std::string partialText(const ir::Procedure *p, const Subgraph::Partial &partial) {
    rules::Operation operation(partial.operation, p->language);
    return expressionText(operation.partial(program, partial.argument), p->language);
  }

  ir::Program &program;
  size_t clusters = 0;
  std::string text;
  llvm::raw_string_ostream out{text};
};

} // namespace

std::string analyzeGraph(ir::Program &program, const Options &options, Diagnostics &diagnostics) {
  AnalysisNames names;
  if (!readNames(program, options, names, diagnostics))
    return {};
  auto &[heads, externals] = names;
  ActivePlaces places(program, heads, externals);
  CallGraph calls(program);
  Memory memory(program, calls, roots(program, heads));
  EffectSummaries effects(memory, &externals);
  StraightLine lines(program, memory, effects);
  std::vector<ProcedureReport> found = collect(program, heads, lines, memory, places);
  if (options.dot)
    return DotWriter(program).write(found);
  return options.json ? JsonWriter(program, lines, options.statements).write(found)
                      : TextWriter(program, lines).write(found);
}

} // namespace costate::driver
