// Symbolic integers: exact polynomials over atoms.
//
// A Form is a sum of terms, each a rational number times a product of powers of atoms. Atoms are
// what a polynomial cannot take apart: variables, the number of a loop's iteration (a Counter, from
// 0), powers like 2^i, sums and products over a loop's iterations so far that have no closed form,
// values read from arrays, max, min, integer quotients and remainders. Atoms are interned in an
// AtomTable, so equal forms are equal vectors: sums and products of forms are normal forms. (Two
// different atoms may still be equal numbers; "different" never means "unequal".)
#pragma once

#include "symbolic/Rational.h"

#include "llvm/ADT/SmallVector.h"

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace costate::symbolic {

using AtomId = uint32_t;
using LoopId = uint32_t;

/// Atoms and their exponents, by atom.
using Monomial = llvm::SmallVector<std::pair<AtomId, unsigned>, 3>;

struct Term {
  Monomial monomial;
  Rational factor;
  bool operator==(const Term &) const = default;
  bool operator<(const Term &o) const {
    return monomial == o.monomial ? factor < o.factor : monomial < o.monomial;
  }
};

class Form {
public:
  Form() = default; ///< zero
  Form(int64_t value) : Form(Rational(value)) {}
  Form(const Rational &value);
  static Form atom(AtomId);
  static Form of(std::vector<Term>); ///< any order, like terms together or not

  const std::vector<Term> &terms() const { return list; } ///< sorted by monomial
  bool isZero() const { return list.empty(); }
  std::optional<Rational> constant() const; ///< its value, where no atom is in it
  std::optional<int64_t> integer() const;
  Rational constantTerm() const;

  Form operator+(const Form &) const;
  Form operator-() const;
  Form operator-(const Form &o) const { return *this + -o; }
  Form operator*(const Form &) const;
  Form operator*(const Rational &) const;
  Form power(unsigned) const;
  bool operator==(const Form &) const = default;
  bool operator<(const Form &o) const { return list < o.list; }

  /// The atom where the form is just that.
  std::optional<AtomId> asAtom() const;
  /// As a polynomial in one atom: the forms that its powers 0, 1, ... are multiplied with.
  std::vector<Form> coefficients(AtomId) const;
  unsigned degree(AtomId) const;

  size_t hash() const;

private:
  std::vector<Term> list;
};

struct FormHash {
  size_t operator()(const Form &f) const { return f.hash(); }
};

struct Atom {
  enum class Kind {
    Symbol,  ///< a value nothing more is known of; `key` says which
    Counter, ///< of a loop
    Power,   ///< arguments[0] ^ arguments[1]
    Sum,     ///< of arguments[1] over the first arguments[0] values of the loop's counter
    Product, ///< the same with a product
    Apply,   ///< a function or array `name` of its arguments
    Max,     ///< of two arguments
    Min,
    Quotient, ///< arguments[0] / arguments[1], rounded down
  };
  Kind kind = Kind::Symbol;
  std::string name;
  const void *key = nullptr;
  LoopId loop = 0;
  std::vector<Form> arguments;
  bool operator==(const Atom &) const = default;
  size_t hash() const;
};

/// A function of the counters of some loops that has no closed form, and what is known of it: forms
/// over those counters. The last loop is the one along which it steps.
struct Sequence {
  LoopId loop = 0;
  std::vector<LoopId> loops; ///< outermost first, `loop` among them
  std::optional<Form> lower, upper;
  std::optional<Form> leastStep, greatestStep; ///< of the value at counter+1 less that at counter
};

/// The name of symbols that are not negative: what is left over in `n = 1 + rest`.
inline constexpr const char *slackName = "#";

/// Interns atoms and simplifies where they are made.
class AtomTable {
public:
  AtomTable();
  const Atom &operator[](AtomId id) const { return atoms[id]; }

  Form symbol(const std::string &name, const void *key = nullptr);
  /// The slacks of all proofs are the same.
  Form slack(unsigned number);
  /// One atom for each loop; the name counts the first time.
  Form counter(LoopId, const std::string &name = {});
  Form power(const Form &base, const Form &exponent);
  /// Sum of body(0), ..., body(count-1), the loop's counter being the running index.
  Form sum(LoopId, const Form &body, const Form &count);
  Form product(LoopId, const Form &body, const Form &count);
  Form apply(const std::string &name, const void *key, std::vector<Form> arguments);
  /// A new sequence at the counters of its loops.
  Form sequence(const std::string &name, const Sequence &);
  size_t sequenceCount() const { return sequences.size(); }
  /// What is known of the sequences made from the first one on, said anew.
  void restateSequences(size_t first, const std::function<Form(const Form &)> &anew);
  /// What is known of a sequence; null where the atom is none. `atArguments` says it of this atom.
  const Sequence *sequenceOf(AtomId) const;
  /// A form over the counters of a sequence's loops, for this atom's arguments.
  Form atArguments(AtomId, const Form &);
  Form maximum(const Form &, const Form &);
  Form minimum(const Form &, const Form &);
  Form quotient(const Form &, const Form &); ///< rounded down

  /// A product that need not be an integer: a power in it has an exponent that may be negative. All other atoms are
  /// integers, and counters are not negative.
  bool mayBeFraction(const Monomial &) const;

  /// Whether the form's value changes with the loop's counter.
  bool dependsOn(const Form &, LoopId) const;
  bool contains(const Form &, AtomId) const;
  /// How large it is written out; nothing can be proven of very large ones in reasonable time.
  unsigned weight(const Form &) const;

  /// Every free counter of the loop replaced; inside of sums over that loop it is their own.
  Form substitute(const Form &, LoopId, const Form &value);
  /// Every occurrence of an atom replaced.
  Form replace(const Form &, AtomId, const Form &value);
  /// Rebuilt from what `visit` makes of its atoms.
  Form map(const Form &, const std::function<std::optional<Form>(AtomId)> &visit);

  Form initial(const Form &f, LoopId i) { return substitute(f, i, 0); }
  /// f(i+1) - f(i).
  Form difference(const Form &, LoopId);
  /// f(i+1) / f(i), where that is exact.
  std::optional<Form> ratio(const Form &, LoopId);
  /// Where the numerator is a multiple of the denominator as a polynomial.
  static std::optional<Form> divide(const Form &numerator, const Form &denominator);

  /// The number a form is, given those of its symbols, counters and array values (`value`).
  Rational evaluate(const Form &, const std::function<Rational(AtomId)> &value);

  std::string text(const Form &) const; ///< `k0 + i*(j0 + 1)`: expanded, in a stable order

private:
  AtomId intern(Atom);
  std::string text(AtomId) const;
  bool dependsOn(AtomId, LoopId) const;
  /// What is asked of an atom again and again.
  struct Facts {
    std::vector<LoopId> loops; ///< whose counters it changes with, sorted
    uint64_t inside = 0;       ///< a bit for each atom in it, some bits being shared
    unsigned weight = 1;
  };
  Facts factsOf(const Atom &) const;
  /// What became of atoms that have arguments, while one form is rebuilt.
  using Rebuilt = std::unordered_map<AtomId, std::optional<Form>>;
  Form substitute(const Form &, LoopId, const Form &value, Rebuilt &);
  Form replace(const Form &, AtomId, const Form &value, Rebuilt &);
  std::optional<Form> substituted(AtomId, LoopId, const Form &value, Rebuilt &);
  std::optional<Form> replaced(AtomId, AtomId, const Form &value, Rebuilt &);

  std::map<LoopId, AtomId> counters;
  std::deque<Sequence> sequences;
  std::map<const void *, const Sequence *> sequencesByKey; ///< keys of their Apply atoms
  std::deque<Atom> atoms;   ///< which do not move when others are added
  std::vector<Facts> facts; ///< by atom
  struct AtomHash {
    size_t operator()(const Atom *a) const { return a->hash(); }
  };
  struct SameAtom {
    bool operator()(const Atom *a, const Atom *b) const { return *a == *b; }
  };
  std::unordered_map<const Atom *, AtomId, AtomHash, SameAtom> ids;
};

} // namespace costate::symbolic
