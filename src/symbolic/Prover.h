// Proofs that a form is never negative.
//
// Known are the ranges of counters, each from 0 to a last value (which may depend on outer counters),
// and forms that are assumed not to be negative. A proof is by the paper's lower bounds: a form that
// does not fall along a counter is least at its first value, one that does not rise at its last; the
// steps' signs are proven the same way. No proof means nothing.
#pragma once

#include "symbolic/Form.h"

namespace costate::symbolic {

class Prover {
public:
  explicit Prover(AtomTable &table) : table(table) {}

  /// The counter runs from 0; `last` is its greatest value, where known.
  void counter(LoopId, std::optional<Form> last);
  void forget(LoopId);
  /// Assume the form is not negative; `drop` takes back the last assumptions.
  void assume(const Form &f) { assumptions.push_back(f); }
  size_t assumed() const { return assumptions.size(); }
  void drop(size_t to) { assumptions.resize(to); }

  bool nonnegative(const Form &) ;
  bool positive(const Form &f) { return nonnegative(f - Form(1)); }

private:
  bool prove(const Form &, unsigned depth);
  bool termByTerm(const Form &);
  bool byAssumption(const Form &, unsigned depth);
  bool atomNonnegative(AtomId);

  AtomTable &table;
  struct Range {
    LoopId loop;
    std::optional<Form> last;
  };
  std::vector<Range> ranges; ///< outer first
  std::vector<Form> assumptions;
};

} // namespace costate::symbolic
