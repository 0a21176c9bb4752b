// What statements may change, as far as the bound of a loop can tell: variables by name, and memory behind
// pointers by the types it is stored as (C: memory is accessed through its own type, or through char). Calls do
// what the bodies of the procedures they reach do; what is not in the program may do anything.
#pragma once

#include "ir/Program.h"

#include <map>
#include <set>

namespace costate::structure {

/// A store through a pointer.
struct Store {
  const ir::Type *type;                   ///< scalar
  const ir::RecordType *record = nullptr; ///< of which it is a component; null: of none, or not known
  unsigned component = 0;
  auto operator<=>(const Store &) const = default;
};

struct LoopEffects {
  std::set<const ir::Symbol *> assigned; ///< variables by name, whole or in part
  std::set<Store> stored;
  bool unknown = false; ///< any memory
  /// Whether a place, other than a variable of the procedure's own whose address nobody takes, may change.
  bool mayStore(const ir::Expr *place) const;
};

class EffectsOfCalls {
public:
  explicit EffectsOfCalls(ir::Program &);
  /// Adds what a block does.
  void add(const ir::Block &, LoopEffects &) const;

private:
  void add(const ir::Block &, LoopEffects &, std::set<const ir::Procedure *> &callees) const;
  std::map<const ir::Procedure *, LoopEffects> known; ///< of what callers see
};

} // namespace costate::structure
