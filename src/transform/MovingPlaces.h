// Loops of a backward sweep that is written already: what does not change while they run, and places that move with their
// counters.
#pragma once

#include "ir/Builder.h"
#include "transform/AdjointPlaces.h"

#include <optional>
#include <set>

namespace costate::transform {

/// What does not change while a loop runs.
class LoopFacts {
public:
  LoopFacts(const ir::For &, const std::set<const ir::Symbol *> &addressed);

  /// Whether its body is assignments of numbers, branches and loops, and its bounds are the same afterwards.
  bool arePlain() const { return isPlainLoop; }

  /// 0: none that is known.
  int64_t step() const;

  /// An integer or a place that is the same in all iterations. Integers and pointers in memory are, where the body assigns
  /// none but variables that have no other name.
  bool isFixed(const ir::Expr *) const;

private:
  void read(const ir::Block &body);
  bool noteAssigned(const ir::Expr *place);
  void noteAssigned(const ir::Symbol *);

  static constexpr size_t mostStatements = 200;

  const ir::For &loop;
  const std::set<const ir::Symbol *> &addressed;
  std::set<const ir::Symbol *> assigned; ///< in the body
  bool assignsMemory = false;            ///< an integer or a pointer that may have other names
  size_t statements = 0;
  bool isPlainLoop = false;
};

/// `A(i + 3, j)`, seen from the counter i: the place without the number, and the number.
struct MovingPlace {
  const ir::Expr *without;
  int64_t distance;
};

/// Nothing where a place does not move with the counter by one subscript alone.
std::optional<MovingPlace> movingPlace(ir::Program &, const ir::Expr *place, const ir::For &, const LoopFacts &);

/// The place with something else for the counter.
const ir::Expr *withCounter(ir::Program &, const ir::Expr *place, const ir::For &, const ir::Expr *value);

/// Whether a loop runs at all.
const ir::Expr *runs(ir::Builder &, const ir::For &, ir::Language);

} // namespace costate::transform
