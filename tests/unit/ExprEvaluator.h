// Evaluates expressions of the canonical program in extended precision: what the derivative table
// produces, and the operations it is about. Scalars are arrays of rank 0; reals are complex numbers
// without an imaginary part; truth is 1 or 0. Arrays are stored as Fortran stores them.
#pragma once

#include "ir/Program.h"

#include <complex>
#include <map>

namespace costate::test {

using Number = std::complex<long double>;

struct Value {
  std::vector<size_t> shape;
  std::vector<Number> elements;

  Value() = default;
  Value(Number scalar) : elements{scalar} {}
  Value(std::vector<size_t> shape, std::vector<Number> elements)
      : shape(std::move(shape)), elements(std::move(elements)) {}
  Number scalar() const { return elements.at(0); }
  long double real() const { return scalar().real(); }
};

using Bindings = std::map<const ir::Symbol *, Value>;

Value evaluate(const ir::Expr *, const Bindings &);

/// Whether `evaluate` knows the function.
bool isKnownFunction(const std::string &name);

} // namespace costate::test
