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

#include "analysis/Effects.h"
#include "symbolic/Chain.h"

namespace costate::analysis {

using symbolic::Form;
using symbolic::LoopId;

/// What is known of an integer or an address at some point.
struct Known {
  std::optional<Form> value;        ///< exactly
  std::optional<Form> lower, upper; ///< else these bounds, where known
  bool isNothing() const { return !value && !lower && !upper; }
  bool operator==(const Known &) const = default;
};

struct Induction {
  const ir::Symbol *variable;
  Known start; ///< when an iteration begins
};

struct Loop {
  LoopId id;
  const ir::Stmt *statement;
  const ir::Procedure *procedure;
  Loop *outer = nullptr;
  unsigned depth = 0; ///< loops around it
  std::string name;   ///< of its counter, for people: the loop variable's
  std::optional<Form> trips; ///< iterations, at least 0; nothing: not counted
  std::vector<Induction> inductions; ///< in the order of the variables' declarations
};

/// One place in one statement, under the loops around it.
struct Access {
  const ir::Expr *place;
  const ir::Stmt *statement;
  bool writes;
  Loop *loop; ///< the innermost; null: outside of all
  /// One for each subscript; of a place behind a pointer, its address, counted in elements.
  std::vector<Known> subscripts;
};

class LoopNests {
public:
  LoopNests(Memory &, EffectSummaries &);

  symbolic::AtomTable &atoms() { return table; }
  /// In the order of the source, outer before inner.
  const std::vector<std::unique_ptr<Loop>> &loops() const { return all; }
  const std::vector<Access> &accesses() const { return places; }

  /// The loops around, innermost first, as chains are written.
  std::vector<symbolic::LoopName> around(const Loop *) const;
  std::string chain(const Form &, const Loop *);

private:
  friend class LoopReader;
  symbolic::AtomTable table;
  std::vector<std::unique_ptr<Loop>> all;
  std::vector<Access> places;
};

} // namespace costate::analysis
