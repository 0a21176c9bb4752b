// A computational graph while it is eliminated.
#pragma once

#include "graph/LabelProgram.h"

#include <array>

namespace costate::graph {

/// Only what lies on a path from an independent to a dependent, without parallel edges. Dependents that have successors
/// or are independents have got a vertex of their own behind a unit edge (Fig. 6), with a number above all of the
/// graph's: so every vertex is independent, dependent or between them.
class EliminationGraph {
public:
  explicit EliminationGraph(const ComputationalGraph &);

  enum class Role : uint8_t { Unused, Independent, Intermediate, Dependent };
  struct Edge {
    Vertex from, to;
    Factor factor;
    unsigned placeInSuccessors, placeInPredecessors;
  };
  using EdgeId = unsigned;

  unsigned size() const { return unsigned(roles.size()); }
  Role role(Vertex v) const { return roles[v]; }
  const std::vector<EdgeId> &predecessors(Vertex v) const { return incoming[v]; } ///< edges to v
  const std::vector<EdgeId> &successors(Vertex v) const { return outgoing[v]; }
  std::vector<EdgeId> sortedSuccessors(Vertex v) const { return sorted(outgoing[v], &Edge::to); }
  const Edge &edge(EdgeId e) const { return edges[e]; }
  Kind kind(EdgeId e) const { return program.kind(edges[e].factor); }
  std::optional<EdgeId> find(Vertex from, Vertex to) const;
  std::vector<Vertex> intermediates() const; ///< that are left, in the order of their numbers

  /// Multiplications that eliminating the vertex takes now, where no product is known yet.
  size_t multiplications(Vertex) const;

  void eliminate(Vertex);
  /// Takes the edge out: what reaches its end through it goes on to the successors of the end. The end must be an
  /// intermediate; it goes with its last edge.
  void eliminateFront(EdgeId);
  void eliminateBack(EdgeId); ///< the same for predecessors of its beginning

  struct Elimination {
    Vertex vertex;
    size_t cost; ///< unshared operations
  };
  const std::vector<Elimination> &eliminations() const { return eliminated; } ///< by eliminate(), in order

  Accumulation finish(); ///< when no intermediate vertex is left
  struct Entry {
    Vertex independent, dependent;
    Factor factor;
  };
  Accumulation finish(const std::vector<Entry> &);                ///< that somebody else has computed with the program
  const std::vector<Vertex> &rows() const { return rowVertices; } ///< which vertex stands for each dependent

  LabelProgram program;

private:
  void keepPaths(const ComputationalGraph &);
  void augment(const ComputationalGraph &);
  void add(Vertex from, Vertex to, Factor);
  void remove(EdgeId);
  void removeFrom(std::vector<EdgeId> &, unsigned place, unsigned Edge::*which);
  void count(EdgeId, int change);
  std::vector<EdgeId> sorted(const std::vector<EdgeId> &, Vertex Edge::*by) const;

  std::vector<Role> roles;
  std::vector<std::vector<EdgeId>> incoming, outgoing;
  std::vector<std::array<unsigned, 3>> incomingKinds, outgoingKinds; ///< how many edges of each kind
  std::vector<Edge> edges;
  std::unordered_map<uint64_t, EdgeId> ids; ///< by ends; an edge may be out of the graph
  std::vector<unsigned> columns;            ///< of independents
  std::vector<Vertex> rowVertices;          ///< of dependents
  std::vector<Elimination> eliminated;
};

} // namespace costate::graph
