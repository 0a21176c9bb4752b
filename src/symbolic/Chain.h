// Chains of recurrences: {f0, op1, f1, ..., opk, fk}_i, each op `+` or `*`.
//
// The chain of a form over a loop lists what a loop would keep to step the form's value along
// without evaluating it: the value at the first iteration, then the value of its step, of the
// step's step, and so on, until the step no longer changes. A step is a ratio where that is exact
// (geometric and factorial parts), a difference otherwise. Coefficients may be chains over outer
// loops. The last one may depend on the loop itself where nothing simpler exists (`k = k + m[i]`).
//
// A form and its chain are two ways to write one function: `closed` turns a chain back.
#pragma once

#include "symbolic/Form.h"

namespace costate::symbolic {

struct Chain {
  enum class Operator { Add, Multiply };
  /// No loop: `value` is all; else the coefficients and what is between them.
  std::optional<LoopId> loop;
  std::string loopName;
  Form value;
  std::vector<Chain> coefficients;
  std::vector<Operator> operators; ///< one fewer than coefficients

  bool isConstant() const { return !loop; }
  bool operator==(const Chain &) const = default;
};

/// A loop of a nest, by its counter.
struct LoopName {
  LoopId loop;
  std::string name;
};

/// Over the loops given innermost first; loops the form does not depend on are left out.
Chain toChain(AtomTable &, const Form &, const std::vector<LoopName> &innermostFirst);

/// The function a chain stands for. Polynomial chains are Newton series: sum of f_j * binomial(i,
/// j).
Form closed(AtomTable &, const Chain &);

/// Whether the form has no sum, product or array value left that depends on a loop: a program can
/// compute it without running the loop.
bool isClosed(const AtomTable &, const Form &);

std::string text(const AtomTable &, const Chain &); ///< `{k0,+,j0+1,+,2}_i`

/// The solution of V = c*V + p(i), V(0) = v0, where c does not depend on the loop. For c = 1 any p
/// will do; nothing where c is not 0 or 1 and p is not a polynomial in the counter.
std::optional<Form> solveRecurrence(AtomTable &, LoopId, const Form &v0, const Form &c,
                                    const Form &p);
/// The solution of V = c(i)*V, V(0) = v0.
Form solveProduct(AtomTable &, LoopId, const Form &v0, const Form &c);

/// Sum of body(0), ..., body(i-1) in closed form where one exists, as a function of the counter.
Form partialSum(AtomTable &, LoopId, const Form &body);

} // namespace costate::symbolic
