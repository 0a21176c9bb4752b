// Values of variables where they differ from those at entry, in the order in which the variables came.
//
// The symbolic execution copies its state at every branch and keeps one for every loop and call, and from one to the
// next few values change. So states share their parts: a copy is one reference more, the ways through a branch are
// merged by a look at the parts that are not the same, and parts without what is looked for are passed over. With
// full copies, a procedure of n loops took n*n values.
//
// Values stand in a tree by the order of their variables, sixteen parts to a branch. Nodes are never changed. Each
// knows of what is below it whether there are bounds without a value, and the newest atom: an atom's arguments are
// older than the atom, so that no form mentions an atom newer than the newest of its own terms.
#pragma once

#include "analysis/Known.h"
#include "ir/Symbol.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <array>
#include <functional>
#include <memory>

namespace costate::analysis {

class LoopState {
  struct Node;
  using NodePtr = std::shared_ptr<const Node>;

public:
  struct Entry {
    const ir::Symbol *variable;
    Known known;
  };

  /// Null where the variable is as it was at entry.
  const Known *find(const ir::Symbol *) const;
  bool count(const ir::Symbol *v) const { return find(v); }
  void set(const ir::Symbol *, Known);
  void clear() { *this = LoopState(); }

  /// A variable's value, to be assigned.
  struct Slot {
    LoopState &state;
    const ir::Symbol *variable;
    void operator=(Known known) { state.set(variable, std::move(known)); }
  };
  Slot operator[](const ir::Symbol *v) { return {*this, v}; }

  /// Entries, but for those that another state is seen to have at the same place with the same value.
  void forEachUnlike(const LoopState &other, const std::function<void(const Entry &)> &) const;

  using Anew = std::function<Known(const Entry &)>;
  /// What became of the parts of states that have been restated in one way: they stay shared.
  using Restated = llvm::DenseMap<const Node *, std::pair<NodePtr, NodePtr>>; ///< what was, what is now
  /// Values that may mention an atom from this one on, said anew.
  void restate(symbolic::AtomId oldest, const Anew &, Restated &);
  /// Those of which no exact value is known.
  void restateIntervals(const Anew &);

  class iterator {
  public:
    iterator(const LoopState &state, size_t at) : state(state), at(at) {}
    const Entry &operator*() const { return *state.entryAt(at); }
    iterator &operator++() { return ++at, *this; }
    bool operator!=(const iterator &other) const { return at != other.at; }

  private:
    const LoopState &state;
    size_t at;
  };
  iterator begin() const { return {*this, 0}; }
  iterator end() const { return {*this, size}; }

private:
  static constexpr unsigned bits = 4, width = 1 << bits;
  struct Node {
    symbolic::AtomId newest = 0;
    bool hasInterval = false;
  };
  struct Leaf : Node {
    Entry entry;
  };
  struct Branch : Node {
    std::array<NodePtr, width> parts;
  };
  /// Where variables stand in this state or in one that was copied from it, or it from: mostly one place.
  using Places = llvm::DenseMap<const ir::Symbol *, llvm::SmallVector<unsigned, 1>>;

  const Entry *entryAt(size_t place) const;
  std::optional<size_t> placeOf(const ir::Symbol *) const;
  static NodePtr leafOf(const ir::Symbol *, Known);
  static NodePtr branchOf(Branch);
  static NodePtr with(const NodePtr &, unsigned height, size_t place, NodePtr leaf);
  static void visitUnlike(const Node *, unsigned height, const Node *other, unsigned otherHeight,
                          const std::function<void(const Entry &)> &);
  template <typename IsMeant>
  static NodePtr restated(const NodePtr &, unsigned height, const IsMeant &, const Anew &, Restated &);

  NodePtr root;
  unsigned height = 0; ///< branches above a leaf
  size_t size = 0;
  std::shared_ptr<Places> places;
};

} // namespace costate::analysis
