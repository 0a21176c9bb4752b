// Whether two accesses of one procedure may lie in the same object, and whether their paths can be
// compared then (Dependence.h says by which rules of the languages).
#pragma once

#include "analysis/LoopNest.h"

namespace costate::analysis {

enum class Overlap {
  Never,
  Comparable, ///< they meet where their paths are equal
  Addresses,  ///< they meet where the addresses of their numbers are (ElementAddresses); their paths say nothing
  Unknown,    ///< nothing tells them apart
};

/// What callers may pass for two pointers: the same memory, or only what calls in the program do (a head's callers keep
/// its arguments apart, by contract).
enum class Callers { Any, AsSeen };

class Overlaps {
public:
  Overlaps(ir::Program &, Memory &, Callers = Callers::Any);

  Overlap of(const ir::Procedure *, const Access &, const Access &);
  /// The scalar parts of what an access may touch.
  CellSet leaves(const ir::Procedure *, const Access &);

private:
  static Overlap ofPaths(const Access &, const Access &, bool mayBeOthers);
  bool mayBeOne(const ir::Procedure *, CellId, CellId);
  bool isRestrict(CellId pointee) const;

  Memory &memory;
  Callers callers;
  std::set<const ir::Symbol *> addressTaken;
  std::set<const ir::Procedure *> values; ///< procedures whose names are used as values
};

} // namespace costate::analysis
