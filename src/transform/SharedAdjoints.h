// Arguments of one call of Fortran that may share memory, and so do their adjoints.
//
// `call f(a, a)` is legal where f writes neither dummy: nobody can tell that they are one. The backward sweep of f adds
// to the adjoints of both, and there the language lets compilers take them for two: vectorised, `xb(i) = xb(i) + ...;
// yb(i) = yb(i) + ...` loses one of the sums. (gfortran -O3 and flang -O1 do.)
//
// - A number gets an adjoint of its own for the call, which begins as zero and is added to the other after it. That is
//   the same sum, because the adjoint of what is only read is only added to. So does a variable of a module, a COMMON
//   block or the host that is passed to a procedure which reads it by its own name, too.
// - So does a section that compilers copy for the call and write back after it, over what was added to the other; and
//   what a dummy with the VALUE attribute gets, which may even be part of what f writes.
// - Other arrays would cost their length at every call, and of `a(i, j)` that stands for all elements from there on nobody
//   knows the length. Their adjoints are targets instead, in f and in all that f passes them on to: compilers do not
//   take two targets for different memory.
//
// Where f writes one of them, the program itself breaks the rule, or the parts are apart. Then nothing is done but
// where the original is believed to mean what it says (EffectSummaries::findAliases): those are targets, too. Dummies
// that are pointers may overlap anyway.
#pragma once

#include "analysis/Effects.h"

#include <functional>
#include <set>

namespace costate::transform {

class SharedAdjoints {
public:
  SharedAdjoints(analysis::Memory &memory, const analysis::EffectSummaries &effects);

  /// Whether the adjoint of a dummy may overlap that of another one.
  bool mayOverlap(const ir::Symbol *dummy) const { return overlapping.count(dummy) > 0; }

  /// The parameters that get adjoints of their own at a call; `hasShadow` says which have adjoints at all.
  std::set<size_t> ofTheirOwn(const ir::Procedure *caller, const ir::Call &, const ir::Procedure &target,
                              const std::function<bool(size_t)> &hasShadow) const;

private:
  struct Given;
  std::vector<Given> givenAt(const ir::Procedure *caller, const ir::Call &, const ir::Procedure &target) const;
  analysis::CellBits touchedBy(const ir::Procedure *caller, const ir::Call &, const ir::Procedure &target,
                               const ir::Symbol &parameter) const;
  static bool canHaveOwn(const Given &);
  void addAllNames(const ir::Procedure *, analysis::CellId leaf, analysis::CellBits &out) const;
  bool isNamedBy(const ir::Procedure &target, const Given &) const;
  bool mayMeet(const ir::Procedure &target, const Given &, const Given &) const;
  bool overlapAt(const ir::Procedure *caller, const ir::Call &, const ir::Procedure &target);

  analysis::Memory &memory;
  const analysis::EffectSummaries &effects;
  std::map<const ir::Symbol *, std::set<const ir::Symbol *>> overlapping; ///< dummies, of one procedure each
};

/// An element that stands for the elements from there on: the dummy is an array.
bool isSequence(const ir::Expr *argument, const ir::Symbol &parameter);

} // namespace costate::transform
