#include "analysis/Flattening.h"

#include "rules/Rules.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Casting.h"

#include <algorithm>
#include <map>
#include <set>

namespace costate::analysis {

using namespace ir;
using graph::Label;
using graph::Vertex;
using rules::Operation;
using rules::Treatment;

Identity identity(const RunContext &context, const PlaceUse &earlier, const PlaceUse &later) {
  Position a = context.position(earlier), b = context.position(later);
  if (a.line && a.line == b.line)
    return a.point == b.point ? Identity::Same : Identity::Different;
  auto has = [](const Position &p, unsigned region) {
    return std::find(p.regions.begin(), p.regions.end(), region) != p.regions.end();
  };
  bool common = has(a, Position::anywhere) || has(b, Position::anywhere);
  for (unsigned region : a.regions)
    common = common || has(b, region);
  return common && context.mayMeet(earlier, later) ? Identity::Maybe : Identity::Different;
}

// ---- Statements that can be flattened ----------------------------------------------------------

namespace {

/// Of one number: the derivative is that of the operand.
const Expr *passedThrough(const Expr *e) {
  if (auto *unary = llvm::dyn_cast<Unary>(e); unary && unary->op == UnaryOp::Parentheses)
    return unary->operand;
  auto *conversion = llvm::dyn_cast<Convert>(e);
  return conversion && conversion->operand->type->isReal() ? conversion->operand : nullptr;
}

bool isVolatile(const Expr *place) {
  const Symbol *v = rootVariable(place);
  return v && v->isVolatile;
}

bool isActiveSomewhere(const Expr *e, const RunContext &context) {
  bool active = false;
  forEach(e, [&](const Expr *x) { active = active || (x->isPlace() && context.isActive(x)); });
  return active;
}

/// What a branch of a choice may be. The derivative of an element is read whichever is chosen, and outside of its array
/// there is none: only Fortran's merge computes both.
bool isSafeBranch(const Expr *e, bool bothAreComputed) {
  while (const Expr *inner = passedThrough(e))
    e = inner;
  return (e->isPlace() && bothAreComputed) || operands(e).empty();
}

bool isChoice(const Expr *e) {
  auto *function = llvm::dyn_cast<Intrinsic>(e);
  return llvm::isa<Conditional>(e) || (function && function->name == "merge");
}

/// Whether all ways from active places to the value are through real numbers and operations with partials.
bool canFlattenValue(const Expr *e, const RunContext &context) {
  if (!isActiveSomewhere(e, context))
    return true;
  if (!e->type || !e->type->isReal())
    return false;
  if (e->isPlace())
    return !isVolatile(e) && !llvm::isa<ComplexPart>(e);
  if (const Expr *operand = passedThrough(e))
    return canFlattenValue(operand, context);
  if (!Operation::isOperation(e))
    return false;
  Operation operation(e, context.language);
  for (unsigned i = 0; i < operation.arguments().size(); ++i) {
    const Expr *argument = operation.arguments()[i];
    if (!argument || operation.treatment(i) == Treatment::Zero || !isActiveSomewhere(argument, context))
      continue;
    if (!operation.hasPartial(i) || !canFlattenValue(argument, context) ||
        (isChoice(e) && !isSafeBranch(argument, !llvm::isa<Conditional>(e))))
      return false;
  }
  return true;
}

} // namespace

bool canFlatten(const Stmt &s, const RunContext &context) {
  auto *assign = llvm::dyn_cast<Assign>(&s);
  if (!assign || assign->mask || isVolatile(assign->place))
    return false;
  // `p(0:) => q`: the pointer is not the place.
  if (assign->place->type->isPointer() && llvm::isa<Element>(assign->place) &&
      llvm::cast<Element>(assign->place)->isSection())
    return false;
  if (!context.isActive(assign->place))
    return true;
  return assign->place->type->isReal() && !llvm::isa<ComplexPart>(assign->place) && assign->value->type->isReal() &&
         canFlattenValue(assign->value, context);
}

// ---- What was written --------------------------------------------------------------------------

namespace {

/// What an assignment of the run wrote.
struct Definition {
  PlaceUse use;
  Position at;
  size_t graph = 0;
  bool active = false;
  std::optional<Vertex> vertex = {}; ///< nothing: a constant
  bool overwritten = false;     ///< for sure, by a later one
  bool needed = false;          ///< behind its graph
  size_t seen = 0;              ///< by the last read that asked
};

/// The definitions of a run so far, by where they are. Those of one line are never compared with each other.
class Definitions {
public:
  explicit Definitions(const RunContext &context) : context(context) {}

  std::vector<Definition> all; ///< in the order of the assignments

  void add(Definition d) {
    size_t id = all.size();
    if (d.at.line) {
      auto [last, isNew] = latest.try_emplace({d.at.line, d.at.point}, id);
      if (!isNew) {
        all[last->second].overwritten = true;
        remove(last->second);
        last->second = id;
      }
    }
    for (unsigned region : d.at.regions)
      regions[region][d.at.line].insert(id);
    all.push_back(std::move(d));
  }

  /// What a read may see: the last definition that certainly is of its address, and later ones that may be.
  struct Sources {
    std::optional<size_t> certain;
    std::vector<size_t> possible;
  };

  Sources of(const PlaceUse &read, const Position &at) {
    Sources out;
    if (at.line)
      if (auto found = latest.find({at.line, at.point}); found != latest.end())
        out.certain = found->second;
    ++reads;
    unsigned compared = 0;
    auto look = [&](const std::map<unsigned, std::set<size_t>> &lines) {
      for (auto &[line, ids] : lines)
        if (!line || line != at.line)
          for (auto id = ids.rbegin(); id != ids.rend() && !(out.certain && *id < *out.certain); ++id)
            if (std::exchange(all[*id].seen, reads) != reads &&
                (++compared > mostCompared || context.mayMeet(all[*id].use, read)))
              out.possible.push_back(*id);
    };
    if (std::find(at.regions.begin(), at.regions.end(), Position::anywhere) != at.regions.end()) {
      for (auto &[region, lines] : regions)
        look(lines);
    } else {
      for (unsigned region : at.regions)
        if (auto found = regions.find(region); found != regions.end())
          look(found->second);
      if (auto found = regions.find(Position::anywhere); found != regions.end())
        look(found->second);
    }
    return out;
  }

private:
  /// Beyond so many comparisons for one read, addresses may be equal: no run takes more than its length in time.
  static constexpr unsigned mostCompared = 200;

  void remove(size_t id) {
    for (unsigned region : all[id].at.regions)
      regions[region][all[id].at.line].erase(id);
  }

  const RunContext &context;
  std::map<std::pair<unsigned, unsigned>, size_t> latest; ///< by line and point
  std::map<unsigned, std::map<unsigned, std::set<size_t>>> regions; ///< by line: those not overwritten
  size_t reads = 0;
};

// ---- Graphs ------------------------------------------------------------------------------------

/// Literals, named constants and what is computed from them.
bool isConstant(const Expr *e) {
  if (auto *variable = llvm::dyn_cast<Variable>(e))
    return variable->symbol->kind == SymbolKind::NamedConstant;
  if (e->isConstant())
    return true;
  std::vector<const Expr *> parts = operands(e);
  return Operation::isOperation(e) && !parts.empty() && std::all_of(parts.begin(), parts.end(), isConstant);
}

Label labelOf(const Operation &operation, unsigned argument) {
  if (operation.isPartial(argument, 1))
    return Label::One;
  if (operation.isPartial(argument, -1))
    return Label::MinusOne;
  rules::Reads reads = operation.reads(argument);
  bool fixed = !reads.result || isConstant(operation.expr());
  for (unsigned i = 0; i < reads.arguments.size(); ++i)
    fixed = fixed && (!reads.arguments[i] || isConstant(operation.arguments()[i]));
  return fixed ? Label::Constant : Label::Value;
}

/// The active part of a right-hand side, operands before what is made of them.
struct Plan {
  struct Node {
    const Expr *expr;
    Position at;                  ///< of a place that is read
    Definitions::Sources sources; ///< of the same
    std::vector<std::pair<unsigned, size_t>> arguments; ///< number and node; none: a place
    std::vector<Label> labels;                          ///< of the same
    Vertex vertex = 0;
  };
  std::vector<Node> nodes;
  std::optional<size_t> value; ///< nothing: a constant
};

class Flattener {
public:
  Flattener(const RunContext &context, size_t limit) : context(context), limit(limit), definitions(context) {}

  std::vector<Subgraph> run(const std::vector<const Assign *> &statements) {
    for (const Assign *s : statements)
      statement(*s);
    for (Definition &d : definitions.all)
      d.needed = d.active && (d.needed || (!d.overwritten && context.isReadAfter(d.use)));
    findDependents();
    for (Subgraph &g : graphs)
      dropUnused(g);
    return std::move(graphs);
  }

private:
  void statement(const Assign &s) {
    Plan plan;
    bool active = context.isActive(s.place);
    if (active)
      plan.value = read(s, s.value, plan);
    begin(s, plan);
    graphs.back().statements.push_back(&s);
    for (Plan::Node &node : plan.nodes)
      node.vertex = node.arguments.empty() ? place(s, node) : operation(s, node, plan);
    Definition d{{s.place, &s}, context.position({s.place, &s}), graphs.size() - 1, active};
    if (plan.value)
      d.vertex = plan.nodes[*plan.value].vertex;
    definitions.add(std::move(d));
  }

  // ---- What a statement reads ------------------------------------------------------------------

  /// The node of an expression; nothing: its derivative is zero.
  std::optional<size_t> read(const Assign &s, const Expr *e, Plan &plan) {
    if (e->isPlace())
      return readPlace(s, e, plan);
    if (const Expr *operand = passedThrough(e))
      return read(s, operand, plan);
    if (!Operation::isOperation(e))
      return std::nullopt;
    Operation operation(e, context.language);
    Plan::Node node{e, {}, {}, {}, {}};
    for (unsigned i = 0; i < operation.arguments().size(); ++i)
      if (operation.arguments()[i] && operation.treatment(i) == Treatment::Formula)
        if (auto argument = read(s, operation.arguments()[i], plan)) {
          node.arguments.push_back({i, *argument});
          node.labels.push_back(labelOf(operation, i));
        }
    if (node.arguments.empty())
      return std::nullopt;
    plan.nodes.push_back(std::move(node));
    return plan.nodes.size() - 1;
  }

  std::optional<size_t> readPlace(const Assign &s, const Expr *e, Plan &plan) {
    if (!context.isActive(e))
      return std::nullopt;
    Position at = context.position({e, &s});
    Definitions::Sources sources = definitions.of({e, &s}, at);
    if (isConstant(sources))
      return std::nullopt;
    plan.nodes.push_back({e, std::move(at), std::move(sources), {}, {}});
    return plan.nodes.size() - 1;
  }

  /// All that it may be was assigned in the run, and is constant.
  bool isConstant(const Definitions::Sources &sources) const {
    return sources.certain && !definitions.all[*sources.certain].vertex &&
           std::none_of(sources.possible.begin(), sources.possible.end(),
                        [&](size_t id) { return definitions.all[id].vertex.has_value(); });
  }

  // ---- Splitting -------------------------------------------------------------------------------

  /// Begins another graph where the one at hand cannot hold the statement.
  void begin(const Assign &s, const Plan &plan) {
    std::optional<Subgraph::Split> split = whySplit(s, plan);
    if (graphs.empty() || split) {
      graphs.emplace_back();
      if (graphs.size() > 1)
        graphs.back().split = split;
      inputs.clear();
    }
    for (const Plan::Node &node : plan.nodes) {
      if (node.sources.certain)
        need(*node.sources.certain);
      for (size_t id : node.sources.possible)
        need(id);
    }
  }

  std::optional<Subgraph::Split> whySplit(const Assign &s, const Plan &plan) const {
    if (graphs.empty())
      return std::nullopt;
    for (const Plan::Node &node : plan.nodes)
      for (size_t id : node.sources.possible)
        if (isInCurrent(id))
          return Subgraph::Split{definitions.all[id].use, {node.expr, &s}};
    return graphs.back().statements.size() >= limit ? std::optional(Subgraph::Split()) : std::nullopt;
  }

  bool isInCurrent(size_t id) const { return definitions.all[id].graph + 1 == graphs.size(); }

  /// By a read of the graph at hand.
  void need(size_t id) {
    if (!isInCurrent(id))
      definitions.all[id].needed = true;
  }

  // ---- Vertices --------------------------------------------------------------------------------

  Vertex add(const Assign &s, const Expr *e) {
    Subgraph &g = graphs.back();
    g.vertices.push_back({e, &s});
    return g.graph.vertices++;
  }

  Vertex place(const Assign &s, const Plan::Node &node) {
    if (node.sources.certain && isInCurrent(*node.sources.certain) && definitions.all[*node.sources.certain].vertex)
      return *definitions.all[*node.sources.certain].vertex;
    Subgraph &g = graphs.back();
    auto make = [&] {
      Vertex v = add(s, node.expr);
      g.graph.independents.push_back(v);
      g.independents.push_back({node.expr, &s});
      return v;
    };
    if (!node.at.line)
      return make();
    auto [known, isNew] = inputs.try_emplace({node.at.line, node.at.point}, 0);
    if (isNew)
      known->second = make();
    return known->second;
  }

  Vertex operation(const Assign &s, const Plan::Node &node, const Plan &plan) {
    Subgraph &g = graphs.back();
    Vertex v = add(s, node.expr);
    for (size_t i = 0; i < node.arguments.size(); ++i) {
      auto [argument, from] = node.arguments[i];
      g.graph.edges.push_back({plan.nodes[from].vertex, v, (graph::LabelId)g.partials.size()});
      g.graph.labels.push_back(node.labels[i]);
      g.partials.push_back({node.expr, argument, &s});
    }
    return v;
  }

  // ---- Dependents ------------------------------------------------------------------------------

  void findDependents() {
    for (const Definition &d : definitions.all) {
      if (!d.needed)
        continue;
      Subgraph &g = graphs[d.graph];
      Vertex v = d.vertex.value_or(g.graph.vertices);
      if (!d.vertex) {
        g.vertices.push_back({d.use.statement->value, d.use.statement});
        ++g.graph.vertices;
      }
      g.graph.dependents.push_back(v);
      g.dependents.push_back(d.use);
    }
  }

  /// Vertices from which no way leads to a dependent.
  static void dropUnused(Subgraph &g) {
    std::vector<bool> used(g.graph.vertices);
    for (Vertex v : g.graph.dependents)
      used[v] = true;
    for (auto edge = g.graph.edges.rbegin(); edge != g.graph.edges.rend(); ++edge)
      if (used[edge->to])
        used[edge->from] = true;
    Subgraph out;
    std::vector<Vertex> number(g.graph.vertices);
    for (Vertex v = 0; v < g.graph.vertices; ++v)
      if (used[v]) {
        number[v] = out.graph.vertices++;
        out.vertices.push_back(g.vertices[v]);
      }
    for (const graph::Edge &edge : g.graph.edges)
      if (used[edge.to]) {
        out.graph.edges.push_back({number[edge.from], number[edge.to], (graph::LabelId)out.partials.size()});
        out.graph.labels.push_back(g.graph.labels[edge.label]);
        out.partials.push_back(g.partials[edge.label]);
      }
    for (size_t i = 0; i < g.graph.independents.size(); ++i)
      if (used[g.graph.independents[i]]) {
        out.graph.independents.push_back(number[g.graph.independents[i]]);
        out.independents.push_back(g.independents[i]);
      }
    for (Vertex v : g.graph.dependents)
      out.graph.dependents.push_back(number[v]);
    out.dependents = std::move(g.dependents);
    out.statements = std::move(g.statements);
    out.split = g.split;
    g = std::move(out);
  }

  const RunContext &context;
  size_t limit;
  Definitions definitions;
  std::vector<Subgraph> graphs;
  std::map<std::pair<unsigned, unsigned>, Vertex> inputs; ///< independents of the graph at hand, by line and point
};

} // namespace

std::vector<Subgraph> flatten(const std::vector<const Assign *> &run, const RunContext &context, size_t limit) {
  return Flattener(context, limit).run(run);
}

} // namespace costate::analysis
