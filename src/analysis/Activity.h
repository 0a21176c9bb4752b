// Activity: which variables carry derivatives from the independents to the dependents.
//
// Varied: depends on an independent. Useful: a dependent depends on it. Active: both. Each along
// realizable paths of the variable dependence graph (flow-insensitive) or of the def-use graph
// (flow-sensitive). The useful sweep goes over varied nodes only, so a useful node lies on a path
// from independents to dependents, and is active.
#pragma once

#include "analysis/Reachability.h"

namespace costate::analysis {

enum class ActivityAlgorithm { VariableGraph, DefUseGraph };

class Activity {
public:
  struct Options {
    ActivityAlgorithm algorithm = ActivityAlgorithm::DefUseGraph;
    bool explain = false;       ///< keeps what `pathThrough` needs
    bool everyArgument = false; ///< the graph as the paper draws it
  };

  Activity(ir::Program &, const std::vector<Head> &, const Externals &, const Options &);

  /// Of one procedure: names as people and HEAD write them, in alphabetical order.
  struct Names {
    const ir::Procedure *procedure;
    std::vector<std::string> varied, useful, active;
  };
  /// Heads' procedures and all they reach, in the order of the program.
  std::vector<Names> names();

  /// Time by phase, in order.
  const std::vector<std::pair<std::string, double>> &seconds() const { return phases; }

  bool isVaried(NodeId id) const { return varied->reached()[id]; }
  /// Useful without regard to varied; computed when first asked for.
  bool isUseful(NodeId id);
  bool isActive(NodeId id) const { return active->reached()[id]; }

  const DependenceGraph &graph() const { return *dependences; }
  Memory &memory() { return *cells; }
  EffectSummaries &effectSummaries() { return *effects; }
  const std::vector<Head> &heads() const { return theHeads; }
  std::vector<std::pair<NodeId, NodeId>> summaries() const { return varied->summaries(); }

  /// Nodes from an independent through the node to a dependent; empty where it is not active.
  std::vector<NodeId> pathThrough(NodeId) const;
  std::vector<NodeId> pathTo(NodeId) const;   ///< from an independent
  std::vector<NodeId> pathFrom(NodeId);       ///< to a dependent

private:
  ir::Program &program;
  const std::vector<Head> &theHeads;
  Options options;
  std::unique_ptr<CallGraph> calls;
  std::unique_ptr<Memory> cells;
  std::unique_ptr<EffectSummaries> effects;
  std::unique_ptr<DependenceGraph> dependences;
  std::unique_ptr<Reachability> varied, useful, active;
  std::vector<std::pair<std::string, double>> phases;
};

} // namespace costate::analysis
