// Searches over the states of a small graph, one move after the other: by layers of promising states, which is fast and
// proves nothing, and best first, which finds the cheapest way to the end if the budget suffices.
#pragma once

#include "graph/KindMatrix.h"

#include <algorithm>
#include <map>
#include <optional>
#include <queue>
#include <tuple>

namespace costate::graph {

template <class Move> struct Moves {
  std::vector<Move> moves;
  Operations cost;
  bool isOptimal = false;
};

// A State has moves(), apply(move) that returns its cost, isDone(), leastRest() that no way to the end is below,
// moveAt(v) that takes something of vertex v away, if there is something, and a key() that is equal only for states
// from which the same costs lead to the end. Both searches return something cheaper than `known`, or `known`. Each move
// that is tried is taken from the budget.

/// A few moves, and then one of the given orders of vertices to the end: so every state that is looked at is also a
/// result. After each number of moves, those are followed that can be ended at the lowest cost, until that does not get
/// lower.
template <class State, class Move> class Detours {
public:
  Detours(Moves<Move> known, const std::vector<std::vector<unsigned>> &orders, size_t &budget)
      : best(std::move(known)), orders(orders), budget(budget) {}

  Moves<Move> search(const State &start) {
    std::vector<Node> layer{{start, {}, {}, 0}};
    finish(layer.front());
    for (unsigned idle = 0; !layer.empty() && idle < patience && budget > 0; ++idle) {
      size_t before = best.cost.total();
      layer = next(layer);
      if (best.cost.total() < before)
        idle = 0;
    }
    return best;
  }

private:
  static constexpr size_t width = 3;
  static constexpr unsigned patience = 3;
  struct Node {
    State state;
    Operations cost;
    std::vector<Move> moves;
    size_t total; ///< at the end of the best order
  };

  std::vector<Node> next(const std::vector<Node> &layer) {
    std::vector<Node> result;
    std::map<std::vector<uint64_t>, size_t> places;
    for (const Node &node : layer)
      for (const Move &move : node.state.moves()) {
        if (budget == 0)
          return {};
        Node child = node;
        apply(child, move);
        if (child.cost.total() + child.state.leastRest() >= best.cost.total())
          continue;
        auto [place, isNew] = places.try_emplace(child.state.key(), result.size());
        if (!isNew && !isCheaper(child.cost, result[place->second].cost))
          continue;
        finish(child);
        if (isNew)
          result.push_back(std::move(child));
        else
          result[place->second] = std::move(child);
      }
    std::stable_sort(result.begin(), result.end(), [](const Node &a, const Node &b) { return a.total < b.total; });
    if (result.size() > width)
      result.erase(result.begin() + width, result.end());
    return result;
  }

  void apply(Node &node, const Move &move) {
    budget -= budget > 0;
    node.cost = node.cost + node.state.apply(move);
    node.moves.push_back(move);
  }

  void finish(Node &node) {
    node.total = SIZE_MAX;
    for (const std::vector<unsigned> &order : orders) {
      Node end = node;
      for (unsigned v : order)
        while (auto move = end.state.moveAt(v))
          apply(end, *move);
      node.total = std::min(node.total, end.cost.total());
      if (isCheaper(end.cost, best.cost))
        best = {std::move(end.moves), end.cost};
    }
  }

  Moves<Move> best;
  const std::vector<std::vector<unsigned>> &orders;
  size_t &budget;
};

/// The cheapest of all ways, unless the budget ends before.
template <class State, class Move> Moves<Move> bestFirst(const State &start, Moves<Move> known, size_t &budget) {
  struct Node {
    State state;
    Operations cost;
    size_t parent;
    Move move;
  };
  std::vector<Node> nodes{{start, {}, 0, {}}};
  std::map<std::vector<uint64_t>, Operations> cheapest;
  using Entry = std::tuple<size_t, size_t, size_t>; // bound, multiplications, node
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  queue.push({start.leastRest(), 0, 0});
  known.isOptimal = true;
  while (!queue.empty()) {
    auto [bound, multiplications, at] = queue.top();
    queue.pop();
    if (bound >= known.cost.total())
      return known; // all others are as dear
    if (nodes[at].state.isDone()) {
      known.cost = nodes[at].cost;
      known.moves.clear();
      for (; at != 0; at = nodes[at].parent)
        known.moves.push_back(nodes[at].move);
      std::reverse(known.moves.begin(), known.moves.end());
      return known;
    }
    for (const Move &move : nodes[at].state.moves()) {
      if (budget == 0) {
        known.isOptimal = false;
        return known;
      }
      --budget;
      Node next{nodes[at].state, nodes[at].cost, at, move};
      next.cost = next.cost + next.state.apply(move);
      size_t total = next.cost.total() + next.state.leastRest();
      if (total >= known.cost.total())
        continue;
      auto [place, isNew] = cheapest.try_emplace(next.state.key(), next.cost);
      if (!isNew && !isCheaper(next.cost, place->second))
        continue;
      place->second = next.cost;
      queue.push({total, next.cost.multiplications, nodes.size()});
      nodes.push_back(std::move(next));
    }
  }
  return known;
}

} // namespace costate::graph
