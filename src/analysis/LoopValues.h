// Expressions of a procedure as symbolic forms, given what its variables hold.
//
// Only variables that nothing but their own name and calls can change are followed from assignment to
// assignment. Other integers and pointers (of COMMON, of modules, in records, behind pointers) have a
// form where nothing in the procedure may write them: then one place has one value.
#pragma once

#include "analysis/Accesses.h"
#include "analysis/LoopState.h"

#include "llvm/ADT/MapVector.h"

#include <map>
#include <set>

namespace costate::analysis {

class LoopValues {
public:
  LoopValues(symbolic::AtomTable &, Memory &, EffectSummaries &, const ir::Procedure *);

  /// A variable that only its own name and calls can change.
  bool isTracked(const ir::Symbol *) const;
  /// The variables among these that a statement may assign by name.
  bool mayWrite(const ir::Call &, const ir::Symbol *) const;
  std::vector<const ir::Symbol *> assignedBy(const ir::Stmt &) const;
  std::vector<const ir::Symbol *> assignedIn(const std::vector<const ir::Block *> &) const;

  /// `k0`: what a variable that changes held at first; `n` of one that does not.
  Form entryValue(const ir::Symbol *);
  Known current(const ir::Symbol *, const LoopState &);
  Known evaluate(const ir::Expr *, const LoopState &);
  /// The address of a place, counted in elements from the start of its array or pointer.
  Known addressOf(const ir::Expr *place, const LoopState &);
  /// What selects the part of memory a place names: addresses of what pointers lead to, counted in
  /// elements, and subscripts, outermost first. Of a section or a whole array, intervals.
  std::vector<Known> path(const ir::Expr *place, const LoopState &);
  /// Whether everything that the place's path selects is the place.
  bool isAllOfPath(const ir::Expr *place, const LoopState &);

  /// Bounds of an array of Fortran, as it is declared or allocated (ArrayBounds.cpp).
  struct Bounds {
    std::optional<Form> lower, upper;
  };
  using ArrayBounds = std::vector<Bounds>; ///< by dimension
  ArrayBounds boundsOf(const ir::Symbol *array);
  /// An ALLOCATE outside of all loops.
  void allocate(const ir::Allocate &, const LoopState &);
  const std::map<const ir::Symbol *, ArrayBounds> &allocated() const { return shapes; }
  void knowAllocated(const std::map<const ir::Symbol *, ArrayBounds> &known) { shapes = known; }

  /// Places whose values are atoms of their own, all through the procedure. Of `a[i]` it is the array
  /// that lasts: the atom's argument is the subscript.
  const std::map<symbolic::AtomId, const ir::Expr *> &lasting() const { return places; }

private:
  bool isAllocatedOnce(const ir::Symbol *array) const;
  Bounds declared(const ir::Dimension &, const ir::Procedure *where);
  std::optional<int64_t> strideOf(const ir::Range &, const LoopState &);
  Known rangeOf(const ir::Range &, const ir::Expr *array, size_t dimension, const LoopState &);
  ArrayBounds boundsOf(const ir::Expr *array);
  std::vector<Known> pathTo(const ir::Expr *place, const LoopState &);
  void findAddressTaken();
  bool isLasting(const ir::Expr *place) const;
  Known binary(const ir::Binary &, const LoopState &);
  Known quotient(const Known &, const Known &);
  Known remainder(const Known &, const Known &);
  bool isMultiple(const Form &, int64_t divisor);
  /// A value in memory that nothing in the procedure changes.
  Known memoryValue(const ir::Expr *place, const LoopState &);
  Known memoryAtom(const ir::Expr *place, CellId, std::vector<Form> arguments, const LoopState &);
  bool isWritten(const ir::Expr *place);
  void findWritten();
  Known intrinsic(const ir::Intrinsic &, const LoopState &);

  symbolic::AtomTable &table;
  Memory &memory;
  EffectSummaries &effects;
  const ir::Procedure *p;
  std::set<const ir::Symbol *> changes; ///< tracked variables that the procedure assigns
  std::set<const ir::Symbol *> addressTaken;
  bool writtenKnown = false, callsUnknown = false;
  CellBits writtenCells;
  std::map<symbolic::AtomId, const ir::Expr *> places;
  std::map<const ir::Symbol *, ArrayBounds> shapes;
};

/// The variable where a place is just that.
const ir::Symbol *variableOf(const ir::Expr *);
/// Of `p(0:) => a`: the pointer, whose elements have other subscripts then.
const ir::Symbol *pointerWithNewBounds(const ir::Expr *place);
bool isIntegerOrPointer(const ir::Type *);
/// Integers that keep their value when they are computed as whole numbers: signed ones, because the
/// languages forbid overflow, and those as wide as addresses, where wrapping is what addressing does.
bool isWholeNumber(const ir::Type *);

} // namespace costate::analysis
