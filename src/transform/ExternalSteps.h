// The tangent or adjoint of a call from the steps of its specification.
#pragma once

#include "transform/ExternalCalls.h"

#include <set>

namespace costate::transform {

class ExternalSteps {
public:
  ExternalSteps(const Duals::Context &context, ExternalSite &site)
      : c(context), site(site), b(context.program) {}

  void run(const std::vector<analysis::Step> &);
  /// The steps alone: the derivatives of the site are adjoints, and the original has run.
  void runAdjoint(const std::vector<analysis::Step> &);

private:
  bool holds(const analysis::Step &) const;
  const ir::Expr *derivative(int argument) const;
  bool isKept(const analysis::StepCall &) const;
  bool step(const analysis::Step &);
  bool assignResult(const analysis::Step &);
  void emit(const analysis::StepCall &, const ir::Expr *result);
  ir::Symbol *callee(const analysis::StepCall &, const std::vector<ir::Argument> &,
                     const ir::Type *result);
  void checkForHelper(const analysis::StepCall &);
  unsigned layoutOf(const analysis::StepCall &) const;
  const ir::Expr *value(const analysis::StepValue &, const ir::Type *like);
  const ir::Expr *constant(const analysis::StepValue &, const std::string &text,
                           const ir::Type *like);
  const ir::Expr *negated(const ir::Expr *);
  const ir::Expr *asComplex(const ir::Expr *);
  unsigned precisionKind() const;
  const ir::Expr *passed(const ir::Expr *scalar);
  const ir::Type *realType(const ir::Type *like) const;

  Duals::Context c;
  ExternalSite &site;
  ir::Builder b;
  std::set<int> used; ///< arguments with a later value that had their turn
  std::vector<std::pair<const ir::Expr *, ir::Symbol *>> constants; ///< passed by reference
  bool resultAssigned = false, originalDone = false;
};

} // namespace costate::transform
