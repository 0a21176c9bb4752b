// What expressions may read and statements may write, in the cells of their procedure.
//
// Cells are scalar parts. Everything a write may change is in it: the cells of the place, what calls
// write in the caller's terms, and other names of the same memory (Memory's aliases). So where a read
// and a write have no cell in common, the one does not see the other.
#pragma once

#include "analysis/Effects.h"

namespace costate::analysis {

class Accesses {
public:
  Accesses(Memory &memory, EffectSummaries &effects) : memory(memory), effects(effects) {}

  /// What evaluating an expression reads, subscripts and pointers included.
  CellBits reads(const ir::Procedure *, const ir::Expr *);
  /// What finding the address of a place reads.
  CellBits addressReads(const ir::Procedure *, const ir::Expr *place);
  /// What passing its arguments reads: of `&a[i]`, and of a variable of Fortran, only what finds the address, but for a
  /// dummy with the VALUE attribute. A dummy procedure gets what a procedure pointer leads to, and is present if that
  /// is something.
  CellBits argumentReads(const ir::Procedure *, const ir::Call &);
  /// Whether a procedure of Fortran gets the value of an argument, not the variable itself.
  bool takesValue(const ir::Call &, size_t argument) const;
  /// The memory of a place.
  CellBits cells(const ir::Procedure *, const ir::Expr *place);

  /// What writing a place may change: its memory under all its names.
  CellBits placeWrites(const ir::Procedure *, const ir::Expr *place);

  /// What the procedures that a call runs may read and write, but for their results.
  CellBits calleeAccesses(const ir::Procedure *, const ir::Call &);
  /// What a statement with all inside it, or a block, may write.
  CellBits writes(const ir::Procedure *, const ir::Stmt &);
  CellBits writes(const ir::Procedure *, const ir::Block &);

private:
  bool passesAddress(const ir::Procedure *, const ir::Call &, size_t argument) const;
  void addWrites(const ir::Procedure *, const ir::Stmt &, CellBits &);
  void addPlace(const ir::Procedure *, const ir::Expr *place, CellBits &);
  void addCall(const ir::Procedure *, const ir::Call &, CellBits &);
  void addUnknown(const ir::Procedure *, const ir::Call &, CellBits &);
  void addCallee(const ir::Procedure *, const ir::Call &, CellBits &);
  void addWritten(const ir::Procedure *, CellId, CellBits &);

  Memory &memory;
  EffectSummaries &effects;
};

/// The places that an allocation, a deallocation or an opaque statement may write.
std::vector<const ir::Expr *> namedAndWritten(const ir::Stmt &);
/// Whether a place is all of an allocatable variable or component: assigning it may give it another
/// shape.
bool isWholeAllocatable(const ir::Expr *place);
/// An assignment to an allocatable that is one number: where that is allocated, it stays where it is.
bool keepsMemory(const ir::Assign &);

/// `f(i)%turn`, allocatable, with no pointer on the way to it: a component of the variable itself.
bool isAllocatablePart(const ir::Expr *place);
/// The array of which a place is every element, as in `a(:, :)`; the place itself otherwise.
const ir::Expr *withoutFullRanges(const ir::Expr *place);
/// `a(:, :)` of an array variable.
const ir::Expr *everyElement(ir::ExprArena &, const ir::Expr *array);

} // namespace costate::analysis
