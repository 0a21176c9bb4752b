#include "analysis/CellBits.h"

#include <bit>

namespace costate::analysis {

// ---- Nodes ------------------------------------------------------------------------------------------------

/// Nodes come and go by the million, all of one size: those that are free wait in a list. Their memory is not given
/// back before the end.
struct CellBits::Pool {
  static constexpr size_t many = 1024;
  struct Chunk {
    Chunk *next;
    Node nodes[many];
  };
  static inline Chunk *chunks = nullptr;
  static inline Node *free = nullptr; ///< linked by their first children

  static Node *take() {
    if (!free) {
      chunks = new Chunk{chunks, {}};
      for (Node &n : chunks->nodes) {
        n.child[0] = free;
        free = &n;
      }
    }
    Node *n = free;
    free = n->child[0];
    n->references = 1;
    return n;
  }
  static void give(Node *n) {
    n->child[0] = free;
    free = n;
  }
};

void CellBits::discard(Node *n) {
  if (!n->isLeaf())
    for (Node *child : n->child)
      release(child);
  Pool::give(n);
}

CellBits::Node *CellBits::leaf(uint32_t group, uint64_t first, uint64_t second) {
  Node *n = Pool::take();
  n->group = group;
  n->bit = 0;
  n->words[0] = first;
  n->words[1] = second;
  return n;
}

CellBits::Node *CellBits::branch(uint32_t group, uint32_t bit, Node *first, Node *second) {
  Node *n = Pool::take();
  n->group = group;
  n->bit = bit;
  n->child[0] = first;
  n->child[1] = second;
  return n;
}

/// A branch over two trees, neither of which is around the other.
CellBits::Node *CellBits::apart(Node *a, Node *b) {
  uint32_t bit = std::bit_floor(a->group ^ b->group);
  if (a->group & bit)
    std::swap(a, b);
  return branch(a->group & ~(2 * bit - 1), bit, a, b);
}

/// A child to work on: of a branch with one owner, who gives it away, the branch's own reference, so that the child may
/// be changed in place if it has no other. withChildren then puts back what came of it.
CellBits::Node *CellBits::takenChild(Node *n, unsigned i) {
  return n->references == 1 ? std::exchange(n->child[i], nullptr) : retained(n->child[i]);
}

/// The branch, both of whose children have been taken, with others, which may be the same ones, or none.
CellBits::Node *CellBits::withChildren(Node *n, Node *first, Node *second) {
  bool isOwn = n->references == 1;
  if (first && second) {
    if (isOwn) {
      n->child[0] = first;
      n->child[1] = second;
      return n;
    }
    if (first == n->child[0] && second == n->child[1]) {
      release(first);
      release(second);
      return n;
    }
  }
  Node *out = !first ? second : !second ? first : branch(n->group, n->bit, first, second);
  isOwn ? Pool::give(n) : release(n);
  return out;
}

/// The leaf with other bits.
CellBits::Node *CellBits::withWords(Node *n, uint64_t first, uint64_t second) {
  if (n->references == 1 && (first || second)) {
    n->words[0] = first;
    n->words[1] = second;
    return n;
  }
  Node *out = first || second ? leaf(n->group, first, second) : nullptr;
  release(n);
  return out;
}

// ---- Operations --------------------------------------------------------------------------------------------

CellBits::Node *CellBits::unite(Node *a, Node *b, bool &changed) {
  if (a == b || !b)
    return a;
  if (!a) {
    changed = true;
    return retained(b);
  }
  if (a->isLeaf() && b->isLeaf() && a->group == b->group) {
    uint64_t first = a->words[0] | b->words[0], second = a->words[1] | b->words[1];
    if (first == a->words[0] && second == a->words[1])
      return a;
    changed = true;
    if (first == b->words[0] && second == b->words[1]) {
      release(a);
      return retained(b);
    }
    return withWords(a, first, second);
  }
  if (!a->isLeaf() && a->bit == b->bit && a->group == b->group) {
    Node *first = unite(takenChild(a, 0), b->child[0], changed), *second = unite(takenChild(a, 1), b->child[1], changed);
    a = withChildren(a, first, second);
    if (first == b->child[0] && second == b->child[1]) { // from here on they share all
      release(a);
      return retained(b);
    }
    return a;
  }
  if (a->isAround(b)) {
    unsigned side = a->side(b->group);
    Node *inner = unite(takenChild(a, side), b, changed), *other = takenChild(a, !side);
    return side ? withChildren(a, other, inner) : withChildren(a, inner, other);
  }
  changed = true;
  if (b->isAround(a)) {
    unsigned side = b->side(a->group);
    Node *inner = unite(a, b->child[side], changed), *other = retained(b->child[!side]);
    return side ? withChildren(retained(b), other, inner) : withChildren(retained(b), inner, other);
  }
  return apart(a, retained(b));
}

CellBits::Node *CellBits::intersect(Node *a, const Node *b, bool &changed) {
  if (!a || a == b)
    return a;
  if (b && a->isLeaf() && b->isLeaf() && a->group == b->group) {
    uint64_t first = a->words[0] & b->words[0], second = a->words[1] & b->words[1];
    if (first == a->words[0] && second == a->words[1])
      return a;
    changed = true;
    return withWords(a, first, second);
  }
  if (b && !a->isLeaf() && a->bit == b->bit && a->group == b->group) {
    Node *first = intersect(takenChild(a, 0), b->child[0], changed);
    Node *second = intersect(takenChild(a, 1), b->child[1], changed);
    return withChildren(a, first, second);
  }
  if (b && b->isAround(a))
    return intersect(a, b->child[b->side(a->group)], changed);
  changed = true;
  Node *inner = nullptr;
  if (b && a->isAround(b))
    inner = intersect(retained(a->child[a->side(b->group)]), b, changed);
  release(a);
  return inner;
}

/// Keeps no reference to any part of b.
CellBits::Node *CellBits::subtract(Node *a, const Node *b, bool &changed) {
  if (!a || !b)
    return a;
  if (a == b) {
    changed = true;
    release(a);
    return nullptr;
  }
  if (a->isLeaf() && b->isLeaf() && a->group == b->group) {
    uint64_t first = a->words[0] & ~b->words[0], second = a->words[1] & ~b->words[1];
    if (first == a->words[0] && second == a->words[1])
      return a;
    changed = true;
    return withWords(a, first, second);
  }
  if (!a->isLeaf() && a->bit == b->bit && a->group == b->group) {
    Node *first = subtract(takenChild(a, 0), b->child[0], changed);
    Node *second = subtract(takenChild(a, 1), b->child[1], changed);
    return withChildren(a, first, second);
  }
  if (a->isAround(b)) {
    unsigned side = a->side(b->group);
    Node *inner = subtract(takenChild(a, side), b, changed), *other = takenChild(a, !side);
    return side ? withChildren(a, other, inner) : withChildren(a, inner, other);
  }
  return b->isAround(a) ? subtract(a, b->child[b->side(a->group)], changed) : a;
}

bool CellBits::intersects(const Node *a, const Node *b) {
  if (!a || !b)
    return false;
  if (a == b)
    return true;
  if (a->isLeaf() && b->isLeaf())
    return a->group == b->group && ((a->words[0] & b->words[0]) || (a->words[1] & b->words[1]));
  if (a->isAround(b))
    return intersects(a->child[a->side(b->group)], b);
  if (b->isAround(a))
    return intersects(a, b->child[b->side(a->group)]);
  return a->bit == b->bit && a->group == b->group &&
         (intersects(a->child[0], b->child[0]) || intersects(a->child[1], b->child[1]));
}

bool CellBits::contains(const Node *a, const Node *b) {
  if (!b || a == b)
    return true;
  if (!a)
    return false;
  if (a->isLeaf() && b->isLeaf())
    return a->group == b->group && !(b->words[0] & ~a->words[0]) && !(b->words[1] & ~a->words[1]);
  if (a->isAround(b))
    return contains(a->child[a->side(b->group)], b);
  return a->bit == b->bit && a->group == b->group && contains(a->child[0], b->child[0]) &&
         contains(a->child[1], b->child[1]);
}

bool CellBits::equal(const Node *a, const Node *b) {
  if (a == b)
    return true;
  if (!a || !b || a->group != b->group || a->bit != b->bit)
    return false;
  if (a->isLeaf())
    return a->words[0] == b->words[0] && a->words[1] == b->words[1];
  return equal(a->child[0], b->child[0]) && equal(a->child[1], b->child[1]);
}

unsigned CellBits::count(const Node *n) {
  if (!n)
    return 0;
  return n->isLeaf() ? std::popcount(n->words[0]) + std::popcount(n->words[1])
                     : count(n->child[0]) + count(n->child[1]);
}

// ---- Sets ---------------------------------------------------------------------------------------------------

namespace {

constexpr unsigned groupBits = 7, wordBits = 6;

uint32_t groupOf(unsigned id) { return id >> groupBits; }
unsigned wordOf(unsigned id) { return id >> wordBits & 1; }
uint64_t maskOf(unsigned id) { return uint64_t(1) << (id & 63); }

} // namespace

unsigned CellBits::count() const { return count(root); }

bool CellBits::test(unsigned id) const {
  const Node *n = root;
  while (n && !n->isLeaf())
    n = n->child[n->side(groupOf(id))];
  return n && n->group == groupOf(id) && (n->words[wordOf(id)] & maskOf(id));
}

bool CellBits::test_and_set(unsigned id) {
  bool changed = false;
  Node *one = leaf(groupOf(id), wordOf(id) ? 0 : maskOf(id), wordOf(id) ? maskOf(id) : 0);
  root = unite(root, one, changed);
  release(one);
  return changed;
}

void CellBits::set(unsigned id) {
  if (!test(id))
    test_and_set(id);
}

void CellBits::reset(unsigned id) {
  if (!test(id))
    return;
  Node one{};
  one.group = groupOf(id);
  one.words[wordOf(id)] = maskOf(id);
  bool changed = false;
  root = subtract(root, &one, changed);
}

bool CellBits::operator|=(const CellBits &other) {
  bool changed = false;
  root = unite(root, other.root, changed);
  return changed;
}

bool CellBits::operator&=(const CellBits &other) {
  bool changed = false;
  root = intersect(root, other.root, changed);
  return changed;
}

bool CellBits::intersectWithComplement(const CellBits &other) {
  bool changed = false;
  root = subtract(root, other.root, changed);
  return changed;
}

int CellBits::find_first() const {
  const Node *n = root;
  while (n && !n->isLeaf())
    n = n->child[0];
  if (!n)
    return -1;
  unsigned word = n->words[0] ? 0 : 1;
  return int(n->group << groupBits | word << wordBits | unsigned(std::countr_zero(n->words[word])));
}

// ---- Iterators ------------------------------------------------------------------------------------------------

void CellBits::iterator::descend(const Node *n) {
  for (; !n->isLeaf(); n = n->child[0])
    pending[depth++] = n->child[1];
  leaf = n;
  word = 0;
  rest = n->words[0];
  settle();
}

/// Goes to the next word that has bits, and to the end after the last one.
void CellBits::iterator::settle() {
  if (!rest && word == 0) {
    word = 1;
    rest = leaf->words[1];
  }
  if (rest)
    return;
  if (depth)
    return descend(pending[--depth]);
  leaf = nullptr;
  word = 0;
}

unsigned CellBits::iterator::operator*() const {
  return leaf->group << groupBits | word << wordBits | unsigned(std::countr_zero(rest));
}

CellBits::iterator &CellBits::iterator::operator++() {
  rest &= rest - 1;
  settle();
  return *this;
}

} // namespace costate::analysis
