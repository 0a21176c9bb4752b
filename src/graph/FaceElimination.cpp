// Face elimination. Eliminating an edge is eliminating all its faces on one side; taking them one by one can save
// products that no order of edges saves: the bat graph of the tests is one for which it does.
#include "graph/FaceElimination.h"

#include "graph/EliminationOrders.h"

namespace costate::graph {

bool isSmallForFaces(const EliminationGraph &graph) {
  size_t faces = 0;
  for (Vertex v : graph.intermediates())
    faces += graph.predecessors(v).size() * graph.successors(v).size();
  return faces <= 100;
}

Moves<FaceElimination> searchFaces(const EliminationGraph &graph, Operations known,
                                   const std::vector<std::vector<Vertex>> &orders, size_t &budget) {
  LineGraph line(graph);
  auto best = Detours<LineGraph, FaceElimination>({{}, known}, orders, budget).search(line);
  return bestFirst(line, std::move(best), budget);
}

/// Computes the labels of nodes while a line graph is eliminated.
static void replay(const std::vector<LineGraph::Record> &log, std::vector<Factor> &factors, LabelProgram &program) {
  for (const LineGraph::Record &r : log) {
    Factor value =
        r.kind == LineGraph::Record::Kind::Merge ? factors[r.left] : program.product(factors[r.left], factors[r.right]);
    if (r.kind == LineGraph::Record::Kind::New)
      factors.push_back(value);
    else
      factors[r.target] = program.sum(factors[r.target], value);
  }
}

Accumulation accumulateFaces(const ComputationalGraph &computational, const std::vector<FaceElimination> &order) {
  EliminationGraph graph(computational);
  LineGraph line(graph);
  std::vector<LineGraph::Record> log;
  for (const FaceElimination &face : order)
    if (line.has(face))
      line.eliminate(face, &log);
  for (unsigned i = 0; i < line.size(); ++i)
    while (line[i].isAlive && !line[i].after.empty())
      line.eliminate({i, line[i].after.front()}, &log);

  std::vector<Factor> factors;
  for (Vertex v = 0; v < graph.size(); ++v)
    for (auto e : graph.sortedSuccessors(v))
      factors.push_back(graph.edge(e).factor);
  replay(log, factors, graph.program);
  std::vector<EliminationGraph::Entry> entries;
  for (unsigned i = 0; i < line.size(); ++i)
    if (line[i].isAlive)
      entries.push_back({line[i].source, line[i].sink, factors[i]});
  return graph.finish(entries);
}

Accumulation bestFaces(const ComputationalGraph &computational, size_t budget) {
  Accumulation known = bestEdges(computational, budget);
  known.isOptimal = false;
  EliminationGraph graph(computational);
  if (!isSmallForFaces(graph))
    return known;
  auto found = searchFaces(graph, known.unshared - graph.program.unshared, simpleOrders(graph), budget);
  if (!found.moves.empty())
    known = accumulateFaces(computational, found.moves);
  known.isOptimal = found.isOptimal;
  return known;
}

} // namespace costate::graph
