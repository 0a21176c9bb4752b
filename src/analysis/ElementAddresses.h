// Where an element of an array of C is, counted in numbers: `a[i][j]` of `double a[][m]` is at &a[0][0] + m*i + j.
//
// Two arrays of different shape may overlap, and two pointers to rows of one length may be apart by a part of a row:
// their subscripts cannot be compared one by one, the addresses of their elements can. Subscripts that leave their
// extents are where the machine finds them.
//
// Rows have the length that their type says: a number, or of a parameter what the expression was on entry. No extent is
// less than one, or the program is not C, so bounds of subscripts give bounds of addresses.
#pragma once

#include "analysis/LoopNest.h"

namespace costate::analysis {

class ElementAddresses {
public:
  ElementAddresses(symbolic::AtomTable &table, LoopValues &values, const ir::Procedure *p)
      : table(table), values(values), p(p) {}

  /// The access with its address as its path; nothing where that cannot be said.
  std::optional<Access> of(const Access &);

  /// What stands for the address of the first number: `&a[0][0]`, `&s` of a scalar. Counted in rows, it is `a`.
  static std::string nameOfFirst(const ir::Symbol *, size_t rank);

private:
  std::optional<Access> ofRows(const Access &, const ir::Symbol *, const ir::ArrayType &rows);
  std::optional<Access> ofArray(const Access &, const ir::Symbol *, const ir::ArrayType &);
  std::optional<Form> extent(const ir::Symbol *, const ir::Dimension &);

  symbolic::AtomTable &table;
  LoopValues &values;
  const ir::Procedure *p;
};

} // namespace costate::analysis
