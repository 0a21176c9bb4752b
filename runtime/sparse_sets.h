// Index sets by handle.
//
// A handle is 0 (empty), -k (the set {k}, which is nowhere stored) or the number of a node. A node is a sorted
// list, or a pair of handles that is not merged yet: a large set and a few indices more. Merging waits until the
// additions weigh as much as the large set, so that `f = f + term` over n terms takes n log n steps and not n*n.
// Short lists are interned: sets that come again (in time loops, in every row of a matrix) take no memory again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace costate::sparse {

using Set = int;

class IndexSets {
public:
  Set unite(Set, Set);
  Set uniteAll(const Set *, int count);
  /// The elements, ascending; valid until the next call.
  std::pair<const int *, size_t> elements(Set);
  void clear();
  size_t count() const { return nodes.size(); } ///< handles are not larger

private:
  struct Node {
    size_t begin = 0;  ///< of a list, in `indices`
    int size = 0;      ///< of a list
    Set large = 0, more = 0; ///< of a pair; no list then
    Set list = 0;      ///< of a pair: the list at the bottom, below pairs of pairs
    int added = 0;     ///< of a pair: how many indices wait on top of that list
    uint32_t hash = 0;
    Set next = 0;      ///< of an interned list: another one of its bucket
    bool isPair() const { return large != 0; }
  };
  struct Remembered {
    Set a = 0, b = 0, result = 0;
  };

  Node &node(Set s) { return nodes[s - 1]; }
  int bound(Set) const;
  void flatten(Set);
  bool contains(Set list, int index);
  bool isSubset(Set few, Set list);
  Set computed(Set, Set);
  Set merged(Set, Set);
  Set waiting(Set large, Set few);
  Set added(Node);
  Set intern(size_t begin, size_t size);
  void growTable();

  std::vector<Node> nodes;
  std::vector<int> indices;
  std::vector<Set> table;  ///< buckets of interned lists
  size_t interned = 0;
  std::vector<Remembered> memory; ///< of the last unions, by hash
  int single = 0; ///< where elements() of a singleton points to
};

IndexSets &indexSets();

[[noreturn]] void stop(const char *why);

} // namespace costate::sparse
