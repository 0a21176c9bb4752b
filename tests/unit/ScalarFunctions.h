// The elemental functions of both languages in extended precision, for the tests.
#pragma once

#include <complex>
#include <string>
#include <vector>

namespace costate::test {

using Number = std::complex<long double>;

bool isScalarFunction(const std::string &name);
Number scalarFunction(const std::string &name, const std::vector<Number> &arguments, bool complex);
Number raised(Number base, Number exponent, bool wholeExponent);

} // namespace costate::test
