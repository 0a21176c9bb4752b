// A set of cells (or of any small numbers) that costs little to copy.
//
// Folds over a program hold sets of cells where control is, copy them at every branch and join them again, and nearly
// all of a copy stays as it was. So a set is a tree whose parts are shared: a copy is one reference more, and joining
// two sets looks only at the parts that are not the same. With words in a list, each branch of a procedure with n
// variables cost n/128 steps, which is n*n for the procedure.
//
// The tree is a Patricia tree (Okasaki and Gill, "Fast Mergeable Integer Maps", 1998) over groups of 128 numbers. A
// leaf has a group's bits, not all zero. A branch has two trees that differ in one bit of the group's number and agree
// in all above. Each set has one tree, whatever the order in which it was made: sets are equal where trees are.
//
// Nodes are changed in place where one tree alone holds them. Sets must not be shared by threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

namespace costate::analysis {

class CellBits {
  struct Node;

public:
  CellBits() = default;
  CellBits(const CellBits &other) : root(retained(other.root)) {}
  CellBits(CellBits &&other) noexcept : root(std::exchange(other.root, nullptr)) {}
  CellBits &operator=(const CellBits &other) {
    Node *old = std::exchange(root, retained(other.root));
    release(old);
    return *this;
  }
  CellBits &operator=(CellBits &&other) noexcept {
    Node *taken = std::exchange(other.root, nullptr);
    release(std::exchange(root, taken));
    return *this;
  }
  ~CellBits() { release(root); }

  bool empty() const { return !root; }
  unsigned count() const;
  bool test(unsigned) const;
  void set(unsigned);
  /// True where it was not in the set before.
  bool test_and_set(unsigned);
  void reset(unsigned);
  void clear() { release(std::exchange(root, nullptr)); }

  // True where the set has changed.
  bool operator|=(const CellBits &);
  bool operator&=(const CellBits &);
  bool intersectWithComplement(const CellBits &);

  bool intersects(const CellBits &other) const { return intersects(root, other.root); }
  /// Whether all of the other are in this one.
  bool contains(const CellBits &other) const { return contains(root, other.root); }
  bool operator==(const CellBits &other) const { return equal(root, other.root); }

  /// The least; -1: none.
  int find_first() const;

  /// In ascending order, through the set as it was when the iterator was made.
  class iterator {
  public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = unsigned;
    using difference_type = std::ptrdiff_t;
    using pointer = const unsigned *;
    using reference = unsigned;

    iterator() = default;
    explicit iterator(const CellBits &set) : all(retained(set.root)) {
      if (all)
        descend(all);
    }
    iterator(const iterator &other)
        : all(retained(other.all)), leaf(other.leaf), word(other.word), rest(other.rest), depth(other.depth) {
      for (unsigned i = 0; i < depth; ++i)
        pending[i] = other.pending[i];
    }
    iterator &operator=(const iterator &) = delete;
    ~iterator() { release(all); }

    unsigned operator*() const;
    iterator &operator++();
    bool operator==(const iterator &other) const {
      return leaf == other.leaf && word == other.word && rest == other.rest;
    }

  private:
    void descend(const Node *);
    void settle();

    static constexpr unsigned deepest = 25; ///< as many branches as a group's number has bits
    Node *all = nullptr;
    const Node *leaf = nullptr; ///< null: at the end
    unsigned word = 0;          ///< of the leaf
    uint64_t rest = 0;          ///< of the word: bits not yet passed
    unsigned depth = 0;
    const Node *pending[deepest];
  };
  using const_iterator = iterator;
  iterator begin() const { return iterator(*this); }
  iterator end() const { return {}; }

private:
  /// A tree's owner holds a reference. Functions that take a tree and give one take the reference over.
  struct Node {
    uint32_t references;
    uint32_t group; ///< of a branch: the bits above its own
    uint32_t bit;   ///< in which the two trees of a branch differ; 0: a leaf
    union {
      uint64_t words[2];
      Node *child[2];
    };
    bool isLeaf() const { return !bit; }
    /// Which of a branch's trees a group is in, if it is in one.
    bool side(uint32_t of) const { return of & bit; }
    bool mayHold(uint32_t of) const { return bit ? (of & ~(2 * bit - 1)) == group : of == group; }
    /// Whether the tree of a branch may lie in one of the two of this one.
    bool isAround(const Node *n) const { return bit > n->bit && mayHold(n->group); }
  };
  struct Pool;

  static Node *retained(Node *n) {
    if (n)
      ++n->references;
    return n;
  }
  static void release(Node *n) {
    if (n && !--n->references)
      discard(n);
  }
  static void discard(Node *);
  static Node *leaf(uint32_t group, uint64_t first, uint64_t second);
  static Node *branch(uint32_t group, uint32_t bit, Node *, Node *);
  static Node *apart(Node *, Node *);
  static Node *takenChild(Node *, unsigned);
  static Node *withChildren(Node *, Node *, Node *);
  static Node *withWords(Node *, uint64_t first, uint64_t second);
  static Node *unite(Node *, Node *, bool &changed);
  static Node *intersect(Node *, const Node *, bool &changed);
  static Node *subtract(Node *, const Node *, bool &changed);
  static bool intersects(const Node *, const Node *);
  static bool contains(const Node *, const Node *);
  static bool equal(const Node *, const Node *);
  static unsigned count(const Node *);

  Node *root = nullptr;
};

} // namespace costate::analysis
