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

  CellBits of(const ir::Stmt &);
  /// What passing an argument reads in either sweep: of `&a[i]` only what finds the address.
  CellBits ofArgument(const ir::Expr *);
  /// A place that holds reals and varies.
  bool isActive(const ir::Expr *place) const;

private:
  bool varies(const ir::Expr *e) const { return e && e->type && varied.varies(v, e); }
  CellBits reads(const ir::Expr *e) { return e ? accesses.reads(p, e) : CellBits(); }
  CellBits addressReads(const ir::Expr *e) { return accesses.addressReads(p, e); }
  void add(const ir::Expr *, CellBits &out);
  void addCall(const ir::Call &, CellBits &out);

  const Varied &varied;
  const Variant &v;
  const ir::Procedure *p;
  Accesses &accesses;
};

} // namespace costate::analysis
