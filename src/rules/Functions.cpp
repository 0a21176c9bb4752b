// The derivatives of operators and elemental functions, of every kind, in both languages.
//
// At kinks the choice is: abs and the like take the derivative from the right; of equal arguments
// of max and min the first one counts; where a derivative grows without bound it is infinite, but a
// zero direction gives zero (`/?`, `*?`); where a function has no derivative in any direction
// (hypot and atan2 at the origin) it is 0.
#include "rules/Table.h"

namespace costate::rules {

namespace {

// clang-format off
const std::vector<Line> functions = {
  // ---- Arithmetic. Fortran and C spell the operators alike; `**` of C is pow. ------------------
  {"negate(a) = -a",              "-",   "-",  "-",  {"a: -1"},                        "",  ""},
  {"parentheses(a) = a",          "()",  "()", "()", {"a: 1"},                         "",  ""},
  {"add(a, b) = a + b",           "+",   "+",  "+",  {"a: 1", "b: 1"},                 "",  ""},
  {"subtract(a, b) = a - b",      "-",   "-",  "-",  {"a: 1", "b: -1"},                "",  ""},
  {"multiply(a, b) = a*b",        "*",   "*",  "*",  {"a: b", "b: a"},                 "",  ""},
  {"divide(a, b) = a/b",          "/",   "/",  "/",  {"a: 1/b", "b: -r/b"},            "",  ""},
  {"power(x, n: integer) = x**n", "**",  "",   "**", {"x: n*x**if(n == 0, 1, n - 1)"}, "",
     "x**0 is 1 for every x: derivative 0, at x = 0 too"},
  {"power(x: real, y: real) = x**y", "**", "pow powr", "",
     {"x: y *? x**(y - 1)", "y: r*log(if(x > 0, x, 1))"},                              "",
     "x**0: by x 0; 0**y: by y 0, by x infinite for 0 < y < 1; x < 0, where only whole y are: by y 0"},
  {"power(x, y) = x**y",          "**",  "",   "cpow",
     {"x: y *? x**(y - 1)", "y: r*log(if(x == 0, 1, x))"},                             "",
     "0**y: by y 0"},
  {"fma(a, b, c) = a*b + c",      "ieee_fma", "fma", "", {"a: b", "b: a", "c: 1"},     "",  ""},
  {"dprod(x, y) = x*y",           "dprod", "", "",   {"x: y", "y: x"},                 "",  ""},

  // ---- Choices --------------------------------------------------------------------------------
  {"choice(mask: logical, a, b)", "?:",  "?:", "?:", {"a: if(mask, 1, 0)", "b: if(mask, 0, 1)"}, "", ""},
  {"merge(tsource, fsource, mask: logical)", "merge", "", "merge",
     {"tsource: if(mask, 1, 0)", "fsource: if(mask, 0, 1)"},                           "",  ""},
  {"abs(x)",              "abs",  "fabs",           "", {"x: if(x >= 0, 1, -1)"},      "x", "at 0: 1"},
  {"sign(a, b)",          "sign ieee_copy_sign", "copysign", "",
     {"a: if(a >= 0, sign(1, b), -sign(1, b))"},                                       "a*b",
     "a = 0: the derivative from the right; b = 0: by the sign of that zero"},
  {"max(a, b, ...)",      "max",  "fmaximum",       "", {"a: if(a >= b, 1, 0)", "b: if(a >= b, 0, 1)"},
     "a - b", "equal: the first argument counts"},
  {"min(a, b, ...)",      "min",  "fminimum",       "", {"a: if(a <= b, 1, 0)", "b: if(a <= b, 0, 1)"},
     "a - b", "equal: the first argument counts"},
  {"fmax(a, b)",          "ieee_max_num", "fmax fmaximum_num", "",
     {"a: if(a >= b or b != b, 1, 0)", "b: if(a >= b or b != b, 0, 1)"},               "a - b",
     "equal: the first argument counts; a NaN loses, as in the value"},
  {"fmin(a, b)",          "ieee_min_num", "fmin fminimum_num", "",
     {"a: if(a <= b or b != b, 1, 0)", "b: if(a <= b or b != b, 0, 1)"},               "a - b",
     "equal: the first argument counts; a NaN loses, as in the value"},
  {"dim(x, y)",           "dim",  "fdim",           "", {"x: if(x > y, 1, 0)", "y: if(x > y, -1, 0)"},
     "x - y", "x = y: 0"},

  // ---- Remainders. The quotient comes from the result: a/p may round to the next whole number. --
  {"mod(a, p)",           "mod",    "fmod",         "", {"a: 1", "p: anint((r - a)/p)"}, "r",
     "a multiple of p: as on the side the value belongs to"},
  {"modulo(a, p)",        "modulo", "",             "", {"a: 1", "p: anint((r - a)/p)"}, "r",
     "a multiple of p: as on the side the value belongs to"},
  {"remainder(x, y)",     "ieee_rem", "remainder drem", "", {"x: 1", "y: anint((r - x)/y)"}, "2*abs(r) - abs(y)",
     "halfway between two multiples: as on the side the value belongs to"},

  // ---- Powers of two --------------------------------------------------------------------------
  {"scale(x, i: integer)", "scale ieee_scalb", "ldexp scalbn scalbln", "", {"x: scale(d, i) | scale(s, i)"}, "", ""},
  {"fraction(x)",         "fraction", "",           "",
     {"x: scale(d, -exponent(x)) | scale(s, -exponent(x))"},                           "abs(r) - 0.5",
     "at a power of two: as above it"},
  {"set_exponent(x, i: integer)", "set_exponent", "", "",
     {"x: scale(d, i - exponent(x)) | scale(s, i - exponent(x))"},                     "abs(fraction(x)) - 0.5",
     "at a power of two: as above it"},

  // ---- Roots, exponentials and logarithms --------------------------------------------------------
  {"sqrt(x)",             "sqrt", "sqrt",           "csqrt", {"x: 1 /? (2*r)"},        "x", "at 0: infinite"},
  {"cbrt(x)",             "",     "cbrt",           "", {"x: 1 /? (3*r*r)"},           "x", "at 0: infinite"},
  {"rsqrt(x)",            "",     "rsqrt",          "", {"x: -r*r*r/2"},               "",  ""},
  {"hypot(x, y)",         "hypot", "hypot",         "", {"x: x/if(r == 0, 1, r)", "y: y/if(r == 0, 1, r)"},
     "r", "at the origin: 0"},
  {"exp(x)",              "exp",  "exp",            "cexp", {"x: r"},                  "",  ""},
  {"exp2(x)",             "",     "exp2",           "", {"x: ln2*r"},                  "",  ""},
  {"exp10(x)",            "",     "exp10 pow10",    "", {"x: ln10*r"},                 "",  ""},
  {"expm1(x)",            "",     "expm1",          "", {"x: r + 1"},                  "",  ""},
  {"exp2m1(x)",           "",     "exp2m1",         "", {"x: ln2*(r + 1)"},            "",  ""},
  {"exp10m1(x)",          "",     "exp10m1",        "", {"x: ln10*(r + 1)"},           "",  ""},
  {"log(x)",              "log",  "log",            "clog", {"x: 1/x"},                "",  ""},
  {"log2(x)",             "",     "log2",           "", {"x: 1/(ln2*x)"},              "",  ""},
  {"log10(x)",            "log10", "log10",         "", {"x: 1/(ln10*x)"},             "",  ""},
  {"log1p(x)",            "",     "log1p logp1",    "", {"x: 1/(1 + x)"},              "",  ""},
  {"log2p1(x)",           "",     "log2p1",         "", {"x: 1/(ln2*(1 + x))"},        "",  ""},
  {"log10p1(x)",          "",     "log10p1",        "", {"x: 1/(ln10*(1 + x))"},       "",  ""},

  // ---- Trigonometric functions, in radians, degrees and half turns ------------------------------
  {"sin(x)",              "sin",  "sin",            "csin",  {"x: cos(x)"},            "",  ""},
  {"cos(x)",              "cos",  "cos",            "ccos",  {"x: -sin(x)"},           "",  ""},
  {"tan(x)",              "tan",  "tan",            "ctan",  {"x: 1 + r*r"},           "",  ""},
  {"cotan(x)",            "cotan", "",              "",      {"x: -(1 + r*r)"},        "",  ""},
  {"asin(x)",             "asin", "asin",           "casin", {"x: 1 /? sqrt((1 - x)*(1 + x))"},  "(1 - x)*(1 + x)", "at -1, 1: infinite"},
  {"acos(x)",             "acos", "acos",           "cacos", {"x: -1 /? sqrt((1 - x)*(1 + x))"}, "(1 - x)*(1 + x)", "at -1, 1: infinite"},
  {"atan(x)",             "atan", "atan",           "catan", {"x: 1/(1 + x*x)"},       "",  ""},
  {"atan2(y, x)",         "atan2 atan", "atan2",    "",
     {"y: x/if(x == 0 and y == 0, 1, x*x + y*y)", "x: -y/if(x == 0 and y == 0, 1, x*x + y*y)"}, "y",
     "at the origin: 0; on the cut x < 0, y = 0 the derivative is continuous, the value is not"},
  {"sind(x)",             "sind", "",               "", {"x: degree*cosd(x)"},         "",  ""},
  {"cosd(x)",             "cosd", "",               "", {"x: -degree*sind(x)"},        "",  ""},
  {"tand(x)",             "tand", "",               "", {"x: degree*(1 + r*r)"},       "",  ""},
  {"cotand(x)",           "cotand", "",             "", {"x: -degree*(1 + r*r)"},      "",  ""},
  {"asind(x)",            "asind", "",              "", {"x: 1 /? (degree*sqrt((1 - x)*(1 + x)))"},  "(1 - x)*(1 + x)", "at -1, 1: infinite"},
  {"acosd(x)",            "acosd", "",              "", {"x: -1 /? (degree*sqrt((1 - x)*(1 + x)))"}, "(1 - x)*(1 + x)", "at -1, 1: infinite"},
  {"atand(x)",            "atand", "",              "", {"x: 1/(degree*(1 + x*x))"},   "",  ""},
  {"atan2d(y, x)",        "atan2d atand", "",       "",
     {"y: x/if(x == 0 and y == 0, 1, degree*(x*x + y*y))", "x: -y/if(x == 0 and y == 0, 1, degree*(x*x + y*y))"}, "y",
     "at the origin: 0"},
  {"sinpi(x)",            "sinpi", "sinpi",         "", {"x: pi*cospi(x)"},            "",  ""},
  {"cospi(x)",            "cospi", "cospi",         "", {"x: -pi*sinpi(x)"},           "",  ""},
  {"tanpi(x)",            "tanpi", "tanpi",         "", {"x: pi*(1 + r*r)"},           "",  ""},
  {"asinpi(x)",           "asinpi", "asinpi",       "", {"x: 1 /? (pi*sqrt((1 - x)*(1 + x)))"},  "(1 - x)*(1 + x)", "at -1, 1: infinite"},
  {"acospi(x)",           "acospi", "acospi",       "", {"x: -1 /? (pi*sqrt((1 - x)*(1 + x)))"}, "(1 - x)*(1 + x)", "at -1, 1: infinite"},
  {"atanpi(x)",           "atanpi", "atanpi",       "", {"x: 1/(pi*(1 + x*x))"},       "",  ""},
  {"atan2pi(y, x)",       "atan2pi atanpi", "atan2pi", "",
     {"y: x/if(x == 0 and y == 0, 1, pi*(x*x + y*y))", "x: -y/if(x == 0 and y == 0, 1, pi*(x*x + y*y))"}, "y",
     "at the origin: 0"},

  // ---- Hyperbolic functions -------------------------------------------------------------------
  {"sinh(x)",             "sinh", "sinh",           "csinh",  {"x: cosh(x)"},          "",  ""},
  {"cosh(x)",             "cosh", "cosh",           "ccosh",  {"x: sinh(x)"},          "",  ""},
  {"tanh(x)",             "tanh", "tanh",           "ctanh",  {"x: 1 - r*r"},          "",  ""},
  {"asinh(x)",            "asinh", "asinh",         "casinh", {"x: 1/sqrt(1 + x*x)"},  "",  ""},
  {"acosh(x)",            "acosh", "acosh",         "cacosh", {"x: 1 /? (sqrt(x - 1)*sqrt(x + 1))"}, "x - 1", "at 1: infinite"},
  {"atanh(x)",            "atanh", "atanh",         "catanh", {"x: 1/((1 - x)*(1 + x))"}, "", ""},

  // ---- Error function, Gamma, Bessel ----------------------------------------------------------
  {"erf(x)",              "erf",  "erf",            "", {"x: twoOverRootPi*exp(-x*x)"},  "", ""},
  {"erfc(x)",             "erfc", "erfc",           "", {"x: -twoOverRootPi*exp(-x*x)"}, "", ""},
  {"erfc_scaled(x)",      "erfc_scaled", "",        "", {"x: 2*x*r - twoOverRootPi"},    "", ""},
  {"gamma(x)",            "gamma", "tgamma",        "", {"x: r*digamma(x)"},             "", ""},
  {"log_gamma(x)",        "log_gamma", "lgamma gamma", "", {"x: digamma(x)"},            "", ""},
  {"bessel_j0(x)",        "bessel_j0 besj0 dbesj0", "j0", "", {"x: -bessel_j1(x)"},      "", ""},
  {"bessel_j1(x)",        "bessel_j1 besj1 dbesj1", "j1", "", {"x: (bessel_j0(x) - bessel_jn(2, x))/2"}, "", ""},
  {"bessel_jn(n: integer, x)", "",                  "jn", "", {"x: (bessel_jn(n - 1, x) - bessel_jn(n + 1, x))/2"}, "", ""},
  // Fortran's orders are never negative; J(-1) is -J(1).
  {"bessel_jn(n: integer, x)", "bessel_jn besjn dbesjn", "", "",
     {"x: (if(n == 0, -1, 1)*bessel_jn(abs(n - 1), x) - bessel_jn(n + 1, x))/2"},        "", ""},
  {"bessel_y0(x)",        "bessel_y0 besy0 dbesy0", "y0", "", {"x: -bessel_y1(x)"},      "", ""},
  {"bessel_y1(x)",        "bessel_y1 besy1 dbesy1", "y1", "", {"x: bessel_y0(x) - r/x"}, "", ""},
  {"bessel_yn(n: integer, x)", "bessel_yn besyn dbesyn", "yn", "", {"x: n*r/x - bessel_yn(n + 1, x)"}, "", ""},

  // ---- Conversions and the parts of complex numbers ---------------------------------------------
  {"convert(a)",                     "convert", "convert", "convert", {"a: 1"},          "", ""},
  {"convert(a: real) -> complex",    "convert", "", "convert", {"a: 1"},                 "", ""},
  {"convert(a: complex) -> real",    "convert", "", "convert", {"a: real(d) | cmplx(s, 0)"}, "", ""},
  {"real(a: complex) -> real",       "real dble", "", "creal", {"a: real(d) | cmplx(s, 0)"}, "", ""},
  {"real(a)",                        "real dble", "", "",      {"a: 1"},                 "", ""},
  {"aimag(z: complex) -> real",      "aimag", "", "cimag", {"z: aimag(d) | cmplx(0, s)"}, "", ""},
  {"cmplx(x: real, y: real) -> complex", "cmplx", "", "cmplx",
     {"x: cmplx(d, 0) | real(s)", "y: cmplx(0, d) | aimag(s)"},                          "", ""},
  {"conjg(z: complex)",              "conjg", "", "conj",  {"z: conjg(d) | conjg(s)"},   "", ""},
  {"abs(a: complex) -> real",        "abs", "", "cabs",
     {"a: real(conjg(a)*d)/if(r == 0, 1, r) | s*a/if(r == 0, 1, r)"},                    "r", "at 0: 0"},
  {"arg(z: complex) -> real",        "", "", "carg",
     {"z: aimag(conjg(z)*d)/if(z == 0, 1, real(conjg(z)*z)) | s*cmplx(-aimag(z), real(z))/if(z == 0, 1, real(conjg(z)*z))"},
     "aimag(z)", "at 0: 0; on the cut the derivative is continuous, the value is not"},
  {"cproj(z: complex)",              "", "", "cproj", {"z: 1"},                          "", "infinities are one point"},
};

const std::vector<StepLine> steps = {
  {"compare(a, b) -> logical",  "< <= > >= == /=",     "< <= > >= == !=",             "a - b"},
  {"convert(a) -> integer",     "convert",             "convert",                     "a - aint(a)"},
  {"aint(a)",                   "aint",                "trunc",                       "a - aint(a)"},
  {"anint(a)",                  "anint",               "round",                       "abs(a - aint(a)) - 0.5"},
  {"rint(a)",                   "ieee_rint",           "rint nearbyint roundeven",    "abs(a - aint(a)) - 0.5"},
  {"floor(a)",                  "",                    "floor",                       "a - aint(a)"},
  {"ceiling(a)",                "",                    "ceil",                        "a - aint(a)"},
  {"floor(a) -> integer",       "floor",               "",                            "a - aint(a)"},
  {"ceiling(a) -> integer",     "ceiling",             "",                            "a - aint(a)"},
  {"nint(a) -> integer",        "nint",                "lround llround",              "abs(a - aint(a)) - 0.5"},
  {"irint(a) -> integer",       "",                    "lrint llrint",                "abs(a - aint(a)) - 0.5"},
  {"exponent(x) -> integer",    "exponent",            "",                            ""},
  {"logb(x)",                   "ieee_logb",           "logb",                        ""},
  {"ilogb(x) -> integer",       "",                    "ilogb",                       ""},
  {"spacing(x)",                "spacing",             "",                            ""},
};

const std::vector<RefusedLine> refused = {
  {"nearest ieee_next_after ieee_next_up ieee_next_down", "nextafter nexttoward nextup nextdown",
     "it moves by one unit in the last place, which has no derivative"},
  {"rrspacing",   "",                "it depends on how the number is stored"},
  {"",            "scalb",           "its exponent is a whole number kept in a real; scalbn has a rule"},
  {"",            "significand",     "it depends on how the number is stored"},
  {"",            "frexp modf remquo", "it returns two parts of a number, one of them through a pointer"},
  {"transfer",    "",                "it reads bits as another type"},
};

const std::vector<HelperLine> helpers = {
  {"digamma(x)",  "costate_digamma", "digamma"},
};
const std::vector<Line> marks = {
  {"passive(value)",          "costate_passive", "costate_passive", "", {},              "", ""},
  {"carry(value, derivative)", "costate_carry",  "costate_carry",   "", {"derivative: 1"}, "", ""},
  {"root(x)",                 "costate_root",    "costate_root",    "", {"x: 1/(2*r)"},  "", ""},
};

// clang-format on

} // namespace

std::span<const Line> functionTable() { return functions; }
std::span<const Line> markTable() { return marks; }
std::span<const StepLine> stepTable() { return steps; }
std::span<const RefusedLine> refusedTable() { return refused; }
std::span<const HelperLine> helperTable() { return helpers; }

} // namespace costate::rules
