// Points at which everything that is assumed holds.
//
// A proof that a form is never negative cannot succeed where the form is negative at such a point;
// most questions that have no proof are answered so, without a search. Nothing is ever concluded
// from a form that is not negative at the points.
//
// A point gives every atom a number: symbols small ones (or what an assumption makes of them),
// counters one of their range, array values one for each place. A sequence runs along one of its
// bounds. Of what has no number here (sums without a closed form, numbers too large) nothing is
// said.
#pragma once

#include "symbolic/Form.h"

#include <array>
#include <unordered_map>
#include <unordered_set>

namespace costate::symbolic {

/// What is assumed of the atoms.
struct Assumption {
  Form given; ///< not negative
  bool isZero = false;
  std::optional<AtomId> atom; ///< which makes this atom ...
  Form value;                 ///< ... that form
  bool hasCounters = false;
};

/// A counter runs from 0 to its last value, where that is known.
struct CounterRange {
  LoopId loop;
  std::optional<Form> last;
};

/// Points of some ranges and assumptions, drawn at once; no more than some hold.
class Samples {
public:
  Samples(AtomTable &, const std::vector<CounterRange> &, const std::vector<Assumption> &,
          unsigned salt);

  /// Points at which the first assumptions hold, as a set of bits.
  uint32_t where(size_t assumptions);
  bool isNegative(const Form &, uint32_t points);
  /// Assumptions beyond the first ones are gone; others may follow.
  void drop(size_t assumptions);

private:
  static constexpr unsigned count = 32;
  using Column = std::array<double, count>; ///< by point; NaN: no number

  Column evaluate(const Form &);
  const Column &column(AtomId);
  Column compute(AtomId);
  Column symbol(AtomId);
  Column counter(LoopId);
  Column place(AtomId);
  Column sequence(AtomId, const Sequence &);
  uint64_t chance(uint64_t what, unsigned point) const;
  uint64_t numberOf(const std::string &what);

  AtomTable &table;
  const std::vector<CounterRange> &ranges;
  const std::vector<Assumption> &assumptions;
  unsigned salt;
  std::unordered_map<AtomId, Column> columns;
  /// What numbers are drawn for, in the order it is met: numbers of atoms and loops depend on what
  /// else is in the program, and no answer may.
  std::unordered_map<std::string, uint64_t> drawn;
  std::unordered_set<AtomId> open; ///< being computed
  std::vector<uint32_t> valid;     ///< by number of assumptions
};

} // namespace costate::symbolic
