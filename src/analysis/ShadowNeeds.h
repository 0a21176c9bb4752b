// Which memory needs a derivative beside it, from activity by definitions.
//
// A variable whose every definition is passive needs none: where it is read its derivative is zero, or
// nothing depends on it. Beyond the active cells, memory needs a derivative where active memory shares
// its place:
// - an argument whose parameter needs one (a work array that carries derivatives only inside the callee);
// - a parameter that is written and whose argument needs one (a constant ends, or starts, the derivative
//   that the caller has beside it);
// - a cell that may be the same memory as an active one, since a passive value written by the one name
//   ends the derivative that the other has;
// - a component of a record that is copied to one where it needs a derivative.
// And a procedure that moves pointers moves those to derivatives with them: its parameters need some
// where the arguments lead to active memory, and the arguments of every call where the parameters do. A pointer that may point to active and to passive memory
// has one to derivatives beside it in any case, so the passive memory has derivatives too (zeros).
// A pointer that outlives calls has one in all procedures where it has one in some: a function may make a record
// whose memory others allocate. What frees memory frees its derivatives.
#pragma once

#include "analysis/Activity.h"

namespace costate::analysis {

class ShadowNeeds {
public:
  /// `state`: variables of heads that bring derivatives in and leave them without being named.
  ShadowNeeds(ir::Program &, const std::vector<Head> &, const Externals &,
              const std::function<bool(const Head &, const ir::Symbol *)> &state);

  /// For any memory that the variable is or leads to, as the procedure sees it.
  bool operator()(const ir::Procedure *, const ir::Symbol *);
  /// For the memory of a place, or what a pointer or record value leads to.
  bool operator()(const ir::Procedure *, const ir::Expr *);

  /// Whether a dependent may depend on what an assignment writes. If not, its adjoint is zero whenever the backward
  /// sweep comes to the statement: whatever reads what was written, before it is overwritten, is of no use itself.
  bool isUsed(const ir::Assign &s) const { return !unused.count(&s); }

  Activity &activity() { return *analysis; }

private:
  void findUnused();
  void spread();
  bool spreadCalls(const ir::Procedure *);
  bool leadsToNeeded(const ir::Procedure *, const CellSet &);
  bool needAll(const ir::Procedure *, const CellSet &);

  bool enterWrites(const ir::Procedure *caller, const ir::Call &, const ir::Procedure *target);
  bool fillPointees(const ir::Procedure *);
  bool fillCopied(const ir::Procedure *);
  bool alignCopied(CellId to, CellId from);
  bool fillShared(const ir::Procedure *);
  bool movesPointers(const ir::Procedure *) const;
  void findFrees();
  CellSet memoryOf(const ir::Procedure *, const ir::Expr *);
  bool enterPointers(const ir::Procedure *caller, const ir::Call &, const ir::Procedure *target);
  bool spreadExternal(const ir::Procedure *caller, const ir::Call &);
  void alignTargets(const ir::Call &, bool &changed);

  const Externals &externals;
  std::vector<Head> heads;
  llvm::DenseSet<const ir::Symbol *> analysed; ///< what is declared later is not known here
  std::unique_ptr<Activity> analysis;
  CellBits needed;
  llvm::DenseSet<const ir::Stmt *> unused; ///< assignments
  llvm::DenseSet<const ir::Procedure *> frees; ///< themselves or through what they call
  llvm::DenseMap<std::pair<const ir::Procedure *, const ir::Symbol *>, bool> known;
};

} // namespace costate::analysis
