// Array assignments of derivatives as loops over the elements, so that the directions, not the
// elements, are innermost.
//
// Fortran evaluates the whole value before it stores anything. Element by element gives the same
// where no element that is written is read as another one: what is written occurs in the value only
// as the very same place, and no pointer, target or shared storage gives it a second name.
#pragma once

#include "ir/Builder.h"
#include "transform/Shadows.h"

#include <functional>
#include <optional>
#include <set>

namespace costate::transform {

class ElementLoops {
public:
  /// `fromOne` are allocatable arrays whose bounds start at 1.
  ElementLoops(ir::Program &program, ir::Procedure &procedure, Shadows &shadows,
               const std::set<const ir::Symbol *> &fromOne)
      : program(program), b(program), procedure(procedure), shadows(shadows), fromOne(fromOne) {}

  /// Appends the assignment as a nest of loops, its innermost body made by `element` from the
  /// assignment of one element. False (and nothing done) where it has to stay as it is.
  using Element = std::function<void(std::unique_ptr<ir::Assign>, ir::Block &)>;
  bool append(const ir::Assign &, ir::Block &out, const Element &element);

private:
  /// Where the elements of a place lie along one dimension of its shape.
  struct Axis {
    const ir::Expr *lower, *upper, *stride; ///< null stride: 1
  };
  using Axes = std::vector<Axis>;

  bool mayGo(const ir::Assign &) const;
  bool isElementwise(const ir::Expr *) const;
  bool alignedWith(const ir::Expr *, const Axes &, unsigned dimension);
  std::optional<Axes> axes(const ir::Expr *place);
  Axis axis(const ir::Expr *base, unsigned dimension, const ir::Range *);
  const ir::Expr *bound(const char *name, const ir::Expr *base, unsigned dimension);
  const ir::Expr *extent(const Axis &);
  const ir::Expr *at(const ir::Expr *);
  const ir::Expr *subscript(const Axis &, unsigned dimension);
  const ir::Expr *retyped(const ir::Expr *, const ir::Type *);
  ir::Symbol *counter(unsigned dimension);

  ir::Program &program;
  ir::Builder b;
  ir::Procedure &procedure;
  Shadows &shadows;
  const std::set<const ir::Symbol *> &fromOne;
  std::vector<ir::Symbol *> counters;
  std::vector<bool> direct; ///< the counter is the subscript itself, by dimension
};

} // namespace costate::transform
