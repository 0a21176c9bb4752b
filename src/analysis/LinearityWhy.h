// Why one variable depends on another as it does: the statements on one way from the one to the other.
//
// Of a nonlinear pair the way goes through a statement that makes it so: one whose value depends nonlinearly on the
// source although what it reads there depends linearly, or a condition or bound under which the value is written.
#pragma once

#include "analysis/LinearityFold.h"

#include <set>

namespace costate::analysis {

struct LinearityStep {
  const ir::Stmt *statement = nullptr;
  CellId written = 0;     ///< meaningless where the statement decides
  bool decides = false;   ///< it is a condition or bound
  bool nonlinear = false; ///< it makes the dependence nonlinear
};

class LinearityWhy {
public:
  LinearityWhy(Memory &memory, LinearityFold &fold, const ir::Procedure *p, std::set<CellId> of,
               std::set<CellId> on)
      : memory(memory), fold(fold), p(p), of(std::move(of)), on(std::move(on)) {}

  /// From the source on; empty: none of `of` depends on any of `on`.
  std::vector<LinearityStep> run();
  /// How they depend.
  Shape shape() const { return how; }

private:
  /// Something that gives a value, or decides over others.
  struct Event {
    LinearityStep step;
    Shape shape;                                    ///< on the source
    std::vector<std::pair<CellId, Shape>> inputs;   ///< what it reads that depends on the source
    bool direct = false;                            ///< it reads the source itself
    bool whole = false;                             ///< nothing of what was there is left
    std::vector<size_t> deciders;                   ///< events
  };

  void nest(const ir::Block &, std::vector<const ir::Stmt *> around);
  void visit(const ir::Stmt &);
  void read(Event &, const ir::Expr *);
  void read(Event &, CellId);
  void add(Event, const ir::Stmt &);
  Shape onSource(const DepsRef &) const;
  bool reaches(size_t writer, size_t reader, CellId) const;
  std::vector<LinearityStep> search(bool nonlinear);

  Memory &memory;
  LinearityFold &fold;
  const ir::Procedure *p;
  std::set<CellId> of, on;
  Shape how;
  std::map<const ir::Stmt *, std::vector<const ir::Stmt *>> enclosing;
  std::vector<Event> events;
  std::map<CellId, std::vector<size_t>> writers;
  std::map<const ir::Stmt *, size_t> decisions;
};

} // namespace costate::analysis
