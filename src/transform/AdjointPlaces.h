// The places of adjoints in a backward sweep that is written already: what is added to them, and which of them may share
// memory.
#pragma once

#include "ir/Program.h"

#include <functional>

namespace costate::transform {

struct AdjointRoots {
  /// Variables that hold values of the original, or hold nothing that an adjoint array could be.
  std::function<bool(const ir::Symbol *)> isHarmless;
  /// Whether what two adjoint variables are or lead to may be the same memory.
  std::function<bool(const ir::Symbol *, const ir::Symbol *)> mayMeet;
  /// Whether two adjoint places of one stretch are proven not to be the same memory.
  std::function<bool(const ir::Expr *, const ir::Expr *)> areApart;
};

/// `i + 3` as i and 3; a number alone has no rest.
std::pair<const ir::Expr *, int64_t> withoutConstant(const ir::Expr *);

/// The variable that a place is part of, or that leads to it; null: there is no one variable.
const ir::Symbol *leader(const ir::Expr *place);

/// Whether `e` is the array or pointer that a place is found from.
bool isBase(const ir::Expr *place, const ir::Expr *e);

/// Assignments of numbers, and branches around them.
bool isPlain(const ir::Stmt &);

class AdjointPlaces {
public:
  AdjointPlaces(ir::Program &program, const AdjointRoots &roots) : program(program), roots(roots) {}

  /// Of `z = z + e` and `z = z - e`, with an element of an adjoint: what is added; null: the statement does not add.
  const ir::Expr *added(const ir::Assign &) const;
  /// An element of an adjoint: a real number in memory.
  bool isSummable(const ir::Expr *place) const;
  bool mayBeAdjoint(const ir::Expr *place) const;
  /// Whether two places of adjoints may be, or share, memory in one stretch of statements.
  bool mayMeet(const ir::Expr *, const ir::Expr *) const;
  /// The same, whenever either is looked at.
  bool mayEverMeet(const ir::Expr *, const ir::Expr *) const;

protected:
  ir::Program &program;
  const AdjointRoots &roots;
};

} // namespace costate::transform
