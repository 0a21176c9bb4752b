// The directed line graph (Naumann 2004): its vertices, here nodes, are edges of the computational graph, and it has a
// face from one to another where the first ends at an intermediate vertex at which the second begins.
//
// (F1) The Jacobian is the sum over all chains of faces, from a node with a source (an independent) to a node with a
//      sink (a dependent), of the products of their labels.
// (F2) Eliminating a face adds the product of its nodes to the node that has the predecessors of the first and the
//      successors of the second, or to a new one. The chains through the face become chains through that node.
// (F3) A node without successors (or predecessors) that is no end is on no chain and goes.
// (F4) Nodes with the same predecessors, successors and ends are parallel and are added up.
#pragma once

#include "graph/EliminationGraph.h"

namespace costate::graph {

class LineGraph {
public:
  explicit LineGraph(const EliminationGraph &); ///< nodes in the order of the ends of their edges

  /// What was done to labels, for those who compute them.
  struct Record {
    enum class Kind { New, Add, Merge } kind; ///< target = or += left * right, or target += left
    unsigned target, left, right;
  };

  Operations eliminate(FaceElimination, std::vector<Record> *log = nullptr);
  bool has(FaceElimination) const;
  std::vector<FaceElimination> moves() const; ///< all faces
  Operations apply(FaceElimination face) { return eliminate(face); }
  bool isDone() const;
  std::vector<uint64_t> key() const;
  size_t leastRest() const;
  std::optional<FaceElimination> moveAt(Vertex) const; ///< a face between edges to and from the vertex
  unsigned size() const { return unsigned(nodes.size()); }

  struct Node {
    Kind kind;
    std::vector<unsigned> before, after; ///< sorted
    Vertex from, to;
    Vertex source, sink; ///< noEnd where it has none
    uint64_t paths;      ///< tells sets of paths apart, whatever their labels
    bool isAlive = true;
  };
  static constexpr Vertex noEnd = ~0u;
  const Node &operator[](unsigned i) const { return nodes[i]; }

private:
  std::optional<unsigned> find(const Node &like, unsigned except) const;
  void add(unsigned target, Kind, uint64_t paths, Operations &);
  void remove(unsigned node, std::vector<unsigned> &changed);
  void clean(std::vector<unsigned> changed, Operations &, std::vector<Record> *log);

  std::vector<Node> nodes;
};

} // namespace costate::graph
