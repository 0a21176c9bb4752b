// The loops of a procedure as functions of their iteration numbers: trip counts, induction variables
// and the subscripts of every array access, as symbolic forms.
//
// One fold over the structured program executes it symbolically. A scalar integer or pointer has a
// form over values that do not change any more: what variables hold when the procedure is entered, and
// the counters of the loops around. At a loop, every variable its body assigns starts as an unknown of
// its own; after one pass over the body its value at the end is a form over those unknowns, which is a
// system of recurrences (paper, Figures 4 and 5). Solved unknowns are replaced in all that was seen
// inside. Branches that leave different values leave an interval of them, so the ways through a body
// are merged as they meet and never enumerated.
//
// What the forms promise: in iteration number c of its loop (from 0, under those of outer loops), the
// variable has exactly the form's value when the iteration begins; of an interval, it lies between. No
// promise is made where signed integers overflow. Unsigned ones of fewer bits than addresses may wrap
// around and get a form only as a counted loop's own variable.
#pragma once

#include "analysis/LoopValues.h"
#include "symbolic/Chain.h"
#include "symbolic/Prover.h"

namespace costate::analysis {

using symbolic::LoopId;

struct Induction {
  const ir::Symbol *variable;
  Known start; ///< when an iteration begins
};

/// What holds where control is: a form that is zero, or one that is not negative.
struct Fact {
  Form form;
  bool isZero = false;
  bool operator==(const Fact &) const = default;
};

struct Loop {
  LoopId id;
  const ir::Stmt *statement;
  const ir::Procedure *procedure;
  Loop *outer = nullptr;
  unsigned depth = 0; ///< loops around it
  std::string name;   ///< of its counter, for people: the loop variable's
  std::optional<Form> trips; ///< iterations, at least 0; nothing: not counted
  std::optional<Form> lower, step; ///< of the variable of a For: lower + step*counter
  std::vector<Induction> inductions; ///< in the order of the variables' declarations
  std::vector<Fact> facts; ///< where the loop is reached
  size_t firstAccess = 0, endAccess = 0; ///< what is in it, among all accesses
  bool incomplete = false; ///< numbers too large: what is inside was not seen
  LoopState entry; ///< what variables hold there, where that is not what they held at first

  /// The counter's greatest value in an iteration that takes place.
  std::optional<Form> last(symbolic::AtomTable &) const;
  bool isInside(const Loop *other) const;
};

/// One place in one statement, under the loops around it.
struct Access {
  const ir::Expr *place; ///< null: what a call touches without naming it
  const ir::Stmt *statement;
  bool writes;
  Loop *loop; ///< the innermost; null: outside of all
  /// What selects the part of memory: addresses of what pointers lead to, counted in elements, and
  /// subscripts, outermost first. None: all of it.
  std::vector<Known> path;
  std::vector<Fact> facts; ///< that hold there, besides its loop's
  CellSet cells = {}; ///< where it may lie, where that is not where the place says
  bool must = false;   ///< of a write: everything between the bounds of the path is written
  bool exposed = true; ///< of a call that reads: perhaps a value from before the call
  bool linear = false; ///< the path is one position in array element order, from 0 (ArgumentArrays)
};

/// What holds where an access takes place in iterations: the loops around it run, in their ranges. The prover knows
/// of the loop `known`, and of those around it.
void assumeLoops(const Access &, symbolic::Prover &, symbolic::AtomTable &, const Loop *known = nullptr);

/// The least or greatest value of a form over the iterations of the loops around an access; with `within`, of those inside that
/// one. Nothing where it is not seen to be at the first or last iteration of each.
std::optional<Form> extreme(const Form &, const Access &, const Loop *within, bool greatest, symbolic::AtomTable &);

/// What is known where a call stands.
struct CallState {
  const ir::Procedure *procedure = nullptr; ///< null: the call was not seen
  LoopState state;
  Loop *loop = nullptr;
  std::vector<Fact> facts;
};

class LoopNests {
public:
  /// `keepsStates`: for `before`.
  LoopNests(Memory &, EffectSummaries &, bool keepsStates = false);
  /// One loop on its own: forms are over what variables hold when it begins, where `known` does not give
  /// their values, and what they hold before each statement in it is kept.
  LoopNests(Memory &, EffectSummaries &, const ir::Procedure *, const ir::Stmt &loop,
            const LoopState &known);

  symbolic::AtomTable &atoms() { return table; }
  /// In the order of the source, outer before inner.
  const std::vector<std::unique_ptr<Loop>> &loops() const { return all; }
  const std::vector<Access> &accesses() const { return places; }
  /// Of one procedure.
  llvm::ArrayRef<Access> accesses(const ir::Procedure *p) const {
    auto found = ranges.find(p);
    return found == ranges.end() ? llvm::ArrayRef<Access>()
                                 : llvm::ArrayRef(places).slice(found->second.first,
                                                                found->second.second);
  }

  /// Not so where numbers were too large: then its accesses are not known.
  bool wasRead(const ir::Procedure *p) const { return ranges.count(p); }

  /// The loops around, innermost first, as chains are written.
  std::vector<symbolic::LoopName> around(const Loop *) const;
  std::string chain(const Form &, const Loop *);

  const CallState &at(const ir::Call *call) { return callStates[call]; }
  /// Null where states are not kept, or the statement was not reached.
  const LoopState *before(const ir::Stmt *) const;
  /// Bounds of arrays that one statement allocates.
  const std::map<const ir::Symbol *, LoopValues::ArrayBounds> &allocated() const { return shapes; }
  /// The place that has the atom's value all through its procedure; null: none is known.
  const ir::Expr *placeOf(symbolic::AtomId) const;

private:
  void nameShared(Memory &);

  friend class LoopReader;
  symbolic::AtomTable table;
  std::vector<std::unique_ptr<Loop>> all;
  std::vector<Access> places;
  llvm::DenseMap<const ir::Procedure *, std::pair<size_t, size_t>> ranges; ///< start and length
  llvm::DenseMap<const ir::Call *, CallState> callStates;
  std::map<const ir::Stmt *, LoopState> states;
  std::map<symbolic::AtomId, const ir::Expr *> lasting;
  std::map<const ir::Symbol *, LoopValues::ArrayBounds> shapes;
  bool keepsStates = false;
  unsigned unknowns = 0;
};

} // namespace costate::analysis
