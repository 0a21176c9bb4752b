// The directions of a vector tangent, and loops over them.
//
// With several directions every shadow has one more dimension, over the directions: the innermost in
// memory (first in Fortran, last in C), so that a loop over the directions vectorises. A derivative
// statement becomes such a loop; what does not depend on the direction is computed before it.
#pragma once

#include "ir/Builder.h"

#include <functional>

namespace costate::transform {

/// The directions as one derivative procedure knows them.
struct Directions {
  const ir::Expr *count = nullptr; ///< null: one direction, and shadows look like their originals
  ir::Symbol *index = nullptr;     ///< counts them in loops

  bool several() const { return count != nullptr; }
};

class DirectionLoops {
public:
  /// Gives a value a name: assigns it to a new variable before the loop.
  using Keep = std::function<const ir::Expr *(const ir::Expr *value, ir::Block &before)>;

  DirectionLoops(ir::Program &program, ir::Language language, const Directions &directions,
                 Keep keep)
      : program(program), b(program), language(language), directions(directions),
        keep(std::move(keep)) {}

  /// Appends a statement that moves derivatives: as it is where it speaks of no single direction,
  /// else in a loop over them. A loop that ends `out` takes the statement in: iterations touch
  /// nothing but their own direction, so the two loops may run as one.
  void append(std::unique_ptr<ir::Assign>, ir::Block &out);

  bool mentionsIndex(const ir::Expr *) const;

private:
  struct Term {
    const ir::Expr *varying;          ///< depends on the direction
    const ir::Expr *factor = nullptr; ///< the same in every direction; null: 1
    bool minus = false;
  };
  using Sum = std::vector<Term>;

  const ir::Expr *prepared(const ir::Expr *, ir::Block &before);
  const ir::Expr *linear(const ir::Expr *, ir::Block &before);
  Sum sum(const ir::Expr *, ir::Block &before);
  Sum scaled(Sum, const ir::Expr *factor, bool divide);
  static Sum negated(Sum);
  void add(Sum &, Term);
  const ir::Expr *rebuilt(const Sum &, ir::Block &before);
  const ir::Expr *invariant(const ir::Expr *, ir::Block &before);
  const ir::Expr *inside(const ir::Expr *, ir::Block &before);
  const ir::Expr *one(const ir::Type *);
  bool isLoop(const ir::Stmt &) const;

  ir::Program &program;
  ir::Builder b;
  ir::Language language;
  const Directions &directions;
  Keep keep;
};

} // namespace costate::transform
