// A small graph during a search: which edges there are and of which kind. That is all that costs depend on.
#pragma once

#include "graph/EliminationGraph.h"

namespace costate::graph {

/// Intermediate vertices that are connected by edges between them, with the independents and dependents around them.
/// Components do not see each other: eliminating one changes nothing in another.
class Component {
public:
  std::vector<Vertex> intermediates, independents, dependents;

  /// Whether a search over sets of vertices, edges or faces has a chance; whether one over orders has.
  bool isSmall() const { return intermediates.size() <= 64 && bits() <= 1 << 14; }
  bool isSearchable() const { return bits() <= 1 << 18; }

private:
  size_t bits() const {
    return (intermediates.size() + independents.size()) * (intermediates.size() + dependents.size());
  }
};

std::vector<Component> components(const EliminationGraph &); ///< in the order of their first vertices
/// Those of the vertices that are intermediates of the component, by the numbers that a KindMatrix gives them.
std::vector<unsigned> numbers(const Component &, const std::vector<Vertex> &);
/// Whether costs of components may not just be added: sums of constants are free, so where components meet in an entry,
/// of which one path is constant, their order matters.
bool shareConstants(const EliminationGraph &, const std::vector<Component> &);

/// Vertices have new numbers. Rows are where edges begin: intermediates, then independents; columns where they end:
/// intermediates, then dependents. Edges of a row are bits of three masks; a Value is not a unit.
class KindMatrix {
public:
  KindMatrix(const EliminationGraph &, const Component &);

  unsigned intermediates() const { return inner; }
  unsigned rows() const { return rowCount; }
  unsigned columns() const { return columnCount; }
  bool has(unsigned row, unsigned column) const { return bit(row, Any, column); }
  Kind kind(unsigned row, unsigned column) const {
    return bit(row, Value, column) ? Kind::Value : bit(row, NotUnit, column) ? Kind::Constant : Kind::Unit;
  }

  Operations cost(unsigned vertex) const; ///< of eliminate()
  Operations eliminate(unsigned vertex);
  Operations eliminateFront(unsigned from, unsigned to);
  Operations eliminateBack(unsigned from, unsigned to);
  bool isDone() const;
  /// Operations that are left at least, in any order of edges: an independent and a dependent that are connected
  /// through intermediates need a last product, and a sum if they have an edge as well, unless a factor might be a
  /// unit. The first edges of all paths tell, and the last ones.
  size_t leastRest() const;

  const std::vector<uint64_t> &key() const { return bits; }

private:
  enum Mask { Any, NotUnit, Value };
  const uint64_t *mask(unsigned row, Mask m) const { return &bits[(row * 3 + m) * words]; }
  uint64_t *mask(unsigned row, Mask m) { return &bits[(row * 3 + m) * words]; }
  bool bit(unsigned row, Mask m, unsigned column) const { return mask(row, m)[column / 64] >> column % 64 & 1; }
  void set(unsigned row, unsigned column, Kind);
  void clear(unsigned row, unsigned column);
  void clear(unsigned row);
  bool isEmpty(unsigned row) const;
  /// Products of the edge from `row` to `vertex` with those from `vertex` in one word that `which` allows.
  struct Products {
    uint64_t any, notUnit, value, meeting;
    Operations cost;
  };
  Products products(unsigned row, unsigned vertex, unsigned word, uint64_t which) const;
  void merge(unsigned row, unsigned word, const Products &);
  Operations multiplyOut(unsigned row, unsigned vertex); ///< all of them; the edge stays

  unsigned inner, rowCount, columnCount, words;
  std::vector<uint64_t> bits;
};

inline Operations operator+(Operations a, Operations b) {
  return {a.multiplications + b.multiplications, a.additions + b.additions};
}
inline Operations operator-(Operations a, Operations b) {
  return {a.multiplications - b.multiplications, a.additions - b.additions};
}
/// Fewer operations, then fewer multiplications.
inline bool isCheaper(Operations a, Operations b) {
  return a.total() != b.total() ? a.total() < b.total() : a.multiplications < b.multiplications;
}

} // namespace costate::graph
