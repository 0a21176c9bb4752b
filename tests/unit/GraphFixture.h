// Random computational graphs, and Jacobians by paths to compare with, in exact arithmetic modulo a prime.
#pragma once

#include "graph/Elimination.h"

#include <map>
#include <random>

namespace costate::graph {

/// An integer modulo 2^61 - 1: equal Jacobians have equal numbers, whatever the order of operations.
struct Residue {
  static constexpr uint64_t prime = (uint64_t(1) << 61) - 1;
  uint64_t value = 0;
  Residue() = default;
  explicit Residue(uint64_t v) : value(v % prime) {}
  Residue operator+(Residue b) const { return Residue(value + b.value); }
  Residue operator*(Residue b) const { return Residue(uint64_t((unsigned __int128)value * b.value % prime)); }
  bool operator==(const Residue &) const = default;
};

using Jacobian = std::map<std::pair<unsigned, unsigned>, Residue>; ///< by row and column

struct GraphShape {
  unsigned independents = 3, intermediates = 5, dependents = 3;
  unsigned density = 35;    ///< of edges, in percent
  unsigned units = 30;      ///< of labels that are one or minus one, in percent
  unsigned constants = 15;  ///< of labels
  unsigned shared = 15;     ///< of edges that take a label again
  unsigned nonmaximal = 25; ///< of dependents that are any vertex, in percent
  unsigned parallel = 10;   ///< of edges that come twice, in percent
};

ComputationalGraph randomGraph(std::mt19937 &, const GraphShape &);
GraphShape randomShape(std::mt19937 &, unsigned intermediates);

/// Every label is a Value of its own, and every maximal vertex is a dependent.
ComputationalGraph plainGraph(unsigned vertices, unsigned independents, std::vector<std::pair<Vertex, Vertex>> edges);

/// Numbers for the graph's labels. Values differ between seeds, constants do not.
std::vector<Residue> labelValues(const ComputationalGraph &, unsigned seed);
Jacobian byPaths(const ComputationalGraph &, const std::vector<Residue> &);
Jacobian run(const Accumulation &, std::vector<Residue> labels);

/// Runs the accumulation: the Jacobian, the kinds of all labels, and the count of operations are what they should be.
void expectCorrect(const ComputationalGraph &, const Accumulation &);

} // namespace costate::graph
