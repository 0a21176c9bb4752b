// Which values each flag may have at each statement that sets or tests flags: a forward analysis
// over the tree, jumps included. A set of {unset, false, true} for each flag, joined where ways
// meet, with a fixed point at loops.
#pragma once

#include "emit/exits/Flags.h"

#include <cstdint>
#include <vector>

namespace costate::emit::exits {

class FlagValues {
public:
  FlagValues(const ir::Procedure &, const Flags &);

  /// The flags that have one value whenever the statement sets a flag or evaluates its condition:
  /// before the setting, and after a loop's head.
  Known knownAt(const ir::Stmt &) const;

private:
  /// The values a flag may have.
  enum : uint8_t { MayBeFalse = 1, MayBeTrue = 2, MayBeUnset = 4 };
  /// By the number of each flag. Empty: no way leads here.
  using State = std::vector<uint8_t>;

  static State join(const State &, const State &);
  static State leave(State &to, const State &);
  void meet(const ir::Stmt &, const State &);
  State where(const ir::Expr *condition, bool value, State) const;

  State walk(const ir::Block &, State);
  State walk(const ir::Stmt &, State);
  State counted(const ir::For &, State);
  State repeated(const ir::Loop &, State);

  const Flags &flags;
  std::map<const ir::Symbol *, size_t> numbers;
  std::map<const ir::Stmt *, State> at;
  std::map<unsigned, State> exits, cycles; ///< by loop
};

} // namespace costate::emit::exits
