// Symbolic forms as expressions of the program: closed forms of induction variables, trip counts and
// conditions, where the program can compute them.
//
// (W1) A form is written only where every atom in it has a place to be read from at that point; the
//      caller says which. Sums and products over iterations, and counters that were not replaced by
//      loop variables, have none.
// (W2) Polynomials have rational factors (Newton's series: i*(i - 1)/2) and integer values at the
//      points where they are used, because the program computed those values with integers. The terms
//      with integer factors are integers, so the rest is one, too: it is written as one integer
//      polynomial over the common denominator, and the division is exact.
// (W3) Nothing overflows that did not in the original. A value that one operation gives, in the type
//      the original held it in, fits there. Everything else is computed in 64 bits from operands of
//      that width. A polynomial that stays within 32 bits (array indices do) at 0, ..., n-1 has
//      differences of order j no larger than about 2^31 * c_j / n^j (Markov's inequality), so its terms
//      and their sum over the denominator stay far below 2^63; forms of a degree above `highestDegree`
//      are not written.
// (W4) b^e is written where its factor in the form is a number other than 0: then it is no larger than
//      the value and the rest of the form together. Where the factor is an expression, that it is not 0
//      is added to `needed`, and the caller must test it.
// (W5) Quotients of forms round down, those of the languages towards zero. They are written only as
//      max(q, 0), where both agree.
#pragma once

#include "ir/Builder.h"
#include "symbolic/Condition.h"

namespace costate::transform {

class FormWriter {
public:
  /// What to read an atom's value from; null: nothing.
  using Spelling = std::function<const ir::Expr *(symbolic::AtomId)>;

  FormWriter(ir::Program &program, symbolic::AtomTable &table, ir::Language language, Spelling spelling)
      : build(program), table(table), language(language), spelling(std::move(spelling)) {}

  /// Atoms that are written before others in sums: loop variables.
  void lead(symbolic::AtomId id) { leading.insert(id); }

  /// The value, in 64 bits or in `type` where that is safe (W3) and given; null: it cannot be written.
  const ir::Expr *value(const symbolic::Form &, const ir::Type *type = nullptr);

  /// An address: a pointer or array, and how many elements on.
  struct Address {
    const ir::Expr *base;
    symbolic::Form offset;
  };
  std::optional<Address> address(const symbolic::Form &);
  /// As a pointer.
  const ir::Expr *pointer(const symbolic::Form &);

  /// A test of the condition; null: it cannot be written.
  const ir::Expr *condition(const symbolic::Condition &);

  /// What must not be 0 (W4).
  const std::vector<symbolic::Form> &needed() const { return nonzero; }

  static constexpr unsigned highestDegree = 5;

private:
  using Form = symbolic::Form;
  const ir::Expr *difference(const Form &);
  const ir::Expr *inOneOperation(const Form &, const ir::Type *type);
  const ir::Expr *wideValue(const Form &);
  const ir::Expr *polynomial(const Form &); ///< with integer factors
  struct Addend {
    const ir::Expr *value;
    bool negative;
    unsigned rank; ///< the order they are written in
  };
  std::vector<Addend> addends(const Form &);
  const ir::Expr *total(std::vector<Addend>);
  const ir::Expr *product(const symbolic::Term &);
  const ir::Expr *atom(symbolic::AtomId);
  const ir::Expr *applied(symbolic::AtomId, const symbolic::Atom &);
  const ir::Expr *power(const symbolic::Atom &);
  const ir::Expr *extreme(const symbolic::Atom &);
  const ir::Expr *greaterOf(const symbolic::Atom &, const ir::Type *);
  const ir::Expr *choice(bool greatest, const std::vector<const ir::Expr *> &sides, const ir::Type *);
  const ir::Expr *truncatedQuotient(const Form &);
  static Form primitive(const Form &);
  static std::pair<Form, Form> sides(const Form &);
  const ir::Expr *wrappedAround(const Form &, const ir::Type *);
  const ir::Expr *leaf(const Form &, const ir::Type *);
  bool powersAreSafe(const Form &);
  std::optional<symbolic::AtomId> commonest(const Form &) const;
  bool isAddress(symbolic::AtomId);
  const ir::Expr *clause(const symbolic::Alternatives &);
  const ir::Expr *joined(ir::BinaryOp, const ir::Expr *first, const ir::Expr *second); ///< the first may be null
  const ir::Expr *comparison(const Form &notNegative);
  const ir::Expr *unequal(const symbolic::Alternatives &);
  const ir::Expr *compared(ir::BinaryOp, const Form &left, const Form &right);
  const ir::Expr *side(const Form &);
  const ir::Type *wide();
  const ir::Expr *number(int64_t value) { return build.constant(wide(), value); }
  const ir::Expr *widened(const ir::Expr *);

  ir::Builder build;
  symbolic::AtomTable &table;
  ir::Language language;
  Spelling spelling;
  std::set<symbolic::AtomId> leading;
  std::vector<symbolic::Form> nonzero;
};

} // namespace costate::transform
