// Proofs that a form is never negative, and conditions under which it is not.
//
// Known are the ranges of counters, each from 0 to a last value (which may depend on outer
// counters), and forms that are assumed not to be negative, or to be zero. A proof is by the
// paper's lower bounds: a form that does not fall along a counter is least at its first value, one
// that does not rise at its last, one whose steps do not rise at one of them; the steps' signs are
// proven the same way. What is assumed not to be negative takes part by name: n - 1 >= 0 makes n
// one more than something that is not negative, and a sum of products of such things is not
// negative. No proof means nothing.
//
// What is assumed need not hold all the way to a counter's end: `i >= 200`, a guard, holds where an
// access takes place and not at i = 0. The sign of a step is proven without what gets lost on the way.
//
// Searching is what costs: a form that is negative at some point where all assumptions hold is not
// searched for at all (Samples), and what was proven, or was not, is not asked again.
#pragma once

#include "symbolic/Samples.h"

#include <memory>

namespace costate::symbolic {

/// Forms that are all not negative.
using Conjunction = std::vector<Form>;
/// One of these holds; none: false. An empty conjunction is true.
using Alternatives = std::vector<Conjunction>;

class Prover {
public:
  explicit Prover(AtomTable &table) : table(table) {}

  const AtomTable &atoms() const { return table; }

  /// The counter runs from 0; `last` is its greatest value, where known.
  void counter(LoopId, std::optional<Form> last);
  void forget(LoopId);
  /// Conditions may be about this counter, too: it is that of a loop around.
  void keep(LoopId loop) { kept.push_back(loop); }
  /// Assume the form is not negative (zero); `drop` takes back the last assumptions.
  void assume(const Form &);
  void assumeZero(const Form &);
  size_t assumed() const { return assumptions.size(); }
  void drop(size_t to);

  /// Steps that may be taken in all; several provers may share what is left.
  void share(unsigned &left) { budget = &left; }

  bool nonnegative(const Form &);
  bool positive(const Form &f) { return nonnegative(f - Form(1)); }
  /// Nowhere less than at the counter's first (last) value.
  bool leastAtFirst(const Form &, LoopId);
  bool leastAtLast(const Form &, LoopId);

  /// Ways to make the form not negative at all values of the counters, as conditions on the rest.
  Alternatives conditions(const Form &);
  /// Ways to have one of each: few and short ones.
  static Alternatives both(const Alternatives &, const Alternatives &);

private:
  /// Assumptions, and last values of counters, that do not hold where some counters were moved to: a
  /// bit for each, the last of them for all that are more.
  struct Lost {
    uint64_t assumptions = 0, ranges = 0;
    bool operator==(const Lost &) const = default;
  };
  enum class Way { Down = 1, Up = 2, Both = 3 };
  class Moving;
  Lost lostBy(LoopId, Way);
  Lost findLost(LoopId, Way);
  bool isLessAfter(const Form &, LoopId, Way);
  bool takesPartByName(const Assumption &) const;
  std::optional<Form> lastOf(const CounterRange &) const;
  void assumeNormal(const Form &);
  Form normal(const Form &);
  Form withoutPositiveFactor(const Form &);
  bool prove(const Form &, unsigned depth);
  bool search(const Form &, unsigned depth);
  bool isRefuted(const Form &);
  bool proveNext(const Form &);
  bool holdsAlong(const Form &, LoopId, Way);
  bool proveEitherWay(const Form &);
  bool termByTerm(const Form &);
  bool byAssumption(const Form &, unsigned depth);
  bool fromAssumedStart(const Form &, LoopId, unsigned depth);
  unsigned reentered(const Form &last, LoopId);
  bool byBounds(const Form &, unsigned depth);
  bool atomNonnegative(AtomId);
  /// Forms of which one (all) must not be negative for this one not to be: what is known of an atom
  /// that no polynomial knows (max, min, quotients, sequences) is put in its place.
  struct Weaker {
    std::vector<Form> forms;
    bool all = false;
  };
  std::vector<Weaker> weaker(const Form &);
  std::optional<Form> withSteps(const Form &);
  const CounterRange *innermost(const Form &) const;
  const CounterRange *boundable(const Form &) const;
  Alternatives conditions(const Form &, unsigned depth);
  Alternatives along(const Form &, const CounterRange &, unsigned depth);
  Alternatives atBothEnds(const Form &step, LoopId, const Alternatives &first, const Alternatives &last);

  AtomTable &table;
  std::vector<CounterRange> ranges; ///< outer first
  std::vector<LoopId> kept;
  std::vector<Assumption> assumptions;
  /// Whether assumptions about counters take part by name, too. That couples what they name to the
  /// counters: some proofs need it, some need it not to be so.
  bool byName = false;
  unsigned *budget = nullptr;
  unsigned slacks = 0, effort = 0, limit = 0;

  /// Points drawn for the first so many assumptions; the last one serves.
  struct Batch {
    size_t assumptions;
    std::unique_ptr<Samples> samples;
  };
  std::vector<Batch> batches;
  unsigned drawn = 0;
  Lost lost; ///< where the proof at hand is

  /// What was proven, and from which depth on it was not, under the assumptions of each number.
  struct Seen {
    bool proven = false;
    unsigned failedFrom = ~0u;
  };
  struct Question {
    Form form;
    Lost lost;
    bool operator==(const Question &) const = default;
  };
  struct QuestionHash {
    size_t operator()(const Question &q) const {
      return q.form.hash() ^ (q.lost.assumptions * 0x9e3779b97f4a7c15u + q.lost.ranges * 31);
    }
  };
  struct State {
    std::unordered_map<Question, Seen, QuestionHash> seen;
    std::map<std::pair<LoopId, Way>, Lost> lost; ///< by moving one counter
  };
  State &state();
  std::vector<State> states;
};

/// With integer coefficients; without common factor, where all its terms are integers: then it is not negative at the
/// same integers.
Form tightened(const AtomTable &, const Form &);

} // namespace costate::symbolic
