#include "graph/EliminationGraph.h"

#include <algorithm>
#include <cassert>

namespace costate::graph {

static uint64_t endsKey(Vertex from, Vertex to) { return uint64_t(from) << 32 | to; }

EliminationGraph::EliminationGraph(const ComputationalGraph &graph) : program(graph.labels) {
  keepPaths(graph);
  augment(graph);
  incoming.resize(size());
  outgoing.resize(size());
  incomingKinds.resize(size());
  outgoingKinds.resize(size());
  edges.reserve(graph.edges.size());
  ids.reserve(2 * graph.edges.size());
  for (const graph::Edge &e : graph.edges)
    if (roles[e.from] != Role::Unused && roles[e.to] != Role::Unused)
      add(e.from, e.to, program.factor(e.label));
  std::vector<bool> isDone(size());
  for (size_t row = 0; row < rowVertices.size(); ++row)
    if (Vertex v = rowVertices[row]; v >= graph.vertices && !isDone[v]) {
      add(graph.dependents[row], v, {});
      isDone[v] = true;
    }
}

/// Vertices on a path from an independent to a dependent get their roles. Edges go up, so one pass in each direction is
/// enough.
void EliminationGraph::keepPaths(const ComputationalGraph &graph) {
  std::vector<graph::Edge> byFrom = graph.edges;
  std::stable_sort(byFrom.begin(), byFrom.end(), [](auto &a, auto &b) { return a.from < b.from; });
  std::vector<bool> depends(graph.vertices), influences(graph.vertices);
  columns.assign(graph.vertices, 0);
  for (size_t column = 0; column < graph.independents.size(); ++column) {
    depends[graph.independents[column]] = true;
    columns[graph.independents[column]] = unsigned(column);
  }
  for (const graph::Edge &e : byFrom) {
    assert(e.from < e.to && e.to < graph.vertices && e.label < graph.labels.size());
    if (depends[e.from])
      depends[e.to] = true;
  }
  for (Vertex v : graph.dependents)
    influences[v] = true;
  for (auto e = byFrom.rbegin(); e != byFrom.rend(); ++e)
    if (influences[e->to])
      influences[e->from] = true;
  roles.assign(graph.vertices, Role::Unused);
  for (Vertex v = 0; v < graph.vertices; ++v)
    if (depends[v] && influences[v])
      roles[v] = Role::Intermediate;
  for (Vertex v : graph.independents)
    if (roles[v] != Role::Unused)
      roles[v] = Role::Independent;
}

/// Which vertices stand for the rows: new ones where a dependent has successors that matter or is an independent.
void EliminationGraph::augment(const ComputationalGraph &graph) {
  std::vector<bool> isMaximal(graph.vertices, true);
  for (const graph::Edge &e : graph.edges)
    if (roles[e.to] != Role::Unused)
      isMaximal[e.from] = false;
  std::vector<Vertex> standsFor(graph.vertices);
  std::vector<bool> isKnown(graph.vertices);
  for (Vertex v : graph.dependents) {
    if (!isKnown[v]) {
      isKnown[v] = true;
      standsFor[v] = v;
      if (roles[v] == Role::Independent || (roles[v] == Role::Intermediate && !isMaximal[v])) {
        standsFor[v] = size();
        roles.push_back(Role::Dependent);
      } else if (roles[v] == Role::Intermediate) {
        roles[v] = Role::Dependent;
      }
    }
    rowVertices.push_back(standsFor[v]);
  }
}

std::optional<EliminationGraph::EdgeId> EliminationGraph::find(Vertex from, Vertex to) const {
  auto found = ids.find(endsKey(from, to));
  if (found == ids.end() || edges[found->second].placeInSuccessors == ~0u)
    return std::nullopt;
  return found->second;
}

std::vector<Vertex> EliminationGraph::intermediates() const {
  std::vector<Vertex> result;
  for (Vertex v = 0; v < size(); ++v)
    if (roles[v] == Role::Intermediate)
      result.push_back(v);
  return result;
}

// ---- edges ------------------------------------------------------------------------------------------------

void EliminationGraph::count(EdgeId e, int change) {
  auto kind = size_t(this->kind(e));
  incomingKinds[edges[e].to][kind] += change;
  outgoingKinds[edges[e].from][kind] += change;
}

/// Parallel edges add up.
void EliminationGraph::add(Vertex from, Vertex to, Factor factor) {
  auto [known, isNew] = ids.try_emplace(endsKey(from, to), EdgeId(edges.size()));
  if (isNew)
    edges.push_back({from, to, {}, ~0u, ~0u});
  EdgeId id = known->second;
  Edge &e = edges[id];
  if (e.placeInSuccessors != ~0u) {
    count(id, -1);
    e.factor = program.sum(e.factor, factor);
  } else {
    e.factor = factor;
    e.placeInSuccessors = unsigned(outgoing[from].size());
    e.placeInPredecessors = unsigned(incoming[to].size());
    outgoing[from].push_back(id);
    incoming[to].push_back(id);
  }
  count(id, 1);
}

/// The last edge of the list takes the place.
void EliminationGraph::removeFrom(std::vector<EdgeId> &list, unsigned place, unsigned Edge::*which) {
  list[place] = list.back();
  edges[list[place]].*which = place;
  list.pop_back();
}

void EliminationGraph::remove(EdgeId id) {
  count(id, -1);
  Edge &e = edges[id];
  removeFrom(outgoing[e.from], e.placeInSuccessors, &Edge::placeInSuccessors);
  removeFrom(incoming[e.to], e.placeInPredecessors, &Edge::placeInPredecessors);
  e.placeInSuccessors = e.placeInPredecessors = ~0u;
}

/// Lists have the order in which edges came and went; programs are easier to read when they follow the vertices.
std::vector<EliminationGraph::EdgeId> EliminationGraph::sorted(const std::vector<EdgeId> &list,
                                                               Vertex Edge::*by) const {
  std::vector<EdgeId> result = list;
  std::sort(result.begin(), result.end(), [&](EdgeId a, EdgeId b) { return edges[a].*by < edges[b].*by; });
  return result;
}

// ---- elimination ------------------------------------------------------------------------------------------

size_t EliminationGraph::multiplications(Vertex v) const {
  auto [unitsIn, constantsIn, valuesIn] = incomingKinds[v];
  auto [unitsOut, constantsOut, valuesOut] = outgoingKinds[v];
  return size_t(valuesIn) * (valuesOut + constantsOut) + size_t(constantsIn) * valuesOut;
}

void EliminationGraph::eliminate(Vertex v) {
  assert(roles[v] == Role::Intermediate);
  size_t before = program.unshared.total();
  std::vector<EdgeId> from = sorted(incoming[v], &Edge::from), to = sorted(outgoing[v], &Edge::to);
  for (EdgeId in : from)
    for (EdgeId out : to)
      add(edges[in].from, edges[out].to, program.product(edges[in].factor, edges[out].factor));
  for (EdgeId in : from)
    remove(in);
  for (EdgeId out : to)
    remove(out);
  roles[v] = Role::Unused;
  eliminated.push_back({v, program.unshared.total() - before});
}

void EliminationGraph::eliminateFront(EdgeId id) {
  Vertex from = edges[id].from, v = edges[id].to;
  assert(roles[v] == Role::Intermediate);
  std::vector<EdgeId> to = sorted(outgoing[v], &Edge::to);
  for (EdgeId out : to)
    add(from, edges[out].to, program.product(edges[id].factor, edges[out].factor));
  remove(id);
  if (incoming[v].empty()) {
    for (EdgeId out : to)
      remove(out);
    roles[v] = Role::Unused;
  }
}

void EliminationGraph::eliminateBack(EdgeId id) {
  Vertex v = edges[id].from, to = edges[id].to;
  assert(roles[v] == Role::Intermediate);
  std::vector<EdgeId> from = sorted(incoming[v], &Edge::from);
  for (EdgeId in : from)
    add(edges[in].from, to, program.product(edges[in].factor, edges[id].factor));
  remove(id);
  if (outgoing[v].empty()) {
    for (EdgeId in : from)
      remove(in);
    roles[v] = Role::Unused;
  }
}

// ---- the Jacobian -----------------------------------------------------------------------------------------

Accumulation EliminationGraph::finish() {
  std::vector<Entry> entries;
  for (Vertex v = 0; v < size(); ++v)
    if (roles[v] == Role::Independent)
      for (EdgeId e : sortedSuccessors(v))
        entries.push_back({v, edges[e].to, edges[e].factor});
  return finish(entries);
}

Accumulation EliminationGraph::finish(const std::vector<Entry> &entries) {
  std::vector<std::vector<Entry>> byDependent(size());
  for (const Entry &e : entries) {
    assert(roles[e.independent] == Role::Independent && roles[e.dependent] == Role::Dependent);
    byDependent[e.dependent].push_back(e);
  }
  Accumulation result;
  for (unsigned row = 0; row < rowVertices.size(); ++row) {
    std::vector<Entry> &list = byDependent[rowVertices[row]];
    std::sort(list.begin(), list.end(),
              [&](const Entry &a, const Entry &b) { return columns[a.independent] < columns[b.independent]; });
    for (const Entry &e : list)
      result.entries.push_back({row, columns[e.independent], program.label(e.factor)});
  }
  result.labels = std::move(program.labels);
  result.steps = std::move(program.steps);
  result.operations = program.operations;
  result.unshared = program.unshared;
  return result;
}

} // namespace costate::graph
