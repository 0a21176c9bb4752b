// Best-first search over the states of a small graph: the cheapest way to the end, if the budget suffices.
#pragma once

#include "graph/KindMatrix.h"

#include <algorithm>
#include <map>
#include <queue>
#include <tuple>

namespace costate::graph {

template <class Move> struct Moves {
  std::vector<Move> moves;
  Operations cost;
  bool isOptimal = false;
};

/// A State has moves(), apply(move) that returns its cost, isDone(), leastRest() that no way to the end is below, and a
/// key() that is equal only for states from which the same costs lead to the end. Returns something cheaper than
/// `known`, or `known`. Each move that is tried is taken from the budget.
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
