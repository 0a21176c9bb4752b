// Terms of sums that have rows of their own.
//
// Where a head's only dependent is a sum of terms (Separability.h), each execution of `f = f + t` is one row of the
// Jacobian that is compressed: the pattern gives the set of t to the library, the vector tangent gives its
// derivatives, which the library adds to the gradient. The shadow of f is left to the rest of f, a row of its own.
//
// An update may do so if whatever it adds is in f in the end, once and times a constant:
// (T1) All writes of the accumulator A are updates, A plus or minus something without A, but for one, A = e.
// (T2) That one stands in a block B; all updates come later in B, or inside of what comes later. So nothing that an
//      update added is overwritten before B ends.
// (T3) A is the dependent, and B runs at most once: it is in no loop. Or A is given over in B, directly and after all
//      updates, by one statement that is the dependent's own e or update (or another such accumulator's), with a
//      factor of numbers and of variables that have their value before A = e and never get another.
// Separability says the rest: that nothing else reads or writes A.
#pragma once

#include "analysis/Head.h"
#include "analysis/Separability.h"

#include <map>
#include <optional>

namespace costate::transform {

class SeparableTerms {
public:
  SeparableTerms(ir::Program &, const std::vector<analysis::Head> &, const analysis::Externals &);

  /// What an update adds to the dependent, factor and sign included; null: this is none.
  const ir::Expr *of(const ir::Assign &) const;

  /// Whether the head's dependent is a sum with such terms.
  bool isSum(const analysis::Head &head) const { return sums.count(&head) != 0; }
  /// The most elements that any term takes; nothing: not known.
  std::optional<int64_t> widest(const analysis::Head &head) const { return sums.at(&head); }

private:
  void add(const analysis::Head &, const analysis::SeparableDependent &);

  ir::Program &program;
  std::map<const ir::Assign *, const ir::Expr *> terms;
  std::map<const analysis::Head *, std::optional<int64_t>> sums;
};

} // namespace costate::transform
