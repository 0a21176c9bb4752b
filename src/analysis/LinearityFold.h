// Linearity of one procedure: a fold over its statements, with fixed points at loops.
//
// The transfer functions are the paper's (section 2), with what it leaves open decided so that "linear" and
// "no dependence" are statements about what the program computes:
//
// (F1) `v = e` gives v the DEPS of e, and nothing else where all of v is written for sure (Memory::isWhole);
//      else what v had stays possible. Other names of the memory (aliases) may have either.
//      A loop that overwrites an array from end to end (WholeArrayLoops) leaves nothing of what was there.
// (F2) Where ways part by a condition, what either of them writes depends nonlinearly on what the condition
//      depends on: the value is chosen. So do the cells that a loop writes, on its bounds or its condition.
// (F3) At a loop the state is the meet of that before it and that after the body, until nothing changes. Degrees
//      that go on growing become unknown (`x = x*x`), so that this ends: all else in the lattice is finite.
// (F4) A value is a source only where it varies: `a = 2.0; y = a*x` is linear in x.
// (F5) Memory read or written as another type than its own: its bits, of which nothing is known.
// (F6) Files are memory, too: what is written there may be read again. They are one cell, Memory::unknown().
// (F7) Elements of one array may be told apart (ArrayParts): then each part has dependences of its own, beside those of
//      the array as a whole, and an access is one of the parts that it may touch.
#pragma once

#include "analysis/Accesses.h"
#include "analysis/ArrayParts.h"
#include "analysis/CallDeps.h"
#include "analysis/WholeArrayLoops.h"

namespace costate::analysis {

/// What varies when a procedure is entered.
struct LinearityEntry {
  bool everything = false; ///< all numbers a caller can see
  bool shared = false;     ///< all numbers that are the same for all procedures
  CellBits cells;          ///< and these
  /// Shared cells that are sources of their own; null: all of them. The others are one source together,
  /// `elsewhere`: what a procedure does not mention, it does not have to tell apart.
  const CellBits *mentioned = nullptr;
};

/// Which values that cells get inside a procedure are sources, besides those on entry.
enum class InnerSources {
  None,
  Interface, ///< of cells that callers see
  All,
};

class LinearityFold : public ExpressionDeps {
public:
  LinearityFold(Memory &, EffectSummaries &, LinearitySummaries &, const ir::Procedure *,
                const LinearityEntry &, InnerSources);

  void run() { block(p->body); }
  /// Once more, with the loops' states as they are in the end: calls `visit` before every statement.
  void observe(std::function<void(const ir::Stmt &)> visit);

  /// (F7) To be said before it runs.
  void tellApart(const ArrayParts &array) { parts = &array; }
  DepsRef part(size_t number) { return current(partBit | number); }

  const DepsState &state() const { return now; }
  LinearitySummary summary() const;

  /// How a cell depends here, and DEPS of it as a variable.
  DepsRef current(CellId);
  DepsRef read(CellId);
  bool varies(const ir::Expr *place);
  /// A call's results, of values that depend as these say.
  std::map<CellId, CallDeps::Result> results(const ir::Call &s, ExpressionDeps &expressions, CallDeps::Reader cell) {
    return CallDeps(memory, effects, summaries, p, expressions, std::move(cell)).of(s);
  }

private:
  // ExpressionDeps
  DepsRef contents(const ir::Expr *place) override;
  DepsRef status(const ir::Expr *place) override;

  DepsRef initial(CellId);
  bool isApart(CellId) const;
  bool isNumber(CellId) const;
  DepsRef leaves(CellId, const ir::Type *seenAs);

  DepsRef partsOf(const ir::Expr *place);
  void defineParts(const DepsRef &);
  void define(CellId, DepsRef, bool whole);
  void write(const ir::Expr *place, DepsRef, bool whole);
  void setStatus(const ir::Expr *place, DepsRef);
  bool copyRecord(const ir::Assign &);
  void copyParts(CellId from, CellId to, bool whole, const DepsRef &control);

  void block(const ir::Block &);
  void statement(const ir::Stmt &);
  void assign(const ir::Assign &);
  void allocate(const ir::Allocate &);
  void opaque(const ir::Opaque &);
  void branch(const ir::If &);
  void loop(const ir::Stmt &, const ir::Block &head, const ir::Block &body);
  DepsRef pass(const ir::Stmt &, const ir::Block &head, const ir::Block &body);
  void call(const ir::Call &);
  bool mergeAtHead(const DepsState::Changes &, const DepsRef &control, unsigned round);

  Memory &memory;
  EffectSummaries &effects;
  LinearitySummaries &summaries;
  const ir::Procedure *p;
  LinearityEntry entry;
  InnerSources inner;
  WholeArrayLoops wholeArrays;
  static constexpr CellId partBit = statusBit >> 1; ///< marks a part of the array
  const ArrayParts *parts = nullptr;
  ArrayParts::Touched touched; ///< parts, by the place that is being written
  bool sure = false;           ///< it is written, and no other
  DepsState now;
  std::map<const ir::Stmt *, DepsState::Changes> heads; ///< of loops, as far as they were found
  std::function<void(const ir::Stmt &)> visitor;
};

} // namespace costate::analysis
