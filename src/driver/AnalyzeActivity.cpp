#include "analysis/Activity.h"
#include "driver/Analyze.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <set>

namespace costate::driver {

using namespace analysis;

namespace {

const char *algorithmName(const Options &options) {
  return options.algorithm == ActivityAlgorithm::DefUseGraph ? "dug" : "vdg";
}

std::string qualifiedName(const ir::Procedure &p) {
  bool inModule = p.unit && p.unit->kind == ir::UnitKind::FortranModule && !p.host;
  return inModule ? p.unit->name + "%" + p.name : p.name;
}

// ---- JSON -----------------------------------------------------------------------------------------

std::string toJson(Activity &activity, const Options &options) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream, 2);
  auto list = [&](const char *name, const std::vector<std::string> &names) {
    json.attributeArray(name, [&] {
      for (const std::string &n : names)
        json.value(n);
    });
  };
  size_t active = 0;
  json.object([&] {
    json.attribute("algorithm", algorithmName(options));
    json.attributeArray("procedures", [&] {
      for (const Activity::Names &p : activity.names())
        json.object([&] {
          json.attribute("name", qualifiedName(*p.procedure));
          list("varied", p.varied);
          list("useful", p.useful);
          list("active", p.active);
          active += p.active.size();
        });
    });
    json.attributeObject("counts", [&] {
      json.attribute("nodes", (int64_t)activity.graph().nodeCount());
      json.attribute("edges", (int64_t)activity.graph().edgeCount());
      json.attribute("active", (int64_t)active);
    });
    json.attributeObject("seconds", [&] {
      for (auto &[phase, seconds] : activity.seconds())
        json.attribute(phase, seconds);
    });
  });
  stream << "\n";
  return text;
}

// ---- Text -----------------------------------------------------------------------------------------

std::string toTable(Activity &activity) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const Activity::Names &p : activity.names()) {
    out << qualifiedName(*p.procedure) << "\n";
    std::set<std::string> all(p.varied.begin(), p.varied.end());
    all.insert(p.useful.begin(), p.useful.end());
    size_t width = 8;
    for (const std::string &name : all)
      width = std::max(width, name.size());
    auto has = [](const std::vector<std::string> &names, const std::string &name) {
      return std::binary_search(names.begin(), names.end(), name);
    };
    for (const std::string &name : all) {
      out << "  " << name << std::string(width - name.size() + 2, ' ')
          << (has(p.varied, name) ? "varied  " : "        ")
          << (has(p.useful, name) ? "useful  " : "        ")
          << (has(p.active, name) ? "active" : "") << "\n";
    }
    if (all.empty())
      out << "  nothing varies, nothing is useful\n";
  }
  return text;
}

// ---- Pictures -------------------------------------------------------------------------------------

/// Draws definitions and the uses they reach: Merge nodes and kept values are followed through.
class DotWriter {
public:
  explicit DotWriter(Activity &activity) : activity(activity), graph(activity.graph()) {}

  std::string write() {
    out << "digraph activity {\n  node [shape=box, fontname=\"monospace\"];\n";
    std::map<std::string, std::vector<NodeId>> clusters;
    for (NodeId id = 1; id <= graph.nodeCount(); ++id)
      if (graph[id].kind != Node::Kind::Merge)
        clusters[graph[id].procedure ? qualifiedName(*graph[id].procedure) : ""].push_back(id);
    for (auto &[name, nodes] : clusters) {
      if (!name.empty())
        out << "  subgraph \"cluster_" << name << "\" {\n    label=\"" << name << "\";\n";
      for (NodeId id : nodes)
        out << "    n" << id << " [label=\"" << label(id) << "\"" << colour(id) << "];\n";
      if (!name.empty())
        out << "  }\n";
    }
    for (NodeId id = 1; id <= graph.nodeCount(); ++id)
      for (const Edge &e : graph.out(id))
        if (e.kind != Edge::Kind::Keep && graph[e.to].kind != Node::Kind::Merge)
          for (NodeId definition : reaching(id))
            edges.insert({definition, e.to, kindName(e.kind), e.site});
    for (auto &[from, to] : activity.summaries())
      if (from != to)
        edges.insert({from, to, "PARAM", 0});
    for (auto &[from, to, kind, site] : edges)
      out << "  n" << from << " -> n" << to << " [label=\"" << kind
          << (site ? " " + std::to_string(site) : "") << "\"];\n";
    out << "}\n";
    return text;
  }

private:
  static const char *kindName(Edge::Kind kind) {
    return kind == Edge::Kind::Call ? "CALL" : kind == Edge::Kind::Return ? "RETURN" : "FLOW";
  }

  /// The definitions whose value a node may have.
  std::set<NodeId> reaching(NodeId id) {
    std::set<NodeId> seen, definitions;
    std::vector<NodeId> open{id};
    while (!open.empty()) {
      NodeId at = open.back();
      open.pop_back();
      if (!seen.insert(at).second)
        continue;
      bool merge = graph[at].kind == Node::Kind::Merge;
      if (!merge)
        definitions.insert(at);
      for (const Edge &e : graph.in(at))
        if (e.kind == Edge::Kind::Keep || (merge && e.kind == Edge::Kind::Flow))
          open.push_back(e.to);
    }
    return definitions;
  }

  std::string label(NodeId id) {
    const Node &node = graph[id];
    std::string name = activity.memory().name(node.cell);
    switch (node.kind) {
    case Node::Kind::Independent:
    case Node::Kind::Dependent:
      return name + "@0";
    case Node::Kind::Incoming:
      return name + "@1";
    case Node::Kind::Outgoing:
      return name + "@2";
    case Node::Kind::Definition:
      return name + "@" + std::to_string(node.statement->location.line);
    default:
      return name;
    }
  }

  std::string colour(NodeId id) {
    if (activity.isActive(id))
      return ", style=filled, fillcolor=lightblue";
    return activity.isVaried(id) ? ", style=filled, fillcolor=mistyrose" : "";
  }

  Activity &activity;
  const DependenceGraph &graph;
  std::string text;
  llvm::raw_string_ostream out{text};
  std::set<std::tuple<NodeId, NodeId, std::string, uint32_t>> edges;
};

// ---- Explanations -----------------------------------------------------------------------------------

class Explainer {
public:
  Explainer(Activity &activity, const ir::Program &program, Diagnostics &diagnostics)
      : activity(activity), program(program), diagnostics(diagnostics) {}

  std::string why(const std::string &wanted) {
    std::vector<NodeId> nodes = named(wanted);
    if (nodes.empty()) {
      diagnostics.error({}, "no variable '" + wanted + "' in what the head reaches",
                        "names are written as in --head; proc:name asks for one procedure's");
      return {};
    }
    for (NodeId id : nodes)
      if (activity.isActive(id))
        return wanted + " is active:\n" + lines(activity.pathThrough(id));
    for (NodeId id : nodes)
      if (activity.isVaried(id))
        return wanted + " is passive: it varies with the independents, but no dependent depends on "
                        "that\n" + lines(activity.pathTo(id));
    for (NodeId id : nodes)
      if (activity.isUseful(id))
        return wanted + " is passive: the dependents depend on it, but it does not vary with the "
                        "independents\n" + lines(activity.pathFrom(id));
    return wanted + " is passive: it neither varies with the independents nor do the dependents "
                    "depend on it\n";
  }

private:
  std::vector<NodeId> named(const std::string &wanted) {
    size_t colon = wanted.rfind(':');
    std::string procedure = colon == std::string::npos ? "" : wanted.substr(0, colon);
    std::string name = colon == std::string::npos ? wanted : wanted.substr(colon + 1);
    std::vector<NodeId> out;
    const DependenceGraph &graph = activity.graph();
    for (NodeId id = 1; id <= graph.nodeCount(); ++id) {
      const Node &node = graph[id];
      const ir::Symbol *symbol = activity.memory().symbolOf(node.cell);
      bool same = activity.memory().headName(node.cell) == name ||
                  (symbol && symbol->name == name);
      if (same && (procedure.empty() || (node.procedure && node.procedure->name == procedure)))
        out.push_back(id);
    }
    return out;
  }

  std::string lines(const std::vector<NodeId> &path) {
    std::string text;
    std::string last;
    for (NodeId id : path) {
      std::string line = describe(id);
      if (!line.empty() && line != last)
        text += "  " + line + "\n";
      last = line;
    }
    return text;
  }

  std::string describe(NodeId id) {
    const Node &node = activity.graph()[id];
    std::string name = activity.memory().name(node.cell);
    std::string where = node.procedure ? " of " + qualifiedName(*node.procedure) : "";
    switch (node.kind) {
    case Node::Kind::Independent:
      return "independent " + name + where;
    case Node::Kind::Dependent:
      return "dependent " + name + where;
    case Node::Kind::Incoming:
      return "into argument " + name + where;
    case Node::Kind::Outgoing:
      return "out of argument " + name + where;
    case Node::Kind::Shared:
      return "through " + name;
    case Node::Kind::Variable:
      return name + where;
    case Node::Kind::Merge:
      return {};
    case Node::Kind::Definition:
      break;
    }
    const Location &at = node.statement->location;
    std::string_view source = program.sources.line(at.file, at.line);
    size_t begin = source.find_first_not_of(" \t");
    std::string statement(begin == std::string_view::npos ? "" : source.substr(begin));
    return program.sources.path(at.file) + ":" + std::to_string(at.line) + ": " + name +
           "    | " + statement;
  }

  Activity &activity;
  const ir::Program &program;
  Diagnostics &diagnostics;
};

} // namespace

std::string analyzeActivity(ir::Program &program, const Options &options,
                            Diagnostics &diagnostics) {
  AnalysisNames names;
  if (!readNames(program, options, names, diagnostics))
    return {};
  auto &[heads, externals] = names;
  Activity activity(program, heads, externals, {options.algorithm, !options.why.empty(), options.dot});
  if (!options.why.empty())
    return Explainer(activity, program, diagnostics).why(options.why);
  if (options.dot)
    return DotWriter(activity).write();
  return options.json ? toJson(activity, options) : toTable(activity);
}

} // namespace costate::driver
