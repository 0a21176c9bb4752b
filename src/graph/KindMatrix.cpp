#include "graph/KindMatrix.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>

namespace costate::graph {

using Role = EliminationGraph::Role;

// ---- components -------------------------------------------------------------------------------------------

std::vector<Component> components(const EliminationGraph &graph) {
  std::vector<Vertex> leader(graph.size());
  std::iota(leader.begin(), leader.end(), 0);
  auto find = [&](Vertex v) {
    while (leader[v] != v)
      v = leader[v] = leader[leader[v]];
    return v;
  };
  std::vector<Vertex> all = graph.intermediates();
  for (Vertex v : all)
    for (auto e : graph.successors(v))
      if (Vertex to = graph.edge(e).to; graph.role(to) == Role::Intermediate)
        leader[find(to)] = find(v);
  std::vector<Component> result;
  std::vector<size_t> place(graph.size(), SIZE_MAX);
  for (Vertex v : all) {
    size_t &i = place[find(v)];
    if (i == SIZE_MAX) {
      i = result.size();
      result.emplace_back();
    }
    result[i].intermediates.push_back(v);
  }
  for (Component &c : result) {
    for (Vertex v : c.intermediates) {
      for (auto e : graph.predecessors(v))
        if (Vertex from = graph.edge(e).from; graph.role(from) == Role::Independent)
          c.independents.push_back(from);
      for (auto e : graph.successors(v))
        if (Vertex to = graph.edge(e).to; graph.role(to) == Role::Dependent)
          c.dependents.push_back(to);
    }
    for (auto *ends : {&c.independents, &c.dependents}) {
      std::sort(ends->begin(), ends->end());
      ends->erase(std::unique(ends->begin(), ends->end()), ends->end());
    }
  }
  return result;
}

std::vector<unsigned> numbers(const Component &c, const std::vector<Vertex> &vertices) {
  std::vector<unsigned> result;
  for (Vertex v : vertices)
    if (auto place = std::lower_bound(c.intermediates.begin(), c.intermediates.end(), v);
        place != c.intermediates.end() && *place == v)
      result.push_back(unsigned(place - c.intermediates.begin()));
  return result;
}

/// Dependents that paths of the component lead to from an independent: all of them, or those without Values.
static std::vector<Vertex> reached(const EliminationGraph &graph, const Component &c, Vertex from, bool byConstants) {
  std::vector<Vertex> open{from}, result;
  std::vector<bool> isSeen(c.intermediates.size());
  while (!open.empty()) {
    Vertex v = open.back();
    open.pop_back();
    for (auto e : graph.successors(v)) {
      Vertex to = graph.edge(e).to;
      if (byConstants && graph.kind(e) == Kind::Value)
        continue;
      auto place = std::lower_bound(c.intermediates.begin(), c.intermediates.end(), to);
      if (graph.role(to) == Role::Dependent && v != from) {
        result.push_back(to);
      } else if (place != c.intermediates.end() && *place == to && !isSeen[size_t(place - c.intermediates.begin())]) {
        isSeen[size_t(place - c.intermediates.begin())] = true;
        open.push_back(to);
      }
    }
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

bool shareConstants(const EliminationGraph &graph, const std::vector<Component> &parts) {
  if (parts.size() < 2)
    return false;
  struct Meeting {
    unsigned parts = 0;
    bool hasConstant = false;
  };
  std::map<std::pair<Vertex, Vertex>, Meeting> meetings;
  for (const Component &c : parts)
    for (Vertex from : c.independents) {
      for (Vertex to : reached(graph, c, from, false)) {
        Meeting &m = meetings[{from, to}];
        ++m.parts;
        if (auto direct = graph.find(from, to))
          m.hasConstant |= graph.kind(*direct) != Kind::Value;
      }
      for (Vertex to : reached(graph, c, from, true))
        meetings[{from, to}].hasConstant = true;
    }
  return std::any_of(meetings.begin(), meetings.end(),
                     [](auto &m) { return m.second.parts > 1 && m.second.hasConstant; });
}

// ---- bits -------------------------------------------------------------------------------------------------

KindMatrix::KindMatrix(const EliminationGraph &graph, const Component &c)
    : inner(unsigned(c.intermediates.size())), rowCount(inner + unsigned(c.independents.size())),
      columnCount(inner + unsigned(c.dependents.size())), words((columnCount + 63) / 64), bits(rowCount * 3 * words) {
  std::vector<Vertex> ends = c.intermediates;
  ends.insert(ends.end(), c.dependents.begin(), c.dependents.end());
  for (unsigned row = 0; row < rowCount; ++row)
    for (unsigned column = 0; column < columnCount; ++column)
      if (auto e = graph.find(row < inner ? c.intermediates[row] : c.independents[row - inner], ends[column]))
        set(row, column, graph.kind(*e));
}

void KindMatrix::set(unsigned row, unsigned column, Kind kind) {
  uint64_t bit = uint64_t(1) << column % 64;
  mask(row, Any)[column / 64] |= bit;
  mask(row, NotUnit)[column / 64] |= kind != Kind::Unit ? bit : 0;
  mask(row, Value)[column / 64] |= kind == Kind::Value ? bit : 0;
}

void KindMatrix::clear(unsigned row, unsigned column) {
  for (Mask m : {Any, NotUnit, Value})
    mask(row, m)[column / 64] &= ~(uint64_t(1) << column % 64);
}

void KindMatrix::clear(unsigned row) { std::fill_n(mask(row, Any), 3 * words, 0); }

bool KindMatrix::isEmpty(unsigned row) const {
  return std::all_of(mask(row, Any), mask(row, Any) + words, [](uint64_t w) { return w == 0; });
}

bool KindMatrix::isDone() const {
  for (unsigned v = 0; v < inner; ++v)
    if (!isEmpty(v))
      return false;
  return true;
}

// ---- elimination ------------------------------------------------------------------------------------------

KindMatrix::Products KindMatrix::products(unsigned row, unsigned vertex, unsigned word, uint64_t which) const {
  Kind in = kind(row, vertex);
  uint64_t any = mask(vertex, Any)[word] & which, notUnit = mask(vertex, NotUnit)[word] & which,
           value = mask(vertex, Value)[word] & which;
  Products p;
  p.any = any;
  p.notUnit = in == Kind::Unit ? notUnit : any;
  p.value = in == Kind::Value ? any : value;
  p.meeting = mask(row, Any)[word] & any;
  uint64_t multiplied = in == Kind::Unit ? 0 : in == Kind::Constant ? value : notUnit;
  p.cost.multiplications = size_t(std::popcount(multiplied));
  p.cost.additions = size_t(std::popcount(p.meeting & (mask(row, Value)[word] | p.value)));
  return p;
}

void KindMatrix::merge(unsigned row, unsigned word, const Products &p) {
  mask(row, Any)[word] |= p.any;
  mask(row, NotUnit)[word] |= p.notUnit | p.meeting;
  mask(row, Value)[word] |= p.value;
}

Operations KindMatrix::cost(unsigned vertex) const {
  Operations result;
  for (unsigned row = 0; row < rowCount; ++row)
    if (has(row, vertex))
      for (unsigned word = 0; word < words; ++word)
        result = result + products(row, vertex, word, ~uint64_t(0)).cost;
  return result;
}

Operations KindMatrix::eliminate(unsigned vertex) {
  Operations result;
  for (unsigned row = 0; row < rowCount; ++row)
    if (has(row, vertex)) {
      result = result + multiplyOut(row, vertex);
      clear(row, vertex);
    }
  clear(vertex);
  return result;
}

Operations KindMatrix::multiplyOut(unsigned row, unsigned vertex) {
  Operations result;
  for (unsigned word = 0; word < words; ++word) {
    Products p = products(row, vertex, word, ~uint64_t(0));
    result = result + p.cost;
    merge(row, word, p);
  }
  return result;
}

Operations KindMatrix::eliminateFront(unsigned from, unsigned to) {
  Operations result = multiplyOut(from, to);
  clear(from, to);
  bool isReached = false;
  for (unsigned row = 0; row < rowCount; ++row)
    isReached |= has(row, to);
  if (!isReached)
    clear(to);
  return result;
}

Operations KindMatrix::eliminateBack(unsigned from, unsigned to) {
  Operations result;
  unsigned word = to / 64;
  for (unsigned row = 0; row < rowCount; ++row)
    if (has(row, from)) {
      Products p = products(row, from, word, uint64_t(1) << to % 64);
      result = result + p.cost;
      merge(row, word, p);
    }
  clear(from, to);
  if (isEmpty(from))
    for (unsigned row = 0; row < rowCount; ++row)
      clear(row, from);
  return result;
}

// ---- a bound ----------------------------------------------------------------------------------------------

static void follow(std::vector<bool> &set, const std::vector<std::vector<bool>> &reaches, unsigned to) {
  set[to] = true;
  for (size_t i = 0; to < reaches.size() && i < set.size(); ++i)
    if (reaches[to][i])
      set[i] = true;
}

size_t KindMatrix::leastRest() const {
  std::vector<std::vector<bool>> reaches(inner, std::vector<bool>(columnCount));
  std::vector<Kind> last(columnCount, Kind::Value);
  for (unsigned v = inner; v-- > 0;)
    for (unsigned to = v + 1; to < columnCount; ++to)
      if (has(v, to)) {
        follow(reaches[v], reaches, to);
        last[to] = std::min(last[to], kind(v, to));
      }
  size_t result = 0;
  for (unsigned x = inner; x < rowCount; ++x) {
    Kind first = Kind::Value;
    std::vector<bool> through(columnCount);
    for (unsigned v = 0; v < inner; ++v)
      if (has(x, v)) {
        follow(through, reaches, v);
        first = std::min(first, kind(x, v));
      }
    for (unsigned y = inner; y < columnCount; ++y)
      if (through[y] && isMultiplication(first, last[y]))
        result += 1 + has(x, y);
  }
  return result;
}

} // namespace costate::graph
