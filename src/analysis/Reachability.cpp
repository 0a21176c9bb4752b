#include "analysis/Reachability.h"

#include <algorithm>

namespace costate::analysis {

Reachability::Reachability(const DependenceGraph &graph, Sweep sweep,
                           const std::vector<NodeId> &sources, const std::vector<bool> *within,
                           bool explain)
    : graph(graph), sweep(sweep), within(within), explain(explain),
      down(sweep == Sweep::Forward ? Edge::Kind::Call : Edge::Kind::Return),
      up(sweep == Sweep::Forward ? Edge::Kind::Return : Edge::Kind::Call),
      marks(graph.nodeCount() + 1) {
  for (NodeId source : sources)
    add(top, source, ~0ull);
  // Breadth first, so that explanations are short.
  for (size_t next = 0; next < open.size(); ++next) {
    visit(open[next]);
    if (next > 1u << 20) {
      open.erase(open.begin(), open.begin() + next + 1);
      next = -1;
    }
  }
}

void Reachability::add(EntryId entry, NodeId node, uint64_t before, uint64_t inside) {
  if (within && !(*within)[node])
    return;
  // Whatever is in a shared variable can be read with any procedure's callers on the stack.
  if (graph[node].kind == Node::Kind::Shared)
    entry = anywhere;
  Fact fact{entry, node};
  if (!facts.insert(fact.key()).second)
    return;
  marks[node] = true;
  if (explain) {
    origins[fact.key()] = {before, inside};
    firstFact.try_emplace(node, fact.key());
  }
  open.push_back(fact);
}

void Reachability::visit(Fact fact) {
  for (const Edge &e : edges(fact.node))
    if (e.kind == down)
      descend(fact, e);
    else if (e.kind == up)
      ascend(fact, e);
    else
      add(fact.entry, e.to, fact.key());
}

/// Into a procedure: the node there is an entry, and what is known of it comes back at once.
void Reachability::descend(Fact fact, const Edge &e) {
  if (within && !(*within)[e.to])
    return;
  callers[e.to].push_back({fact.entry, e.site, fact.key()});
  add(e.to, e.to, fact.key());
  if (auto found = exits.find(e.to); found != exits.end()) {
    std::vector<NodeId> known = found->second;
    for (NodeId exit : known)
      returns(fact.entry, e.site, exit, fact.key(), Fact{e.to, exit}.key());
  }
}

/// Out of a procedure, one edge for each call; `fact.node` is an exit.
void Reachability::ascend(Fact fact, const Edge &e) {
  if (fact.entry == anywhere)
    return add(anywhere, e.to, fact.key());
  if (fact.entry == top)
    return;
  // All calls that brought the entry here; done once, at the first of the exit's edges.
  auto &known = exits[fact.entry];
  if (std::find(known.begin(), known.end(), fact.node) != known.end())
    return;
  known.push_back(fact.node);
  if (auto found = callers.find(fact.entry); found != callers.end()) {
    std::vector<Caller> all = found->second;
    for (const Caller &caller : all)
      returns(caller.entry, caller.site, fact.node, caller.fact, fact.key());
  }
}

void Reachability::returns(EntryId caller, uint32_t site, NodeId exit, uint64_t before,
                           uint64_t inside) {
  llvm::ArrayRef<Edge> all = edges(exit);
  auto at = std::lower_bound(all.begin(), all.end(), std::pair(up, site),
                             [](const Edge &e, const std::pair<Edge::Kind, uint32_t> &key) {
                               return std::pair(e.kind, e.site) < key;
                             });
  for (; at != all.end() && at->kind == up && at->site == site; ++at)
    add(caller, at->to, before, inside);
}

std::vector<std::pair<NodeId, NodeId>> Reachability::summaries() const {
  std::vector<std::pair<NodeId, NodeId>> out;
  for (auto &[entry, all] : exits)
    for (NodeId exit : all)
      out.push_back({entry, exit});
  std::sort(out.begin(), out.end());
  return out;
}

/// Backwards from the fact to a source, or to where the procedure was entered.
void Reachability::trace(uint64_t fact, EntryId until, std::vector<NodeId> &out) const {
  for (uint64_t at = fact; at != ~0ull;) {
    out.push_back((NodeId)at);
    if ((NodeId)at == until)
      return;
    const Origin &origin = origins.find(at)->second;
    if (origin.inside != ~0ull)
      trace(origin.inside, origin.inside >> 32, out);
    at = origin.before;
  }
}

std::vector<NodeId> Reachability::path(NodeId node) const {
  std::vector<NodeId> out;
  auto found = firstFact.find(node);
  if (found == firstFact.end())
    return out;
  trace(found->second, top, out);
  std::reverse(out.begin(), out.end());
  return out;
}

} // namespace costate::analysis
