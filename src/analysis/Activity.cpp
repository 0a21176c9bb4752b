#include "analysis/Activity.h"

#include <algorithm>
#include <chrono>
#include <set>

namespace costate::analysis {

using namespace ir;

Activity::Activity(Program &program, const std::vector<Head> &heads, const Externals &externals,
                   const Options &options)
    : program(program), theHeads(heads), options(options) {
  auto timed = [&](const char *name, auto &&work) {
    auto begin = std::chrono::steady_clock::now();
    work();
    std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
    phases.push_back({name, elapsed.count()});
  };
  std::vector<Procedure *> roots;
  for (const Head &head : heads)
    roots.push_back(head.procedure);
  timed("memory", [&] {
    calls = std::make_unique<CallGraph>(program);
    cells = std::make_unique<Memory>(program, *calls, roots);
  });
  timed("effects", [&] { effects = std::make_unique<EffectSummaries>(*cells, &externals); });
  timed("graph", [&] {
    bool definitions = options.algorithm == ActivityAlgorithm::DefUseGraph;
    dependences = std::make_unique<DependenceGraph>(
        definitions ? buildDefUseGraph(*cells, *effects, heads, options.everyArgument)
                    : buildVariableGraph(*cells, *effects, heads, options.everyArgument));
  });
  timed("varied", [&] {
    varied = std::make_unique<Reachability>(*dependences, Sweep::Forward,
                                            dependences->independents, nullptr, options.explain);
  });
  timed("useful", [&] {
    active = std::make_unique<Reachability>(*dependences, Sweep::Backward,
                                            dependences->dependents, &varied->reached(),
                                            options.explain);
  });
}

bool Activity::isUseful(NodeId id) {
  if (!useful)
    useful = std::make_unique<Reachability>(*dependences, Sweep::Backward,
                                            dependences->dependents, nullptr, options.explain);
  return useful->reached()[id];
}

std::vector<Activity::Names> Activity::names() {
  std::map<const Procedure *, std::array<std::set<std::string>, 3>> sets;
  // Shared variables are listed with every procedure whose own statements have them.
  llvm::DenseMap<CellId, NodeId> sharedNodes;
  auto note = [&](const Procedure *p, NodeId id, const std::string &name) {
    if (isVaried(id))
      sets[p][0].insert(name);
    if (isUseful(id))
      sets[p][1].insert(name);
    if (isActive(id))
      sets[p][2].insert(name);
  };
  for (NodeId id = 1; id <= dependences->nodeCount(); ++id) {
    const Node &node = (*dependences)[id];
    if (node.kind == Node::Kind::Merge)
      continue;
    std::string name = cells->headName(node.cell);
    if (name.empty())
      continue;
    if (node.procedure && !cells->isShared(node.cell))
      note(node.procedure, id, name);
    else if (node.procedure && effects->of(node.procedure).mentioned.test(node.cell))
      note(node.procedure, id, name);
    else if (!node.procedure)
      sharedNodes[node.cell] = id;
  }
  for (auto &component : cells->bottomUp())
    for (const Procedure *p : component)
      for (CellId cell : effects->of(p).mentioned)
        if (auto found = sharedNodes.find(cell); found != sharedNodes.end())
          note(p, found->second, cells->headName(cell));
  std::vector<Names> out;
  std::set<const Procedure *> reached;
  for (auto &component : cells->bottomUp())
    reached.insert(component.begin(), component.end());
  for (const Procedure *p : procedures(program))
    if (reached.count(p)) {
      auto list = [&](int which) {
        return std::vector<std::string>(sets[p][which].begin(), sets[p][which].end());
      };
      out.push_back({p, list(0), list(1), list(2)});
    }
  return out;
}

std::vector<NodeId> Activity::pathTo(NodeId id) const { return varied->path(id); }

std::vector<NodeId> Activity::pathFrom(NodeId id) {
  isUseful(id);
  std::vector<NodeId> out = useful->path(id);
  std::reverse(out.begin(), out.end());
  return out;
}

std::vector<NodeId> Activity::pathThrough(NodeId id) const {
  std::vector<NodeId> out = varied->path(id), rest = active->path(id);
  if (out.empty() || rest.empty())
    return {};
  std::reverse(rest.begin(), rest.end());
  out.insert(out.end(), rest.begin() + 1, rest.end());
  return out;
}

} // namespace costate::analysis
