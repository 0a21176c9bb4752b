#include "graph/LineGraph.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace costate::graph {

using Role = EliminationGraph::Role;

static void insert(std::vector<unsigned> &set, unsigned what) {
  set.insert(std::lower_bound(set.begin(), set.end(), what), what);
}
static void erase(std::vector<unsigned> &set, unsigned what) {
  set.erase(std::lower_bound(set.begin(), set.end(), what));
}

/// A well mixed odd number: products and sums of such are equal for equal sets of paths, and else by rare chance only.
static uint64_t fingerprint(uint64_t i) {
  uint64_t x = (i + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return (x ^ x >> 31) | 1;
}

LineGraph::LineGraph(const EliminationGraph &graph) {
  std::vector<std::vector<unsigned>> ending(graph.size()), beginning(graph.size());
  std::vector<EliminationGraph::EdgeId> ids;
  for (Vertex v = 0; v < graph.size(); ++v)
    ids.insert(ids.end(), graph.successors(v).begin(), graph.successors(v).end());
  std::sort(ids.begin(), ids.end(), [&](auto a, auto b) {
    return std::pair(graph.edge(a).from, graph.edge(a).to) < std::pair(graph.edge(b).from, graph.edge(b).to);
  });
  for (auto id : ids) {
    const auto &e = graph.edge(id);
    beginning[e.from].push_back(size());
    ending[e.to].push_back(size());
    nodes.push_back({graph.kind(id),
                     {},
                     {},
                     e.from,
                     e.to,
                     graph.role(e.from) == Role::Independent ? e.from : noEnd,
                     graph.role(e.to) == Role::Dependent ? e.to : noEnd,
                     fingerprint(size())});
  }
  for (unsigned i = 0; i < size(); ++i) {
    nodes[i].before = ending[graph.edge(ids[i]).from];
    nodes[i].after = beginning[graph.edge(ids[i]).to];
  }
}

bool LineGraph::has(FaceElimination f) const {
  return f.first < size() && nodes[f.first].isAlive &&
         std::binary_search(nodes[f.first].after.begin(), nodes[f.first].after.end(), f.second);
}

/// A neighbour knows all candidates; entries of the Jacobian have no neighbours.
std::optional<unsigned> LineGraph::find(const Node &like, unsigned except) const {
  auto fits = [&](unsigned i) {
    const Node &n = nodes[i];
    return i != except && n.isAlive && n.source == like.source && n.sink == like.sink && n.before == like.before &&
           n.after == like.after;
  };
  auto among = [&](const std::vector<unsigned> &candidates) -> std::optional<unsigned> {
    auto found = std::find_if(candidates.begin(), candidates.end(), fits);
    return found == candidates.end() ? std::nullopt : std::optional(*found);
  };
  if (!like.before.empty())
    return among(nodes[like.before.front()].after);
  if (!like.after.empty())
    return among(nodes[like.after.front()].before);
  for (unsigned i = 0; i < size(); ++i)
    if (fits(i))
      return i;
  return std::nullopt;
}

void LineGraph::add(unsigned target, Kind kind, uint64_t paths, Operations &cost) {
  Node &n = nodes[target];
  cost.additions += isAddition(n.kind, kind);
  n.kind = sumKind(n.kind, kind);
  n.paths += paths;
}

void LineGraph::remove(unsigned node, std::vector<unsigned> &changed) {
  Node &n = nodes[node];
  for (unsigned p : n.before)
    erase(nodes[p].after, node);
  for (unsigned s : n.after)
    erase(nodes[s].before, node);
  changed.insert(changed.end(), n.before.begin(), n.before.end());
  changed.insert(changed.end(), n.after.begin(), n.after.end());
  n = {n.kind, {}, {}, n.from, n.to, noEnd, noEnd, 0, false};
}

Operations LineGraph::eliminate(FaceElimination face, std::vector<Record> *log) {
  auto [first, second] = face;
  Operations cost;
  Node product{productKind(nodes[first].kind, nodes[second].kind),
               nodes[first].before,
               nodes[second].after,
               nodes[first].from,
               nodes[second].to,
               nodes[first].source,
               nodes[second].sink,
               nodes[first].paths * nodes[second].paths};
  cost.multiplications += isMultiplication(nodes[first].kind, nodes[second].kind);
  std::optional<unsigned> known = find(product, ~0u);
  unsigned target = known.value_or(size());
  if (log)
    log->push_back({known ? Record::Kind::Add : Record::Kind::New, target, first, second});
  if (known) {
    add(target, product.kind, product.paths, cost);
  } else {
    for (unsigned p : product.before)
      insert(nodes[p].after, target);
    for (unsigned s : product.after)
      insert(nodes[s].before, target);
    nodes.push_back(std::move(product));
  }
  erase(nodes[first].after, second);
  erase(nodes[second].before, first);
  std::vector<unsigned> changed{first, second};
  if (!known) {
    changed.insert(changed.end(), nodes[target].before.begin(), nodes[target].before.end());
    changed.insert(changed.end(), nodes[target].after.begin(), nodes[target].after.end());
  }
  clean(std::move(changed), cost, log);
  return cost;
}

/// (F3) and (F4), wherever neighbours have changed.
void LineGraph::clean(std::vector<unsigned> changed, Operations &cost, std::vector<Record> *log) {
  while (!changed.empty()) {
    unsigned i = changed.back();
    changed.pop_back();
    Node &n = nodes[i];
    if (!n.isAlive)
      continue;
    if ((n.after.empty() && n.sink == noEnd) || (n.before.empty() && n.source == noEnd)) {
      remove(i, changed);
    } else if (std::optional<unsigned> twin = find(n, i)) {
      unsigned kept = std::min(i, *twin), gone = std::max(i, *twin);
      if (log)
        log->push_back({Record::Kind::Merge, kept, gone, gone});
      add(kept, nodes[gone].kind, nodes[gone].paths, cost);
      remove(gone, changed);
      changed.push_back(kept);
    }
  }
}

// ---- as a state of a search -------------------------------------------------------------------------------

std::vector<FaceElimination> LineGraph::moves() const {
  std::vector<FaceElimination> result;
  for (unsigned i = 0; i < size(); ++i)
    for (unsigned j : nodes[i].after)
      result.push_back({i, j});
  return result;
}

bool LineGraph::isDone() const {
  return std::all_of(nodes.begin(), nodes.end(), [](const Node &n) { return n.after.empty(); });
}

std::optional<FaceElimination> LineGraph::moveAt(Vertex v) const {
  for (unsigned i = 0; i < size(); ++i)
    if (nodes[i].to == v && !nodes[i].after.empty())
      return FaceElimination{i, nodes[i].after.front()};
  return std::nullopt;
}

/// Nodes are told by their paths: numbers depend on the order in which they were made. Kinds follow from paths.
std::vector<uint64_t> LineGraph::key() const {
  std::vector<uint64_t> result;
  for (const Node &n : nodes) {
    if (n.isAlive && n.after.empty() && n.before.empty())
      result.push_back(n.paths);
    for (unsigned j : n.after)
      result.push_back(fingerprint(n.paths) * 3 + fingerprint(nodes[j].paths));
  }
  std::sort(result.begin(), result.end());
  return result;
}

/// As for edges: an independent and a dependent that are connected by chains of several nodes need a last product, and
/// a sum if they have a node as well, unless a factor might be a unit.
size_t LineGraph::leastRest() const {
  std::map<Vertex, Kind> first, last;
  std::map<std::pair<Vertex, Vertex>, bool> connected; // and whether there is a node
  auto least = [](std::map<Vertex, Kind> &kinds, Vertex v, Kind kind) {
    Kind &known = kinds.try_emplace(v, kind).first->second;
    known = std::min(known, kind);
  };
  for (unsigned i = 0; i < size(); ++i) {
    const Node &n = nodes[i];
    if (n.sink != noEnd && !n.before.empty())
      least(last, n.sink, n.kind);
    if (n.source == noEnd || n.after.empty())
      continue;
    least(first, n.source, n.kind);
    std::vector<bool> isSeen(size());
    std::vector<unsigned> open = n.after;
    while (!open.empty()) {
      unsigned j = open.back();
      open.pop_back();
      if (isSeen[j])
        continue;
      isSeen[j] = true;
      if (nodes[j].sink != noEnd)
        connected[{n.source, nodes[j].sink}] = false;
      open.insert(open.end(), nodes[j].after.begin(), nodes[j].after.end());
    }
  }
  for (const Node &n : nodes)
    if (n.isAlive && n.source != noEnd && n.sink != noEnd)
      if (auto found = connected.find({n.source, n.sink}); found != connected.end())
        found->second = true;
  size_t result = 0;
  for (auto &[ends, hasNode] : connected)
    if (isMultiplication(first[ends.first], last[ends.second]))
      result += 1 + hasNode;
  return result;
}

} // namespace costate::graph
