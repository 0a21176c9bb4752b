// IN and OUT of the paper: how each cell depends at a point of a procedure, sparsely.
//
// Only cells that the procedure has given values are held; all others have what they had on entry. A log lets
// the fold go back to where ways part, at the cost of what changed since.
#pragma once

#include "analysis/Deps.h"

namespace costate::analysis {

class DepsState {
public:
  using Changes = std::vector<std::pair<CellId, DepsRef>>; ///< by cell

  bool holds(CellId id) const { return cells.count(id); }
  DepsRef get(CellId id) const { return cells.lookup(id); }

  void set(CellId id, DepsRef deps) {
    auto [at, fresh] = cells.try_emplace(id);
    log.push_back({id, fresh, at->second});
    at->second = std::move(deps);
  }

  size_t mark() const { return log.size(); }
  /// What has been set since, and holds now.
  Changes since(size_t mark) const {
    std::map<CellId, DepsRef> changed;
    for (size_t i = mark; i < log.size(); ++i)
      changed[log[i].cell] = cells.lookup(log[i].cell);
    return {changed.begin(), changed.end()};
  }
  void undo(size_t mark) {
    for (; log.size() > mark; log.pop_back())
      if (log.back().fresh)
        cells.erase(log.back().cell);
      else
        cells[log.back().cell] = log.back().before;
  }
  /// In the order of cells.
  Changes all() const {
    std::map<CellId, DepsRef> sorted;
    for (auto &[id, deps] : cells)
      sorted[id] = deps;
    return {sorted.begin(), sorted.end()};
  }

private:
  struct Step {
    CellId cell;
    bool fresh;
    DepsRef before;
  };
  llvm::DenseMap<CellId, DepsRef> cells;
  std::vector<Step> log;
};

} // namespace costate::analysis
