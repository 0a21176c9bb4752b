// Undoing the temporaries of WHERE, for print.
//
// A WHERE construct evaluates its mask once; the canonical program puts it into a temporary that
// each of the masked assignments reads: `m = a > 0`, then assignments under `m` and `.not. m`. Where
// these follow the assignment of the temporary directly and nothing else reads it, the construct is
// printed with the mask itself.
#pragma once

#include "emit/Unhoist.h"

namespace costate::emit::fortran {

/// The masked assignments list[first..end) under one mask, and list[end..last) under its negation.
struct MaskedRun {
  size_t first, end, last;
};
MaskedRun maskedRun(const std::vector<const ir::Stmt *> &list, size_t first);

class Masks {
public:
  Masks(const ir::Procedure &, const Unhoisted &);

  /// The statements of a block that are printed.
  std::vector<const ir::Stmt *> printed(const ir::Block &) const;
  /// The assignment of the temporary that a mask is; null where the mask stands for itself.
  const ir::Assign *definition(const ir::Expr *mask) const;
  bool vanished(const ir::Symbol *s) const { return definitions.count(s) != 0; }

private:
  void find(const ir::Block &, const std::map<const ir::Symbol *, size_t> &uses);

  const Unhoisted &unhoisted;
  std::map<const ir::Symbol *, const ir::Assign *> definitions;
  std::set<const ir::Stmt *> hidden;
};

} // namespace costate::emit::fortran
