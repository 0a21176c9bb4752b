// VDG: every definition of a variable is taken to reach every use.
#include "analysis/ValueFlow.h"

#include "llvm/Support/Casting.h"

namespace costate::analysis {

using namespace ir;

namespace {

class VariableGraphBuilder {
public:
  VariableGraphBuilder(Memory &memory, EffectSummaries &effects, bool everyArgument)
      : memory(memory), flow(memory, effects, everyArgument) {}

  DependenceGraph build(const std::vector<Head> &heads) {
    for (auto &component : memory.bottomUp())
      for (const Procedure *p : component)
        procedure(p);
    for (const Head &head : heads) {
      for (const HeadVariable &x : head.independents)
        for (CellId id : cellsOf(memory, head, x))
          graph.independents.push_back(node(id));
      for (const HeadVariable &y : head.dependents)
        for (CellId id : cellsOf(memory, head, y))
          graph.dependents.push_back(node(id));
    }
    graph.finish();
    return std::move(graph);
  }

private:
  NodeId node(CellId id) {
    auto [at, fresh] = nodes.try_emplace(id, DependenceGraph::none);
    if (fresh) {
      const Cell &root = memory[memory.root(id)];
      bool shared = memory.isShared(id);
      at->second = graph.add({shared ? Node::Kind::Shared : Node::Kind::Variable,
                              shared ? nullptr : root.procedure, id});
    }
    return at->second;
  }

  void connect(const Procedure *p, CellId from, CellId to, Edge::Kind kind = Edge::Kind::Flow,
               uint32_t site = 0) {
    graph.connect(node(from), node(to), kind, site);
    if (kind != Edge::Kind::Call) // the target of a Call edge is the callee's
      for (CellId other : memory.aliases(p, to))
        graph.connect(node(to), node(other));
  }

  void procedure(const Procedure *p) {
    forEachStmt(p->body, [&](const Stmt &s) {
      if (auto *assign = llvm::dyn_cast<Assign>(&s))
        assignment(p, assign->place, assign->value);
      else if (auto *allocate = llvm::dyn_cast<Allocate>(&s); allocate && allocate->source)
        for (const Allocation &a : allocate->objects)
          flowInto(p, flow.allocated(p, a.place), allocate->source);
      else if (auto *call = llvm::dyn_cast<Call>(&s))
        this->call(p, *call);
    });
  }

  void assignment(const Procedure *p, const Expr *place, const Expr *value) {
    if (flow.copiesRecords(p, place, value,
                           [&](CellId from, CellId to) { connect(p, from, to); }))
      return;
    flowInto(p, flow.leaves(p, place), value);
  }

  void flowInto(const Procedure *p, const CellSet &targets, const Expr *value) {
    for (CellId from : flow.sources(p, value))
      for (CellId to : targets)
        connect(p, from, to);
  }

  void call(const Procedure *p, const Call &call) {
    for (const Procedure *target : memory.calls().targets(call)) {
      uint32_t site = flow.site(call, target);
      flow.forEachInput(p, call, target, [&](CellId from, CellId to) {
        connect(p, from, to, Edge::Kind::Call, site);
      });
      flow.forEachOutput(p, call, target, [&](CellId from, CellId to) {
        connect(p, from, to, Edge::Kind::Return, site);
      });
    }
    if (memory.calls().isKnown(call))
      return;
    for (const ValueFlow::Transfer &transfer : flow.outside(p, call))
      for (CellId from : transfer.inputs)
        for (CellId to : transfer.outputs)
          connect(p, from, to);
  }

  Memory &memory;
  ValueFlow flow;
  DependenceGraph graph;
  llvm::DenseMap<CellId, NodeId> nodes;
};

} // namespace

DependenceGraph buildVariableGraph(Memory &memory, EffectSummaries &effects,
                                   const std::vector<Head> &heads, bool everyArgument) {
  return VariableGraphBuilder(memory, effects, everyArgument).build(heads);
}

} // namespace costate::analysis
