#include "graph/Sweeps.h"

#include "graph/EliminationGraph.h"

#include <algorithm>
#include <set>

namespace costate::graph {

/// Edges on paths from independents to dependents.
static std::vector<Edge> usedEdges(const ComputationalGraph &graph) {
  EliminationGraph roles(graph);
  auto isUsed = [&](Vertex v) { return roles.role(v) != EliminationGraph::Role::Unused; };
  std::vector<Edge> result;
  std::copy_if(graph.edges.begin(), graph.edges.end(), std::back_inserter(result),
               [&](const Edge &e) { return isUsed(e.from) && isUsed(e.to); });
  return result;
}

/// A sum for each place that gets several terms.
static size_t sums(const std::vector<size_t> &terms) {
  size_t result = 0;
  for (size_t n : terms)
    result += n > 1 ? n - 1 : 0;
  return result;
}

Operations sweepForward(const ComputationalGraph &graph) {
  Operations result;
  std::vector<size_t> terms(graph.vertices);
  for (const Edge &e : usedEdges(graph)) {
    result.multiplications += kindOf(graph.labels[e.label]) != Kind::Unit;
    ++terms[e.to];
  }
  result.additions = sums(terms);
  return result;
}

/// The adjoint of a dependent begins with its seed.
Operations sweepReverse(const ComputationalGraph &graph) {
  Operations result;
  std::vector<size_t> terms(graph.vertices);
  for (const Edge &e : usedEdges(graph)) {
    result.multiplications += kindOf(graph.labels[e.label]) != Kind::Unit;
    ++terms[e.from];
  }
  EliminationGraph roles(graph);
  for (Vertex v : graph.dependents)
    terms[v] += roles.role(v) != EliminationGraph::Role::Unused;
  result.additions = sums(terms);
  return result;
}

static Operations multiply(const Accumulation &a, unsigned Accumulation::Entry::*result) {
  Operations operations;
  std::vector<size_t> terms;
  for (const Accumulation::Entry &e : a.entries) {
    operations.multiplications += kindOf(a.labels[e.label]) != Kind::Unit;
    terms.resize(std::max<size_t>(terms.size(), e.*result + 1));
    ++terms[e.*result];
  }
  operations.additions = sums(terms);
  return operations;
}

Operations multiply(const Accumulation &a) { return multiply(a, &Accumulation::Entry::row); }
Operations multiplyTransposed(const Accumulation &a) { return multiply(a, &Accumulation::Entry::column); }

size_t storedLabels(const ComputationalGraph &graph) {
  std::set<LabelId> stored;
  for (const Edge &e : usedEdges(graph))
    if (graph.labels[e.label] == Label::Value)
      stored.insert(e.label);
  return stored.size();
}

size_t storedLabels(const Accumulation &a) {
  size_t first = a.labels.size() - a.steps.size();
  std::set<LabelId> stored;
  for (const Accumulation::Entry &e : a.entries) {
    LabelId id = e.label;
    if (id >= first)
      if (const Step &s = a.steps[id - first]; s.kind == Step::Kind::Product && a.labels[s.left] == Label::MinusOne)
        id = s.right;
    if (a.labels[id] == Label::Value)
      stored.insert(id);
  }
  return stored.size();
}

} // namespace costate::graph
