// What a procedure does to memory its callers can see: may read, may write, must write.
//
// Cells are scalar parts (leaves) in the procedure's own terms; Memory::bind says what they are at a
// call. A must-write covers all of its cell on every way through the procedure that returns: a
// definition before the call does not survive it.
#pragma once

#include "analysis/CellBits.h"
#include "analysis/Memory.h"
#include "analysis/OutsideCalls.h"

namespace costate::analysis {

struct Effects {
  CellBits reads, writes, kills;
  CellBits mentioned; ///< shared cells in the procedure's own statements
};

class EffectSummaries {
public:
  explicit EffectSummaries(Memory &, const Externals * = nullptr);

  const Effects &of(const ir::Procedure *p) const { return *summaries.find(p)->second; }

  /// A callee's effect at a call, cell by cell in the caller's terms.
  CellBits bound(const ir::Procedure *caller, const ir::Call &, const ir::Procedure *target,
                 const CellBits &cells);

  /// The callee's cells that are some of these at the call. Only what it touches matters to it.
  CellBits inCallee(const ir::Procedure *caller, const ir::Call &, const ir::Procedure *target, const CellBits &);
  /// Those of the callee's cells that the caller sees, as it does.
  CellBits inCaller(const ir::Procedure *caller, const ir::Call &, const ir::Procedure *target, const CellBits &);

  /// What the call writes for sure, whichever of its targets runs.
  CellBits killsOf(const ir::Procedure *caller, const ir::Call &);

  /// What a call that is not known in full does with its arguments.
  OutsideEffect outside(const ir::Procedure *caller, const ir::Call &) const;
  /// Leaves that a call without source may reach through its arguments.
  CellBits reachable(const ir::Procedure *caller, const ir::Call &);
  /// Leaves of those that it may write.
  CellBits outsideWrites(const ir::Procedure *caller, const ir::Call &);

private:
  friend class EffectReader;
  void summarise();
  void findAliases();
  bool isSamePlace(const ir::Procedure *, const ir::Expr *, const ir::Expr *);
  void samePlacesAt(const ir::Procedure *caller, const ir::Call &, const ir::Procedure *target, bool &changed);
  void aliasesAt(const ir::Procedure *caller, const ir::Call &, const ir::Procedure *target,
                 bool &changed);

  Memory &memory;
  const Externals *externals;
  llvm::DenseMap<const ir::Procedure *, std::unique_ptr<Effects>> summaries;
};

/// Whether an expression asks for the shape of a variable that has had one since it came to be: nothing of
/// what the variable holds is read. (What an allocatable or a pointer holds stands for its status, too.)
inline bool asksForShape(const ir::Expr *e) {
  auto *function = llvm::dyn_cast<ir::Intrinsic>(e);
  auto *of = function && !function->arguments.empty() && function->arguments[0]
                 ? llvm::dyn_cast<ir::Variable>(function->arguments[0]) : nullptr;
  return of && !of->symbol->allocatable && !of->type->isPointer() &&
         (function->name == "size" || function->name == "lbound" || function->name == "ubound" ||
          function->name == "shape");
}

/// Calls `visit(place, value-expression-context)` for each place that is read in an expression:
/// its own address computation included.
template <typename Visit> void forEachRead(const ir::Expr *e, Visit &&visit) {
  if (!e)
    return;
  if (asksForShape(e)) {
    auto &arguments = llvm::cast<ir::Intrinsic>(e)->arguments;
    for (size_t i = 1; i < arguments.size(); ++i)
      forEachRead(arguments[i], visit);
    return;
  }
  if (e->isPlace())
    visit(e);
  for (const ir::Expr *operand : ir::operands(e))
    forEachRead(operand, visit);
}

} // namespace costate::analysis
