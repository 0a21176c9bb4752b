#include "ScalarFunctions.h"

#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>

// The helper itself, as generated files carry it.
#include "../../runtime/digamma.c"

namespace costate::test {

namespace {

using Real = long double;
using Reals = const std::vector<Real> &;

const Real pi = 3.14159265358979323846264338327950288L;
const Real degree = pi / 180;

Real fraction(Real x) {
  int e;
  return std::frexp(x, &e);
}

int exponent(Real x) {
  int e;
  std::frexp(x, &e);
  return e;
}

const std::map<std::string, std::function<Real(Reals)>> &realFunctions() {
  static const std::map<std::string, std::function<Real(Reals)>> functions = {
      {"abs", [](Reals x) { return std::fabs(x[0]); }},
      {"sign", [](Reals x) { return std::copysign(x[0], x[1]); }},
      {"max", [](Reals x) { return std::fmax(x[0], x.size() > 2 ? std::fmax(x[1], x[2]) : x[1]); }},
      {"min", [](Reals x) { return std::fmin(x[0], x.size() > 2 ? std::fmin(x[1], x[2]) : x[1]); }},
      {"dim", [](Reals x) { return std::fdim(x[0], x[1]); }},
      {"fma", [](Reals x) { return x[0] * x[1] + x[2]; }},
      {"dprod", [](Reals x) { return x[0] * x[1]; }},
      {"mod", [](Reals x) { return std::fmod(x[0], x[1]); }},
      {"modulo", [](Reals x) { return x[0] - std::floor(x[0] / x[1]) * x[1]; }},
      {"remainder", [](Reals x) { return std::remainder(x[0], x[1]); }},
      {"scale", [](Reals x) { return std::ldexp(x[0], int(x[1])); }},
      {"fraction", [](Reals x) { return fraction(x[0]); }},
      {"exponent", [](Reals x) { return Real(exponent(x[0])); }},
      {"set_exponent", [](Reals x) { return std::ldexp(fraction(x[0]), int(x[1])); }},
      {"aint", [](Reals x) { return std::trunc(x[0]); }},
      {"anint", [](Reals x) { return std::round(x[0]); }},
      {"rint", [](Reals x) { return std::rint(x[0]); }},
      {"floor", [](Reals x) { return std::floor(x[0]); }},
      {"ceiling", [](Reals x) { return std::ceil(x[0]); }},
      {"sqrt", [](Reals x) { return std::sqrt(x[0]); }},
      {"cbrt", [](Reals x) { return std::cbrt(x[0]); }},
      {"rsqrt", [](Reals x) { return 1 / std::sqrt(x[0]); }},
      {"hypot", [](Reals x) { return std::hypot(x[0], x[1]); }},
      {"pow", [](Reals x) { return std::pow(x[0], x[1]); }},
      {"exp", [](Reals x) { return std::exp(x[0]); }},
      {"exp2", [](Reals x) { return std::exp2(x[0]); }},
      {"exp10", [](Reals x) { return std::pow(Real(10), x[0]); }},
      {"expm1", [](Reals x) { return std::expm1(x[0]); }},
      {"exp2m1", [](Reals x) { return std::exp2(x[0]) - 1; }},
      {"exp10m1", [](Reals x) { return std::pow(Real(10), x[0]) - 1; }},
      {"log", [](Reals x) { return std::log(x[0]); }},
      {"log2", [](Reals x) { return std::log2(x[0]); }},
      {"log10", [](Reals x) { return std::log10(x[0]); }},
      {"log1p", [](Reals x) { return std::log1p(x[0]); }},
      {"log2p1", [](Reals x) { return std::log2(1 + x[0]); }},
      {"log10p1", [](Reals x) { return std::log10(1 + x[0]); }},
      {"sin", [](Reals x) { return std::sin(x[0]); }},
      {"cos", [](Reals x) { return std::cos(x[0]); }},
      {"tan", [](Reals x) { return std::tan(x[0]); }},
      {"cotan", [](Reals x) { return 1 / std::tan(x[0]); }},
      {"asin", [](Reals x) { return std::asin(x[0]); }},
      {"acos", [](Reals x) { return std::acos(x[0]); }},
      {"atan", [](Reals x) { return x.size() > 1 ? std::atan2(x[0], x[1]) : std::atan(x[0]); }},
      {"atan2", [](Reals x) { return std::atan2(x[0], x[1]); }},
      {"sind", [](Reals x) { return std::sin(degree * x[0]); }},
      {"cosd", [](Reals x) { return std::cos(degree * x[0]); }},
      {"tand", [](Reals x) { return std::tan(degree * x[0]); }},
      {"cotand", [](Reals x) { return 1 / std::tan(degree * x[0]); }},
      {"asind", [](Reals x) { return std::asin(x[0]) / degree; }},
      {"acosd", [](Reals x) { return std::acos(x[0]) / degree; }},
      {"atand",
       [](Reals x) { return (x.size() > 1 ? std::atan2(x[0], x[1]) : std::atan(x[0])) / degree; }},
      {"atan2d", [](Reals x) { return std::atan2(x[0], x[1]) / degree; }},
      {"sinpi", [](Reals x) { return std::sin(pi * x[0]); }},
      {"cospi", [](Reals x) { return std::cos(pi * x[0]); }},
      {"tanpi", [](Reals x) { return std::tan(pi * x[0]); }},
      {"asinpi", [](Reals x) { return std::asin(x[0]) / pi; }},
      {"acospi", [](Reals x) { return std::acos(x[0]) / pi; }},
      {"atanpi",
       [](Reals x) { return (x.size() > 1 ? std::atan2(x[0], x[1]) : std::atan(x[0])) / pi; }},
      {"atan2pi", [](Reals x) { return std::atan2(x[0], x[1]) / pi; }},
      {"sinh", [](Reals x) { return std::sinh(x[0]); }},
      {"cosh", [](Reals x) { return std::cosh(x[0]); }},
      {"tanh", [](Reals x) { return std::tanh(x[0]); }},
      {"asinh", [](Reals x) { return std::asinh(x[0]); }},
      {"acosh", [](Reals x) { return std::acosh(x[0]); }},
      {"atanh", [](Reals x) { return std::atanh(x[0]); }},
      {"erf", [](Reals x) { return std::erf(x[0]); }},
      {"erfc", [](Reals x) { return std::erfc(x[0]); }},
      {"erfc_scaled", [](Reals x) { return std::exp(x[0] * x[0]) * std::erfc(x[0]); }},
      {"gamma", [](Reals x) { return std::tgamma(x[0]); }},
      {"log_gamma", [](Reals x) { return std::lgamma(x[0]); }},
      {"costate_digamma", [](Reals x) { return Real(costate_digamma(double(x[0]))); }},
      {"bessel_j0", [](Reals x) { return ::j0l(x[0]); }},
      {"bessel_j1", [](Reals x) { return ::j1l(x[0]); }},
      {"bessel_jn", [](Reals x) { return ::jnl(int(x[0]), x[1]); }},
      {"bessel_y0", [](Reals x) { return ::y0l(x[0]); }},
      {"bessel_y1", [](Reals x) { return ::y1l(x[0]); }},
      {"bessel_yn", [](Reals x) { return ::ynl(int(x[0]), x[1]); }},
      {"conjg", [](Reals x) { return x[0]; }},
      {"real", [](Reals x) { return x[0]; }},
  };
  return functions;
}

const std::map<std::string, std::function<Number(const std::vector<Number> &)>> &
complexFunctions() {
  using Numbers = const std::vector<Number> &;
  static const std::map<std::string, std::function<Number(Numbers)>> functions = {
      {"sqrt", [](Numbers z) { return std::sqrt(z[0]); }},
      {"exp", [](Numbers z) { return std::exp(z[0]); }},
      {"log", [](Numbers z) { return std::log(z[0]); }},
      {"sin", [](Numbers z) { return std::sin(z[0]); }},
      {"cos", [](Numbers z) { return std::cos(z[0]); }},
      {"tan", [](Numbers z) { return std::tan(z[0]); }},
      {"asin", [](Numbers z) { return std::asin(z[0]); }},
      {"acos", [](Numbers z) { return std::acos(z[0]); }},
      {"atan", [](Numbers z) { return std::atan(z[0]); }},
      {"sinh", [](Numbers z) { return std::sinh(z[0]); }},
      {"cosh", [](Numbers z) { return std::cosh(z[0]); }},
      {"tanh", [](Numbers z) { return std::tanh(z[0]); }},
      {"asinh", [](Numbers z) { return std::asinh(z[0]); }},
      {"acosh", [](Numbers z) { return std::acosh(z[0]); }},
      {"atanh", [](Numbers z) { return std::atanh(z[0]); }},
      {"pow", [](Numbers z) { return std::pow(z[0], z[1]); }},
      {"abs", [](Numbers z) { return Number(std::abs(z[0])); }},
      {"arg", [](Numbers z) { return Number(std::arg(z[0])); }},
      {"real", [](Numbers z) { return Number(z[0].real()); }},
      {"aimag", [](Numbers z) { return Number(z[0].imag()); }},
      {"conjg", [](Numbers z) { return std::conj(z[0]); }},
      {"cproj", [](Numbers z) { return z[0]; }},
  };
  return functions;
}

/// Every other spelling of the functions above.
std::string canonical(const std::string &name) {
  static const std::map<std::string, std::string> names = {
      {"fabs", "abs"},           {"copysign", "sign"},    {"ieee_copy_sign", "sign"},
      {"fmax", "max"},           {"fmaximum", "max"},     {"fmaximum_num", "max"},
      {"ieee_max_num", "max"},   {"fmin", "min"},         {"fminimum", "min"},
      {"fminimum_num", "min"},   {"ieee_min_num", "min"}, {"fdim", "dim"},
      {"ieee_fma", "fma"},       {"fmod", "mod"},         {"drem", "remainder"},
      {"ieee_rem", "remainder"}, {"ldexp", "scale"},      {"scalbn", "scale"},
      {"scalbln", "scale"},      {"ieee_scalb", "scale"}, {"trunc", "aint"},
      {"round", "anint"},        {"ceil", "ceiling"},     {"powr", "pow"},
      {"pow10", "exp10"},        {"logp1", "log1p"},      {"tgamma", "gamma"},
      {"lgamma", "log_gamma"},   {"j0", "bessel_j0"},     {"j1", "bessel_j1"},
      {"jn", "bessel_jn"},       {"y0", "bessel_y0"},     {"y1", "bessel_y1"},
      {"yn", "bessel_yn"},       {"besj0", "bessel_j0"},  {"besj1", "bessel_j1"},
      {"besjn", "bessel_jn"},    {"besy0", "bessel_y0"},  {"besy1", "bessel_y1"},
      {"besyn", "bessel_yn"},    {"dbesj0", "bessel_j0"}, {"dbesj1", "bessel_j1"},
      {"dbesjn", "bessel_jn"},   {"dbesy0", "bessel_y0"}, {"dbesy1", "bessel_y1"},
      {"dbesyn", "bessel_yn"},   {"conj", "conjg"},       {"creal", "real"},
      {"cimag", "aimag"},        {"cabs", "abs"},         {"carg", "arg"},
      {"cpow", "pow"},           {"ieee_rint", "rint"},
  };
  auto found = names.find(name);
  if (found != names.end())
    return found->second;
  if (name[0] == 'c' && complexFunctions().count(name.substr(1)))
    return name.substr(1);
  return name;
}

} // namespace

bool isScalarFunction(const std::string &name) {
  return realFunctions().count(canonical(name)) || complexFunctions().count(canonical(name));
}

Number scalarFunction(const std::string &name, const std::vector<Number> &arguments, bool complex) {
  std::string known = canonical(name);
  if (complex) {
    auto found = complexFunctions().find(known);
    if (found == complexFunctions().end())
      throw std::runtime_error("complex function " + name);
    return found->second(arguments);
  }
  auto found = realFunctions().find(known);
  if (found == realFunctions().end())
    throw std::runtime_error("function " + name);
  std::vector<Real> parts;
  for (Number x : arguments)
    parts.push_back(x.real());
  return found->second(parts);
}

Number raised(Number base, Number exponent, bool wholeExponent) {
  if (wholeExponent) {
    Number out = 1;
    for (int i = 0; i < std::abs(int(exponent.real())); ++i)
      out *= base;
    return exponent.real() < 0 ? Number(1) / out : out;
  }
  if (base.imag() == 0 && exponent.imag() == 0 && base.real() >= 0)
    return std::pow(base.real(), exponent.real());
  return std::pow(base, exponent);
}

} // namespace costate::test
