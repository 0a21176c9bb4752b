// Temporary arrays of derivative procedures (Fortran).
//
// Where the extents of a value are known when the procedure is entered, its temporary is an automatic
// array of that shape. Elsewhere it is allocated before the statement and released at the end of the
// block that holds it.
#pragma once

#include "ir/Builder.h"

namespace costate::transform {

/// `p%place(1)` of an array of records: a component of many, or an element of it.
bool isPartOfMany(const ir::Expr *place);

class ArrayTemporaries {
public:
  ArrayTemporaries(ir::Program &program, ir::Procedure &procedure)
      : b(program), procedure(procedure) {}

  /// A variable assigned this array value at the end of `before`; its bounds begin with 1.
  const ir::Expr *holding(const ir::Expr *value, ir::Block &before);

  /// A variable of this element type and these extents, undefined: automatic where they are known on entry.
  const ir::Expr *shaped(const std::vector<const ir::Expr *> &extents, const ir::Type *scalar,
                         const std::string &name, ir::Block &before);

  /// An allocated variable with these bounds.
  const ir::Expr *bounded(const std::string &name, const ir::Type *scalar,
                          const std::vector<ir::Dimension> &, ir::Block &before);

  /// Gives an allocatable variable a shape: that of its value in the statement to come.
  void allocate(const ir::Expr *variable, std::vector<const ir::Expr *> extents,
                ir::Block &before);

  /// The extents of an array as specification expressions of the procedure, if they are such.
  std::optional<std::vector<const ir::Expr *>> extentsAtEntry(const ir::Expr *);
  /// The extents where the array itself can be evaluated.
  std::vector<const ir::Expr *> extents(const ir::Expr *);

  /// Whether a scalar has the value it had on entry, and may stand in a declaration.
  bool isFixed(const ir::Expr *) const;

  /// One number for every element of an array, as an array of its shape.
  const ir::Expr *spread(const ir::Expr *number, const ir::Expr *like);

  /// upper - lower + 1, shortened; a null lower is 1.
  const ir::Expr *length(const ir::Expr *lower, const ir::Expr *upper);

  /// What the block that begins allocates is released by endBlock. In the head of a loop, whose
  /// condition may still read it, it is released before it is allocated again.
  void beginBlock(bool isHead);
  void endBlock(ir::Block &);

private:
  using Extents = std::optional<std::vector<const ir::Expr *>>;

  const ir::Expr *size(const ir::Expr *array, unsigned dimension);
  const ir::Expr *representative(const ir::Expr *array) const;
  Extents ofVariable(const ir::Variable *);
  Extents ofSection(const ir::Element *);
  Extents ofConstructor(const ir::ArrayConstructor *);
  Extents ofField(const ir::Field *);
  Extents ofIntrinsic(const ir::Intrinsic *);
  Extents ofOperands(const ir::Expr *);
  ir::Symbol *automatic(const std::string &name, const ir::Type *scalar,
                        const std::vector<const ir::Expr *> &extents);
  ir::Symbol *deferred(const std::string &name, const ir::Type *scalar, unsigned rank);
  void allocateBounds(const ir::Expr *variable, const std::vector<ir::Dimension> &,
                      ir::Block &before);
  void release(const ir::Expr *variable, ir::Block &before);

  struct Open {
    bool isHead;
    std::vector<const ir::Expr *> allocated;
  };
  ir::Builder b;
  ir::Procedure &procedure;
  std::vector<Open> blocks;
};

} // namespace costate::transform
