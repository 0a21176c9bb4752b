// How what a call leaves in memory depends on what was there before it.
//
// (C1) A summary says how what the callee leaves depends on what it found. It is made for what varies at the
//      call: with a constant for `a`, `y = a*x` is linear in x. The caller's values take the places of the
//      callee's (Deps.h, composed).
// (C2) All goes in before anything comes out. A result replaces what was there where the one target surely
//      writes one scalar of that type; else what was there stays possible. (A callee that may leave its argument
//      as it was says so itself: the argument's value on entry is among its dependences.)
// (C3) Which memory and which procedure a call is about may depend on values: subscripts of arguments, pointers.
//      All results depend on these nonlinearly.
// (C4) Without source: all that may be written depends nonlinearly on all that may be read; by a specification
//      or the table of library functions, on less.
#pragma once

#include "analysis/DepsState.h"
#include "analysis/Effects.h"
#include "analysis/ExpressionDeps.h"

namespace costate::analysis {

/// Marks the cell that stands for the shape of an allocatable, beside what it holds (E3).
constexpr CellId statusBit = 1u << 31;

/// Files (F6), and shared variables that a procedure does not tell apart.
constexpr Source elsewhere{Memory::unknown(), true};

/// What a procedure leaves in memory that callers see, by what was there on entry.
using LinearitySummary = DepsState::Changes;

/// Where summaries come from.
class LinearitySummaries {
public:
  virtual ~LinearitySummaries() = default;
  /// With only these cells of the target varying on entry.
  virtual const LinearitySummary &summary(const ir::Procedure *target, const CellBits &varying) = 0;
  /// Whether all shared numbers vary, whatever the caller does.
  virtual bool sharedVaries() const = 0;
  /// Whether some shared variables are `elsewhere`.
  virtual bool joinsShared() const = 0;
};

class CallDeps {
public:
  using Reader = std::function<DepsRef(CellId)>;
  /// `expressions` and `cell` say how the caller's values depend where the call stands.
  CallDeps(Memory &memory, EffectSummaries &effects, LinearitySummaries &summaries, const ir::Procedure *caller,
           ExpressionDeps &expressions, Reader cell)
      : memory(memory), effects(effects), summaries(summaries), p(caller), expressions(expressions),
        cell(std::move(cell)) {}

  struct Result {
    DepsRef deps;
    bool sure = false; ///< nothing of what was there is left
  };
  /// In the caller's terms.
  std::map<CellId, Result> of(const ir::Call &);

private:
  DepsRef control(const ir::Call &);
  DepsRef leaves(CellId, const ir::Type *seenAs);
  DepsRef fromElsewhere(const ir::Procedure *target);
  DepsRef input(const ir::Call &, const ir::Procedure *target, CellId);
  DepsRef byValue(const ir::Expr *actual, CellId);
  CellBits interfaceOf(const ir::Procedure *target);
  void run(const ir::Call &, const ir::Procedure *target, bool alone);
  void put(CellId, const DepsRef &, bool sure = false);
  void outside(const ir::Call &);
  void outsideCopy(const ir::Call &, const OutsideEffect &);
  void outsideWrites(const ir::Call &, const OutsideEffect &, const DepsRef &all, DepsRef &returned);
  DepsRef outsideValue(const ir::Call &, const OutsideEffect::Written &, const DepsRef &all);
  DepsRef handedOver(const ir::Expr *argument);

  Memory &memory;
  EffectSummaries &effects;
  LinearitySummaries &summaries;
  const ir::Procedure *p;
  ExpressionDeps &expressions;
  Reader cell;
  DepsRef chosen; ///< (C3)
  std::map<CellId, Result> results;
};

} // namespace costate::analysis
