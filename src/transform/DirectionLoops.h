// Statements that move derivatives, as loops over the directions.
//
// Two such loops may run as one: an iteration touches its own direction only. What stands between
// them computes values and never touches a derivative, so the first loop may wait for the second
// unless a value it reads changes in between.
//
// An assignment of arrays becomes loops over the elements with the directions innermost where that
// is right (ElementLoops), else a loop over the directions around it. Sums over elements likewise.
#pragma once

#include "transform/ElementLoops.h"
#include "transform/LinearForm.h"

#include <set>

namespace costate::transform {

class DirectionLoops {
public:
  DirectionLoops(ir::Program &program, ir::Procedure &procedure, const Directions &directions,
                 Shadows &shadows, ArrayTemporaries &arrays,
                 const std::set<const ir::Symbol *> &fromOne, LinearForm::Keep keep)
      : program(program), b(program), procedure(procedure), directions(directions),
        shadows(shadows), arrays(arrays), elements(program, procedure, directions, shadows, arrays, fromOne), keep([this, keep](const ir::Expr *value, ir::Block &before) {
          const ir::Expr *place = keep(value, before);
          names.insert(ir::rootVariable(place));
          return place;
        }) {}

  /// Appends a statement that moves derivatives: as it is where it speaks of no single direction,
  /// else in a loop over them.
  void append(std::unique_ptr<ir::Assign>, ir::Block &out);

  ElementLoops &elementLoops() { return elements; }

  /// Loops that `out` holds so far stay where they are.
  void fence(const ir::Block &out) { last = out.empty() ? nullptr : out.back().get(); }

  bool mentionsIndex(const ir::Expr *) const;

private:
  using Sums = std::vector<std::pair<const ir::Expr *, const ir::Expr *>>; ///< and the places that hold them
  const ir::Expr *withoutSums(const ir::Expr *, Sums &, ir::Block &out);
  const ir::Expr *addends(const ir::Expr *);
  const ir::Expr *addUp(const ir::Expr *elements, ir::Block &out);
  bool appendChoice(const ir::Assign &, ir::Block &out);
  void appendInElements(std::unique_ptr<ir::Assign>, ir::Block &out);
  bool isLoop(const ir::Stmt &) const;
  void inLoop(std::unique_ptr<ir::Assign>, ir::Block &out);
  void mark(ir::For &) const;
  std::unique_ptr<ir::Stmt> earlierLoop(ir::Block &out) const;
  bool reads(const ir::For &loop, const ir::Assign &written) const;
  bool isShadow(const ir::Expr *) const;

  ir::Program &program;
  ir::Builder b;
  ir::Procedure &procedure;
  const Directions &directions;
  Shadows &shadows;
  ArrayTemporaries &arrays;
  ElementLoops elements;
  LinearForm::Keep keep;
  std::set<const ir::Symbol *> names; ///< variables that `keep` made
  const ir::Stmt *last = nullptr;     ///< the fence
  bool inElements = false;            ///< inside loops over elements, whose counters are taken
};

} // namespace costate::transform
