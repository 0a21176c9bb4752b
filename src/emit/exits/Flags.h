// The flags by which the structurer says exits, and what conditions are worth where some are known.
#pragma once

#include "ir/Program.h"

#include <map>
#include <optional>
#include <set>

namespace costate::emit::exits {

/// Flags whose value is known at some point.
using Known = std::map<const ir::Symbol *, bool>;

/// The flags of a procedure: local logicals that Costate made (a variable of the source stays as
/// its author wrote it), set to constants only, and read by nothing but the conditions of If and
/// loops. So nothing but the statements `flag = constant` changes them, and the conditions alone
/// depend on them.
class Flags {
public:
  /// `firstMade`: among the procedure's symbols, the first that may be Costate's own.
  explicit Flags(const ir::Procedure &, size_t firstMade = 0);

  /// Whether Costate made the variable, flag or not.
  bool isMade(const ir::Symbol *s) const { return made.count(s) != 0; }

  bool empty() const { return symbols.empty(); }
  bool contains(const ir::Symbol *s) const { return symbols.count(s) != 0; }
  const std::set<const ir::Symbol *> &all() const { return symbols; }

  struct Setting {
    const ir::Symbol *flag;
    bool value;
  };
  /// What a statement `flag = constant` sets.
  std::optional<Setting> setting(const ir::Stmt &) const;

  /// The flags that the condition being `value` tells, added to `known`. False where it contradicts
  /// what is known.
  bool assume(const ir::Expr *condition, bool value, Known &known) const;

private:
  void rejectMisused(const ir::Block &, bool own);

  std::set<const ir::Symbol *> made, symbols;
};

/// The value of a condition, as far as the known flags decide it.
std::optional<bool> evaluate(const ir::Expr *condition, const Known &);

bool sameLocation(Location a, Location b);

/// `do { head } while (condition)`: Cycle, which then stands in the head, goes to the test.
inline bool testsAtEnd(const ir::Loop &loop) { return loop.body.empty(); }

} // namespace costate::emit::exits
