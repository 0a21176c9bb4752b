// Array assignments of derivatives as loops over the elements, so that the directions, not the
// elements, are innermost.
//
// Fortran evaluates the whole value before it stores anything. Element by element gives the same
// where no element that is written is read as another one: what is written occurs in the value only
// as the very same place, or as sections in step with it, and no pointer, target or shared storage gives
// it a second name. Elsewhere the value goes to an array of its own first.
#pragma once

#include "ir/Builder.h"
#include "transform/ArrayTemporaries.h"
#include "transform/Shadows.h"

#include <functional>
#include <optional>
#include <set>

namespace costate::transform {

class ElementLoops {
public:
  /// `fromOne` are allocatable arrays whose bounds start at 1.
  ElementLoops(ir::Program &program, ir::Procedure &procedure, const Directions &directions,
               Shadows &shadows, ArrayTemporaries &arrays,
               const std::set<const ir::Symbol *> &fromOne)
      : program(program), b(program), procedure(procedure), directions(directions),
        shadows(&shadows), arrays(arrays), fromOne(fromOne) {}
  /// In a procedure that has no derivatives yet.
  ElementLoops(ir::Program &program, ir::Procedure &procedure, const Directions &directions,
               ArrayTemporaries &arrays, const std::set<const ir::Symbol *> &fromOne)
      : program(program), b(program), procedure(procedure), directions(directions), arrays(arrays),
        fromOne(fromOne) {}

  /// Appends the assignment as a nest of loops, its innermost body made by `element` from the
  /// assignment of one element. False (and nothing done) where it has to stay as it is.
  using Element = std::function<void(std::unique_ptr<ir::Assign>, ir::Block &)>;
  bool append(const ir::Assign &, ir::Block &out, const Element &element);

  /// Appends loops over the elements of arrays of one shape, given as places and expressions among
  /// scalars; `body` fills the innermost, where `At` is one element of such an expression. False (and
  /// nothing done) where they cannot be taken element by element.
  using At = std::function<const ir::Expr *(const ir::Expr *)>;
  bool overElements(const std::vector<const ir::Expr *> &parts, Location, ir::Block &out,
                    const std::function<void(const At &, ir::Block &)> &body);

private:
  /// Where the elements of a place lie along one dimension of its shape.
  struct Axis {
    const ir::Expr *lower, *upper, *stride; ///< null stride: 1
  };
  using Axes = std::vector<Axis>;

  void nest(const ir::Assign &, const Axes &, ir::Block &out, const Element &element);
  void loopsAround(ir::Block inner, const Axes &, Location, ir::Block &out);
  void throughCopy(const ir::Assign &, const Axes &, ir::Block &out, const Element &element);
  bool mayGo(const ir::Assign &) const;
  bool isElementwise(const ir::Expr *) const;
  bool alignedWith(const ir::Expr *, const Axes &, unsigned dimension);
  std::optional<Axes> axes(const ir::Expr *place);
  Axis axis(const ir::Expr *base, unsigned dimension, const ir::Range *);
  const ir::Expr *bound(const char *name, const ir::Expr *base, unsigned dimension);
  const ir::Expr *extent(const Axis &);
  const ir::Expr *plus(const ir::Expr *, int64_t by);
  const ir::Expr *at(const ir::Expr *);
  const ir::Expr *subscript(const Axis &, unsigned dimension);
  ir::Symbol *counter(unsigned dimension);

  ir::Program &program;
  ir::Builder b;
  ir::Procedure &procedure;
  const Directions &directions;
  const Shadows *shadows = nullptr;
  ArrayTemporaries &arrays;
  const std::set<const ir::Symbol *> &fromOne;
  std::set<const ir::Symbol *> copies;
  std::vector<ir::Symbol *> counters;
  std::vector<bool> direct; ///< the counter is the subscript itself, by dimension
};

/// An operation again, with another type: one of arrays as one of scalars.
const ir::Expr *retyped(const ir::Expr *, const ir::Type *, ir::ExprArena &);

} // namespace costate::transform
