// Undoing the hoisting of calls, for print.
//
// The front ends take calls out of expressions: `y = a + f(x)` becomes `t = f(x); y = a + t`, and
// `a && f(x)` becomes `t = a; if (t) { t1 = f(x); t = t1 }`. Readers want the expression back. This
// finds the temporaries that can be printed in place and the statements that then vanish; the
// program itself is not changed.
//
// When a temporary is folded (numbers are cited by the code and the tests):
//  (1) It is `temporary`, and every write and every read of it belongs to a folded pattern.
//  (2) Call: `t = f(...)`, read once by the statement that directly follows. Only other foldable
//      statements may stand between, and their temporaries are read by that same statement, in the
//      same order from left to right: no call overtakes a call or a write.
//  (3) The read is evaluated exactly once, unconditionally: not in the right operand of And and Or
//      or a branch of Conditional, not in a loop's condition unless the call came from While::head,
//      not in the bound or step of a C `for`.
//  (4) Short circuit: `t = A; If(t) { ...; t = B }` is A and B, `If(not t)` is A or B, where
//      everything in the branch folds into B.
//  (5) Conditional, C only: `If(c) { ...; t = A } else { ...; t = B }` is c ? A : B.
//  (6) The language can spell it: no address of a call's result; in Fortran no component, element
//      or substring of one either.
//
// A temporary stands for a value inside an expression, so its call may be printed beside other
// reads of that statement, whose order the languages leave open. Values that must be computed
// before something else is read are not `temporary`.
#pragma once

#include "ir/Program.h"

#include <functional>
#include <map>
#include <set>

namespace costate::emit {

/// What is printed instead of a folded temporary.
struct Folded {
  enum class Kind { Value, Call, And, Or, Conditional };
  Kind kind = Kind::Value;
  /// Value, Call: the statement the expressions stand in; temporaries in them are looked up there.
  const ir::Stmt *at = nullptr;
  const ir::Expr *value = nullptr; ///< Value
  const ir::Call *call = nullptr;  ///< Call; its `result` is what it replaces
  const Folded *condition = nullptr;
  const Folded *left = nullptr, *right = nullptr; ///< And, Or; branches of Conditional
};

class Unhoisted {
public:
  explicit Unhoisted(const ir::Procedure &);

  /// The statement has been folded into a later one.
  bool skipped(const ir::Stmt &s) const { return skippedStatements.count(&s) != 0; }

  /// The statements of a block that are printed.
  std::vector<const ir::Stmt *> printed(const ir::Block &) const;

  /// What to print for a variable read by the statement `at`; null: the variable itself.
  const Folded *replacement(const ir::Symbol *, const ir::Stmt *at) const;

  /// No occurrence of the variable is left, so it needs no declaration.
  bool vanished(const ir::Symbol *s) const { return vanishedSymbols.count(s) != 0; }

  /// The statement's comments, after those of the statements folded into it.
  std::vector<std::string> comments(const ir::Stmt &) const;

  /// Calls `onExpr` on everything printed for the statement itself (not its blocks), operands
  /// first, with what replaces a folded temporary in its place; `onCall` on the folded calls.
  using ExprVisitor = std::function<void(const ir::Expr *)>;
  using CallVisitor = std::function<void(const ir::Call &)>;
  void walk(const ir::Stmt &, const ExprVisitor &onExpr, const CallVisitor &onCall) const;
  /// The same for one expression of the statement `at`.
  void walk(const ir::Expr *, const ir::Stmt *at, const ExprVisitor &, const CallVisitor &) const;

private:
  friend class Folder;
  Unhoisted() = default;
  void walk(const Folded &, const ExprVisitor &, const CallVisitor &) const;

  std::deque<Folded> nodes;
  std::set<const ir::Stmt *> skippedStatements;
  std::set<const ir::Symbol *> vanishedSymbols;
  std::map<std::pair<const ir::Stmt *, const ir::Symbol *>, const Folded *> replacements;
  std::map<const ir::Stmt *, std::vector<std::string>> foldedComments;
};

} // namespace costate::emit
