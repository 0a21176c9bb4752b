// Undoing the temporaries of WHERE, for print.
//
// A WHERE construct evaluates each mask once; the canonical program puts them into temporaries that
// the masked assignments read:
//
//     m = a > 0;            assignments under m                   WHERE (a > 0)
//     p = not m; n = a < 9; assignments under p and n             ELSEWHERE (a < 9)
//     q = p and not n;      assignments under q (or its value)    ELSEWHERE
//
// Where such statements follow each other and nothing else reads the temporaries, the construct is
// printed again.
#pragma once

#include "emit/Unhoist.h"

namespace costate::emit::fortran {

/// The masked assignments list[first..end) under one mask, and list[end..last) under its negation.
struct MaskedRun {
  size_t first, end, last;
};
MaskedRun maskedRun(const std::vector<const ir::Stmt *> &list, size_t first);

struct WhereBranch {
  const ir::Assign *mask = nullptr; ///< gives the temporary its value; null: the last ELSEWHERE
  std::vector<const ir::Stmt *> body;
};
using WhereConstruct = std::vector<WhereBranch>;

class Masks {
public:
  Masks(const ir::Procedure &, const Unhoisted &);

  /// The statements of a block that are printed.
  std::vector<const ir::Stmt *> printed(const ir::Block &) const;
  /// The construct that begins with this assignment; null where there is none.
  const WhereConstruct *construct(const ir::Stmt *first) const;
  bool vanished(const ir::Symbol *s) const { return temporaries.count(s) != 0; }

private:
  using Uses = std::map<const ir::Symbol *, size_t>;
  void find(const ir::Block &, const Uses &);
  size_t findConstruct(const std::vector<const ir::Stmt *> &list, size_t first, const Uses &);

  const Unhoisted &unhoisted;
  std::map<const ir::Stmt *, WhereConstruct> constructs; ///< by their first assignment
  std::set<const ir::Symbol *> temporaries;
  std::set<const ir::Stmt *> hidden;
};

} // namespace costate::emit::fortran
