#include "sparse_sets.h"

#include "costate_sparse.h"

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>

namespace costate::sparse {

namespace {

constexpr int shortList = 64; ///< longer lists are not looked up
constexpr size_t memorySize = 1 << 14;

uint32_t mixed(uint32_t hash, uint32_t value) {
  hash ^= value + 0x9e3779b9u + (hash << 6) + (hash >> 2);
  return hash * 0x85ebca6bu;
}

} // namespace

void stop(const char *why) {
  std::fprintf(stderr, "costate: error: %s\n", why);
  std::exit(EXIT_FAILURE);
}

IndexSets &indexSets() {
  static IndexSets sets;
  return sets;
}

void IndexSets::clear() { *this = {}; }

/// An upper bound of the number of elements.
int IndexSets::bound(Set s) const {
  if (s <= 0)
    return s < 0;
  const Node &n = nodes[s - 1];
  return n.isPair() ? n.added + nodes[n.list - 1].size : n.size;
}

std::pair<const int *, size_t> IndexSets::elements(Set s) {
  if (s <= 0) {
    single = -s;
    return {&single, s < 0};
  }
  flatten(s);
  return {indices.data() + node(s).begin, size_t(node(s).size)};
}

Set IndexSets::unite(Set a, Set b) {
  if (a == b || b == 0)
    return a;
  if (a == 0)
    return b;
  if (a > b)
    std::swap(a, b);
  if (memory.empty())
    memory.resize(memorySize);
  Remembered &last = memory[mixed(mixed(1, a), b) % memorySize];
  if (last.a != a || last.b != b)
    last = {a, b, computed(a, b)};
  return last.result;
}

Set IndexSets::computed(Set a, Set b) {
  if (bound(a) < bound(b))
    std::swap(a, b);
  if (b > 0)
    flatten(b);
  int few = bound(b), many = bound(a);
  if (few < many / 4 && many > shortList)
    return waiting(a, b);
  if (a > 0)
    flatten(a);
  return merged(a, b);
}

Set IndexSets::uniteAll(const Set *sets, int count) {
  if (count <= 2)
    return count == 0 ? 0 : unite(sets[0], sets[count - 1]);
  return unite(uniteAll(sets, count / 2), uniteAll(sets + count / 2, count - count / 2));
}

bool IndexSets::contains(Set list, int index) {
  if (list < 0)
    return index == -list;
  const int *begin = indices.data() + node(list).begin;
  return std::binary_search(begin, begin + node(list).size, index);
}

bool IndexSets::isSubset(Set few, Set list) {
  auto [begin, size] = elements(few);
  return std::all_of(begin, begin + size, [&](int index) { return contains(list, index); });
}

/// A large set and a few more: a pair, unless the large set has them already or enough have come together.
Set IndexSets::waiting(Set large, Set few) {
  Set list = node(large).isPair() ? node(large).list : large;
  if (isSubset(few, list))
    return large;
  Node pair;
  pair.large = large;
  pair.more = few;
  pair.list = list;
  pair.added = (node(large).isPair() ? node(large).added : 0) + bound(few);
  bool enough = pair.added > node(list).size;
  Set made = added(pair);
  if (enough)
    flatten(made);
  return made;
}

/// Merges what waits in a chain of pairs into one list. What hangs on the chain is flat already.
void IndexSets::flatten(Set s) {
  if (s <= 0 || !node(s).isPair())
    return;
  std::vector<int> waiting;
  Set list = s;
  for (; node(list).isPair(); list = node(list).large) {
    auto [begin, size] = elements(node(list).more);
    waiting.insert(waiting.end(), begin, begin + size);
  }
  std::sort(waiting.begin(), waiting.end());
  waiting.erase(std::unique(waiting.begin(), waiting.end()), waiting.end());
  size_t begin = indices.size(), old = node(list).begin, oldSize = node(list).size;
  indices.resize(begin + oldSize + waiting.size());
  auto end = std::set_union(indices.begin() + old, indices.begin() + old + oldSize, waiting.begin(), waiting.end(),
                            indices.begin() + begin);
  size_t size = end - (indices.begin() + begin);
  bool isNew = size > oldSize;
  indices.resize(isNew ? begin + size : begin);
  Node flat;
  flat.begin = isNew ? begin : old;
  flat.size = int(size);
  node(s) = flat;
}

/// The union of two lists; one of them where it has all.
Set IndexSets::merged(Set a, Set b) {
  int singles[2] = {-a, -b};
  auto range = [&](Set s, const int &single) -> std::pair<size_t, size_t> {
    if (s > 0)
      return {node(s).begin, node(s).begin + node(s).size};
    indices.push_back(single);
    return {indices.size() - 1, indices.size()};
  };
  size_t mark = indices.size();
  auto [i, iEnd] = range(a, singles[0]);
  auto [j, jEnd] = range(b, singles[1]);
  size_t sizeA = iEnd - i, sizeB = jEnd - j, begin = indices.size();
  indices.resize(begin + sizeA + sizeB);
  auto end = std::set_union(indices.begin() + i, indices.begin() + iEnd, indices.begin() + j,
                            indices.begin() + jEnd, indices.begin() + begin);
  size_t size = end - (indices.begin() + begin);
  if (size == sizeA || size == sizeB) {
    indices.resize(mark);
    return size == sizeA ? a : b;
  }
  if (begin != mark)
    std::copy(indices.begin() + begin, end, indices.begin() + mark);
  indices.resize(mark + size);
  return intern(mark, size);
}

/// Lists of one shape hash to neighbours: rows of a matrix come one after the other, and so do their buckets.
static uint32_t hashOf(const int *list, size_t size) {
  uint32_t shape = uint32_t(size);
  for (size_t k = 1; k < size; ++k)
    shape = mixed(shape, list[k] - list[0]);
  return shape + uint32_t(list[0]);
}

/// The list at the end of `indices` as a set; an equal one that is there already where it is short.
Set IndexSets::intern(size_t begin, size_t size) {
  Node list;
  list.begin = begin;
  list.size = int(size);
  if (size > size_t(shortList))
    return added(list);
  if (interned + 1 > table.size())
    growTable();
  list.hash = hashOf(indices.data() + begin, size);
  Set &bucket = table[list.hash & (table.size() - 1)];
  for (Set s = bucket; s; s = node(s).next) {
    const Node &known = node(s);
    if (known.hash == list.hash && known.size == list.size &&
        std::equal(indices.begin() + begin, indices.end(), indices.begin() + known.begin)) {
      indices.resize(begin);
      return s;
    }
  }
  ++interned;
  list.next = bucket;
  return bucket = added(list);
}

void IndexSets::growTable() {
  std::vector<Set> old = std::move(table);
  table.assign(std::max<size_t>(1024, 2 * old.size()), 0);
  for (Set first : old)
    for (Set s = first, next; s; s = next) {
      next = node(s).next;
      Set &bucket = table[node(s).hash & (table.size() - 1)];
      node(s).next = bucket;
      bucket = s;
    }
}

Set IndexSets::added(Node n) {
  if (nodes.size() >= size_t(INT_MAX))
    stop("there are too many index sets for their numbers");
  nodes.push_back(n);
  return Set(nodes.size());
}

} // namespace costate::sparse

// ---- C linkage ----------------------------------------------------------------------------------

using costate::sparse::indexSets;

int costate_single(int index) {
  if (index < 1)
    costate::sparse::stop("an index set holds numbers from 1 on");
  return -index;
}

int costate_union(int a, int b) { return indexSets().unite(a, b); }

int costate_union_all(const int *sets, int count) { return indexSets().uniteAll(sets, count); }

int costate_set_size(int set) { return int(indexSets().elements(set).second); }

void costate_set_elements(int set, int *result) {
  auto [begin, size] = indexSets().elements(set);
  std::copy(begin, begin + size, result);
}

void costate_sets_free(void) { indexSets().clear(); }
