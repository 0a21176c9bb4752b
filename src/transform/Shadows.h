// Shadow variables: for each variable that carries a derivative, the variable that holds it.
//
// A shadow has its original's attributes and, with one direction, its type (ShadowTypes says what it
// has with several). In a record's shadow the real components hold derivatives and pointer
// components point to shadows; its other components mean nothing. The shadow of a pointer points to
// the shadow of what the pointer points to, element by element.
#pragma once

#include "ir/Rewrite.h"
#include "transform/ShadowTypes.h"

namespace costate::transform {

class Shadows {
public:
  Shadows(ir::Program &program, ir::Renaming &renaming, ShadowTypes &types,
          const Directions &directions)
      : program(program), renaming(renaming), types(types), directions(directions) {}

  void add(const ir::Symbol *original, ir::Symbol *shadow) {
    symbols[original] = shadow;
    all[shadow] = original;
  }
  /// Another variable that holds derivatives, with the bounds of a variable of the derivative
  /// procedure.
  void addLike(ir::Symbol *shadow, const ir::Symbol *bounds) { all[shadow] = bounds; }
  bool isShadow(const ir::Symbol *s) const { return all.count(s) != 0; }
  /// What it is the shadow of, in the derivative procedure's symbols; null: it is none.
  ir::Symbol *originalOf(const ir::Symbol *shadow) const;
  ir::Symbol *of(const ir::Symbol *original) const;

  /// The derivative of a place, in its type and in the direction the loop is at, or the shadow of a
  /// pointer value; in the derivative procedure's own symbols. Null where the root has no shadow.
  const ir::Expr *of(const ir::Expr *);

  /// The place in the first direction, or a whole array: where its storage begins.
  const ir::Expr *first(const ir::Expr *place);

  /// The same place or pointer with all directions, as calls and allocations take it.
  const ir::Expr *whole(const ir::Expr *);

  /// One direction of what holds all of them. `rank` is the original's own, where it is not that of
  /// its type.
  const ir::Expr *inDirection(const ir::Expr *whole, const ir::Expr *original);
  const ir::Expr *inDirection(const ir::Expr *whole, const ir::Expr *original, unsigned rank);

private:
  const ir::Expr *renamed(const ir::Expr *e) { return renaming(e); }
  const ir::Expr *element(const ir::Element &);
  const ir::Expr *boundsOfDirections(const ir::Element &pointer);
  const ir::Expr *field(const ir::Field &);

  ir::Program &program;
  ir::Renaming &renaming;
  ShadowTypes &types;
  const Directions &directions;
  std::map<const ir::Symbol *, ir::Symbol *> symbols;
  std::map<const ir::Symbol *, const ir::Symbol *> all; ///< shadows, their originals
};

} // namespace costate::transform
