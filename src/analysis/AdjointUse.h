// What the adjoint of a statement reads of the original's values: use(I') in the paper's terms.
//
// It follows how AdjointTerms takes an expression apart: of `x*y` with both active, both; of `x + y`,
// nothing; of `exp(x)`, what its derivative rule reads. Addresses and subscripts are always read.
#pragma once

#include "analysis/Accesses.h"
#include "analysis/Varied.h"

namespace costate::analysis {

class AdjointUse {
public:
  AdjointUse(const Varied &varied, const Variant &v, Accesses &accesses)
      : varied(varied), v(v), p(v.procedure), accesses(accesses) {}

  /// `fromResult`: an assignment's adjoint takes the value of its last operation from the place that got it.
  CellBits of(const ir::Stmt &, bool fromResult = false);
  /// The places that an assignment's adjoint reads, as they are in the assignment, and places around them.
  std::set<const ir::Expr *> places(const ir::Assign &, bool fromResult);
  /// Whether the derivative of an assignment's last operation is made of its result.
  bool readsResult(const ir::Assign &);
  /// Whether the adjoint of an assignment does anything: AdjointBody leaves out others.
  bool isReversed(const ir::Assign &) const;
  /// A place that holds reals and varies.
  bool isActive(const ir::Expr *place) const;

private:
  bool varies(const ir::Expr *e) const { return e && e->type && varied.varies(v, e); }
  CellBits reads(const ir::Expr *);
  CellBits addressReads(const ir::Expr *);
  void add(const ir::Expr *, CellBits &out, bool hasResult = false);
  void addCall(const ir::Call &, CellBits &out);

  const Varied &varied;
  const Variant &v;
  const ir::Procedure *p;
  Accesses &accesses;
  std::set<const ir::Expr *> *seen = nullptr; ///< places, where they are asked for
};

} // namespace costate::analysis
