// Terms of sums, whose sets and derivatives go to the library (SeparableTerms).
#include "transform/SeparableTerms.h"
#include "transform/SparseLibrary.h"
#include "transform/TangentBody.h"

namespace costate::transform {

using namespace ir;

/// Every execution tells the library, with nothing where nothing varies: rows are counted in both programs.
void TangentBody::addTerm(const Assign &s, const Expr *term, Block &out) {
  Dual dual = duals.of(term, &out);
  const Expr *derivative = dual.derivative ? dual.derivative : duals.zero(term->type, s.location);
  if (!several()) {
    out.push_back(c.library->call(c.procedure, "costate_term", {derivative}));
    out.push_back(copy(s));
    return;
  }
  const Type *number = term->type->strip();
  Symbol *t = c.procedure.makeTemporary("termd", c.types.of(number));
  t->temporary = false;
  const Expr *whole = b.variable(t, s.location);
  loops.fence(out);
  move(c.shadows.inDirection(whole, term), derivative, s.location, out);
  bool single = llvm::cast<RealType>(number)->realKind == 4;
  out.push_back(c.library->call(c.procedure, single ? "costate_term_derivatives_single" : "costate_term_derivatives",
                                {c.procedure.language == Language::C ? decayed(whole) : whole}));
  loops.fence(out);
  out.push_back(copy(s));
}

} // namespace costate::transform
