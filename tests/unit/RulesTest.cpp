// The derivative table: every line of elemental operations against differences, in both languages;
// the edge cases as the table documents them; types, kinds and spellings of the code.
#include "RulesFixture.h"

#include "rules/Rule.h"

#include <cmath>
#include <set>

using namespace costate;
using namespace costate::ir;
using namespace costate::rules;
using namespace costate::test;

namespace {

struct Interval {
  long double low, high;
};

/// Where the arguments of a rule are drawn from: inside its domain, away from poles.
Interval domain(const std::string &rule, unsigned argument) {
  static const std::map<std::string, Interval> intervals = {
      {"power", {0.3L, 2.5L}},   {"divide", {0.4L, 3}},       {"mod", {0.4L, 3}},
      {"modulo", {0.4L, 3}},     {"remainder", {0.4L, 3}},    {"sqrt", {0.2L, 4}},
      {"rsqrt", {0.3L, 4}},      {"log", {0.3L, 4}},          {"log2", {0.3L, 4}},
      {"log10", {0.3L, 4}},      {"log1p", {-0.6L, 3}},       {"log2p1", {-0.6L, 3}},
      {"log10p1", {-0.6L, 3}},   {"tan", {-1.1L, 1.1L}},      {"cotan", {0.4L, 1.3L}},
      {"cotand", {20, 80}},      {"tand", {-60, 60}},         {"sind", {-90, 90}},
      {"cosd", {-90, 90}},       {"tanpi", {-0.35L, 0.35L}},  {"asin", {-0.8L, 0.8L}},
      {"acos", {-0.8L, 0.8L}},   {"asind", {-0.8L, 0.8L}},    {"acosd", {-0.8L, 0.8L}},
      {"asinpi", {-0.8L, 0.8L}}, {"acospi", {-0.8L, 0.8L}},   {"atanh", {-0.8L, 0.8L}},
      {"acosh", {1.3L, 4}},      {"gamma", {0.5L, 4}},        {"log_gamma", {0.5L, 6}},
      {"bessel_y0", {0.6L, 8}},  {"bessel_y1", {0.6L, 8}},    {"bessel_yn", {0.8L, 8}},
      {"bessel_j0", {-8, 8}},    {"bessel_j1", {-8, 8}},      {"bessel_jn", {-8, 8}},
      {"fraction", {0.3L, 3}},   {"set_exponent", {0.3L, 3}},
  };
  auto found = intervals.find(rule);
  return found == intervals.end() ? Interval{-2, 2} : found->second;
}

struct RulesTest : RulesFixture {
  const Type *typeOf(ValueType t, bool isComplex) {
    switch (t) {
    case ValueType::Floating:
      return isComplex ? complex() : real();
    case ValueType::Real:
      return real();
    case ValueType::Complex:
      return complex();
    case ValueType::Integer:
      return integer();
    case ValueType::Logical:
      return b.logical(Language::Fortran);
    }
    return nullptr;
  }

  Number draw(const Rule &rule, unsigned i, const Type *type, Language language) {
    if (type->isLogical())
      return uniform(0, 1) < 0.5L;
    if (type->isInteger()) {
      bool isOrder = rule.name.rfind("bessel", 0) == 0;
      bool negative = !isOrder || language == Language::C;
      return Number(std::floor(uniform(negative ? -3 : 0, 5)));
    }
    Interval in = domain(rule.name, i);
    if (!type->isComplex())
      return uniform(in.low, in.high);
    auto part = [&] { return uniform(0.25L, 1.4L) * (uniform(-1, 1) < 0 ? -1 : 1); };
    return {part(), part()};
  }

  /// The operation itself, as the front end of the language would build it.
  const Expr *node(const Rule &rule, const std::string &spelling, const Type *type,
                   std::vector<const Expr *> a) {
    auto &exprs = program.exprs;
    const std::string &n = rule.name;
    if (n == "negate" || n == "parentheses")
      return exprs.make<Unary>(type, n == "negate" ? UnaryOp::Negate : UnaryOp::Parentheses, a[0]);
    static const std::map<std::string, BinaryOp> operators = {{"add", BinaryOp::Add},
                                                              {"subtract", BinaryOp::Subtract},
                                                              {"multiply", BinaryOp::Multiply},
                                                              {"divide", BinaryOp::Divide},
                                                              {"power", BinaryOp::Power}};
    if (operators.count(n) && spelling.size() <= 2)
      return exprs.make<Binary>(type, operators.at(n), a[0], a[1]);
    if (n == "convert")
      return exprs.make<Convert>(type, a[0], false);
    if (n == "choice")
      return exprs.make<Conditional>(type, a[0], a[1], a[2]);
    if (n == "cmplx")
      return exprs.make<MakeComplex>(type, a[0], a[1]);
    if (n == "real" && spelling != "creal")
      return exprs.make<ComplexPart>(type, a[0], false);
    return intrinsic(spelling, a, type);
  }

  bool nearKink(const Expr *e, Language language) {
    for (const Expr *kink : Operation(e, language).kinks(program))
      if (std::abs(evaluated(kink).scalar()) < 0.1L)
        return true;
    return false;
  }

  void checkRule(const Rule &rule, const std::string &spelling, Language language, bool isComplex) {
    SCOPED_TRACE(rule.name + " as " + spelling + (isComplex ? " of complex numbers" : ""));
    int points = 0;
    for (int attempt = 0; attempt < 400 && points < 12; ++attempt) {
      std::vector<const Expr *> arguments;
      values.clear();
      unsigned count = rule.arguments.size() + (rule.variadic ? attempt % 2 : 0);
      bool anyComplex = false;
      for (unsigned i = 0; i < count; ++i) {
        const RuleArgument &a = rule.arguments[std::min<size_t>(i, rule.arguments.size() - 1)];
        const Type *type = typeOf(a.field, isComplex);
        anyComplex = anyComplex || type->isComplex();
        arguments.push_back(
            variable(std::string(1, char('a' + i)), type, Value(draw(rule, i, type, language))));
      }
      const Type *type =
          rule.result ? typeOf(*rule.result, false) : typeOf(ValueType::Floating, anyComplex);
      const Expr *e = node(rule, spelling, type, arguments);
      if (nearKink(e, language))
        continue;
      ++points;
      check(e, language);
      if (HasFailure())
        return;
    }
    EXPECT_EQ(points, 12);
  }
};

TEST_F(RulesTest, EveryLineAgreesWithDifferences) {
  for (const Rule &rule : allRules()) {
    if (rule.array || rule.steps || !rule.helper.empty())
      continue;
    bool mayBeReal = rule.arguments.back().field != ValueType::Complex;
    bool mayBeComplex = rule.arguments[0].field == ValueType::Complex ||
                        rule.arguments.back().field == ValueType::Floating ||
                        rule.arguments[0].field == ValueType::Floating;
    for (const std::string &spelling : rule.fortran) {
      if (mayBeReal)
        checkRule(rule, spelling, Language::Fortran, false);
      if (mayBeComplex)
        checkRule(rule, spelling, Language::Fortran, true);
    }
    for (const std::string &spelling : rule.c)
      if (spelling != "gamma") // C's old name of lgamma, Fortran's name of another function
        checkRule(rule, spelling, Language::C, false);
    for (const std::string &spelling : rule.cComplex)
      if (spelling != "**" && spelling != "merge")
        checkRule(rule, spelling, Language::C, true);
  }
}

TEST_F(RulesTest, FormulasMentionOnlyFunctionsOfTheTable) {
  auto known = [](const Formula &n) {
    static const std::set<std::string> inquiries = {"size", "shape"};
    return n.kind == Formula::Kind::Call && !inquiries.count(n.name) && rulesNamed(n.name).empty();
  };
  for (const Rule &rule : allRules())
    for (const Derivative &d : rule.derivatives)
      for (const FormulaRef &f : {d.tangent, d.adjoint})
        if (f) {
          EXPECT_FALSE(contains(f, known)) << rule.name;
        }
}

TEST_F(RulesTest, EveryLanguageHasTheFunctionsItsFormulasNeed) {
  for (const Rule &rule : allRules())
    for (const Derivative &d : rule.derivatives)
      for (const FormulaRef &f : {d.tangent, d.adjoint}) {
        if (!f || rule.array)
          continue;
        auto lacks = [](const Formula &n, bool fortran) {
          static const std::set<std::string> parts = {"conjg", "real", "aimag", "cmplx"};
          if (n.kind != Formula::Kind::Call || parts.count(n.name))
            return false;
          for (const Rule *r : rulesNamed(n.name))
            if (!(fortran ? r->fortran : r->c).empty())
              return false;
          return true;
        };
        if (!rule.fortran.empty()) {
          EXPECT_FALSE(contains(f, [&](const Formula &n) { return lacks(n, true); })) << rule.name;
        }
        if (!rule.c.empty()) {
          EXPECT_FALSE(contains(f, [&](const Formula &n) { return lacks(n, false); })) << rule.name;
        }
      }
}

// ---- Edge cases, as the table says ------------------------------------------------------------

struct EdgeTest : RulesFixture {
  /// The derivative by argument `by` of a C or Fortran function, along `direction`.
  long double tangent(const std::string &name, std::vector<long double> at, unsigned by,
                      long double direction = 1, Language language = Language::C) {
    std::vector<const Expr *> arguments, directions(at.size());
    for (long double v : at)
      arguments.push_back(variable("x", real(), Value(Number(v))));
    directions[by] = variable("xd", real(), Value(Number(direction)));
    Operation operation(intrinsic(name, arguments), language);
    const Expr *e = operation.tangent(program, directions);
    return e ? evaluated(e).real() : 0;
  }
};

const long double infinity = HUGE_VALL, notANumber = NAN;

TEST_F(EdgeTest, AbsoluteValueAtZeroIsTheDerivativeFromTheRight) {
  EXPECT_EQ(tangent("fabs", {0}, 0), 1);
  EXPECT_EQ(tangent("fabs", {-0.0L}, 0), 1);
  EXPECT_EQ(tangent("fabs", {-2}, 0), -1);
  EXPECT_EQ(tangent("abs", {0}, 0, 1, Language::Fortran), 1);
}

TEST_F(EdgeTest, OfEqualArgumentsTheFirstCounts) {
  for (const char *name : {"max", "min"}) {
    EXPECT_EQ(tangent(name, {2, 2}, 0, 1, Language::Fortran), 1);
    EXPECT_EQ(tangent(name, {2, 2}, 1, 1, Language::Fortran), 0);
    EXPECT_EQ(tangent(name, {2, 2, 2}, 0, 1, Language::Fortran), 1);
    EXPECT_EQ(tangent(name, {2, 2, 2}, 2, 1, Language::Fortran), 0);
  }
  EXPECT_EQ(tangent("max", {1, 2, 2}, 1, 1, Language::Fortran), 1);
  EXPECT_EQ(tangent("max", {1, 2, 2}, 2, 1, Language::Fortran), 0);
  EXPECT_EQ(tangent("fmin", {2, 2}, 0), 1);
}

TEST_F(EdgeTest, ANaNLosesInFmax) {
  EXPECT_EQ(tangent("fmax", {1, notANumber}, 0), 1);
  EXPECT_EQ(tangent("fmax", {1, notANumber}, 1), 0);
  EXPECT_EQ(tangent("fmax", {notANumber, 1}, 1), 1);
  EXPECT_EQ(tangent("fmin", {notANumber, 1}, 0), 0);
}

TEST_F(EdgeTest, RootsAreInfiniteAtZeroButNotInDirectionZero) {
  for (Language language : {Language::C, Language::Fortran}) {
    EXPECT_EQ(tangent("sqrt", {0}, 0, 1, language), infinity);
    EXPECT_EQ(tangent("sqrt", {0}, 0, 0, language), 0);
    EXPECT_EQ(tangent("asin", {1}, 0, 0, language), 0);
    EXPECT_EQ(tangent("acos", {-1}, 0, 1, language), -infinity);
    EXPECT_EQ(tangent("acosh", {1}, 0, 0, language), 0);
  }
  EXPECT_EQ(tangent("cbrt", {0}, 0, 1), infinity);
  EXPECT_EQ(tangent("cbrt", {0}, 0, 0), 0);
}

TEST_F(EdgeTest, PowersAtZero) {
  EXPECT_EQ(tangent("pow", {0, 0}, 0), 0);
  EXPECT_EQ(tangent("pow", {0, 2}, 0), 0);
  EXPECT_EQ(tangent("pow", {0, 1}, 0), 1);
  EXPECT_EQ(tangent("pow", {0, 0.5L}, 0), infinity);
  EXPECT_EQ(tangent("pow", {0, 0.5L}, 0, 0), 0);
  EXPECT_EQ(tangent("pow", {0, 2}, 1), 0);
  EXPECT_EQ(tangent("pow", {0, 0}, 1), 0);
  EXPECT_EQ(tangent("pow", {-2, 3}, 1), 0);
  EXPECT_EQ(tangent("pow", {-2, 3}, 0), 12);
}

TEST_F(EdgeTest, IntegerPowersAtZero) {
  for (auto [n, expected] : {std::pair{0, 0.0L}, {1, 1.0L}, {2, 0.0L}}) {
    const Expr *x = variable("x", real(), Value(Number(0)));
    const Expr *exponent = variable("n", integer(), Value(Number(n)));
    for (const Expr *e : {exponent, b.constant(integer(), n)}) {
      Operation operation(binary(BinaryOp::Power, x, e), Language::Fortran);
      const Expr *partial = operation.partial(program, 0);
      EXPECT_EQ(partial ? evaluated(partial).real() : 0, expected) << n;
    }
  }
}

TEST_F(EdgeTest, TheOriginOfHypotAndAtan2) {
  for (Language language : {Language::C, Language::Fortran})
    for (const char *name : {"hypot", "atan2"})
      for (unsigned by : {0u, 1u})
        EXPECT_EQ(tangent(name, {0, 0}, by, 1, language), 0) << name;
  EXPECT_EQ(tangent("hypot", {0, 2}, 0), 0);
  EXPECT_EQ(tangent("atan2", {0, -2}, 0), -0.5L);
}

TEST_F(EdgeTest, SignAndRemainders) {
  EXPECT_EQ(tangent("copysign", {0, -3}, 0), -1);
  EXPECT_EQ(tangent("copysign", {-2, -3}, 0), 1);
  EXPECT_EQ(tangent("copysign", {-2, -3}, 1), 0);
  EXPECT_EQ(tangent("fmod", {6, 2}, 0), 1);
  EXPECT_EQ(tangent("fmod", {6, 2}, 1), -3);
  EXPECT_EQ(tangent("fdim", {2, 2}, 0), 0);
  EXPECT_EQ(tangent("modulo", {-1, 3}, 1, 1, Language::Fortran), 1);
}

TEST_F(EdgeTest, ComplexAbsoluteValueAtZero) {
  const Expr *z = variable("z", complex(), Value(Number(0)));
  const Expr *zd = variable("zd", complex(), Value(Number(1, 2)));
  Operation operation(intrinsic("cabs", {z}, real()), Language::C);
  EXPECT_EQ(evaluated(operation.tangent(program, {zd})).real(), 0);
}

TEST_F(EdgeTest, BesselAtZeroAndAtOrderZero) {
  EXPECT_EQ(tangent("j1", {0}, 0), 0.5L);
  const Expr *x = variable("x", real(), Value(Number(1.5L)));
  for (const Expr *n : {variable("n", integer(), Value(Number(0))), b.constant(integer(), 0)}) {
    Operation operation(intrinsic("bessel_jn", {n, x}, real()), Language::Fortran);
    EXPECT_NEAR(double(evaluated(operation.partial(program, 1)).real()), double(-j1l(1.5L)), 1e-15);
  }
}

// ---- What has no derivative -------------------------------------------------------------------

TEST_F(RulesTest, StepsAndInquiriesAreZero) {
  const Expr *x = variable("x", real());
  for (const char *name : {"floor", "ceil", "trunc", "round", "rint", "nearbyint", "logb"})
    EXPECT_EQ(Operation(intrinsic(name, {x}), Language::C).treatment(0), Treatment::Zero) << name;
  for (const char *name : {"aint", "anint", "spacing", "epsilon", "huge"})
    EXPECT_EQ(Operation(intrinsic(name, {x}), Language::Fortran).treatment(0), Treatment::Zero)
        << name;
  const Expr *kind = constant(8, integer());
  EXPECT_EQ(Operation(intrinsic("aint", {x, kind}), Language::Fortran).treatment(0),
            Treatment::Zero);
  EXPECT_EQ(Operation(intrinsic("nint", {x}, integer()), Language::Fortran).treatment(0),
            Treatment::Zero);
  EXPECT_EQ(Operation(b.compare(BinaryOp::Less, x, x, Language::C), Language::C).treatment(0),
            Treatment::Zero);
  EXPECT_FALSE(Operation(intrinsic("floor", {x}), Language::C).tangent(program, {x}));
}

TEST_F(RulesTest, WhatHasNoDerivativeSaysSo) {
  const Expr *x = variable("x", real());
  Operation next(intrinsic("nextafter", {x, x}), Language::C);
  EXPECT_EQ(next.treatment(0), Treatment::Refused);
  EXPECT_EQ(next.reason(),
            "has no derivative: it moves by one unit in the last place, which has no "
            "derivative");
  Operation unknown(intrinsic("mystery", {x}), Language::Fortran);
  EXPECT_EQ(unknown.treatment(0), Treatment::Refused);
  EXPECT_EQ(unknown.reason(), "has no derivative rule");
}

// ---- Types, kinds, spellings --------------------------------------------------------------------

TEST_F(RulesTest, ConstantsHaveTheKindOfTheOperation) {
  auto digits = [&](unsigned kind) {
    const Expr *x = variable("x", real(kind));
    const Expr *e = Operation(intrinsic("erf", {x}), Language::Fortran).partial(program, 0);
    const Expr *factor = llvm::cast<Binary>(e)->left;
    EXPECT_EQ(e->type, real(kind));
    EXPECT_EQ(factor->type, real(kind));
    return llvm::cast<RealConstant>(factor)->digits;
  };
  EXPECT_EQ(digits(4), "1.1283791670");
  EXPECT_EQ(digits(8), "1.128379167095512573");
  EXPECT_EQ(digits(10), "1.1283791670955125738961");
  EXPECT_EQ(digits(16), "1.1283791670955125738961589031215451716");
}

TEST_F(RulesTest, BothLanguagesSpellTheirWay) {
  const Expr *x = variable("x", real()), *y = variable("y", real());
  auto partial = [&](const char *name, std::vector<const Expr *> a, unsigned i, Language l) {
    return print(Operation(intrinsic(name, a, real()), l).partial(program, i));
  };
  EXPECT_EQ(partial("max", {x, y}, 0, Language::Fortran), "merge(1.0, 0.0, (x >= y))");
  EXPECT_EQ(partial("fabs", {x}, 0, Language::C), "((x >= 0.0) ? 1.0 : -(1.0))");
  EXPECT_EQ(partial("sign", {x, y}, 0, Language::Fortran),
            "merge(sign(1.0, y), -(sign(1.0, y)), (x >= 0.0))");
  EXPECT_EQ(partial("copysign", {x, y}, 0, Language::C),
            "((x >= 0.0) ? copysign(1.0, y) : -(copysign(1.0, y)))");
  EXPECT_EQ(partial("bessel_j0", {x}, 0, Language::Fortran), "-(bessel_j1(x))");
  EXPECT_EQ(partial("j0", {x}, 0, Language::C), "-(j1(x))");
  const Expr *z = variable("z", complex());
  EXPECT_EQ(print(Operation(intrinsic("csin", {z}), Language::C).partial(program, 0)), "ccos(z)");
  EXPECT_EQ(print(Operation(intrinsic("sin", {z}), Language::Fortran).partial(program, 0)),
            "cos(z)");
}

TEST_F(RulesTest, CodeReadsAsPeopleWriteIt) {
  const Expr *x = variable("x", real()), *y = variable("y", real()), *r = variable("r", real());
  const Expr *xd = variable("xd", real()), *yd = variable("yd", real());
  auto both = [&](const Expr *e, Language l) {
    return print(Operation(e, l).tangent(program, {xd, yd}, Values{{x, y}, r}));
  };
  auto c = [&](const char *name) { return both(intrinsic(name, {x, y}), Language::C); };
  EXPECT_EQ(both(binary(BinaryOp::Multiply, x, y), Language::C), "((y * xd) + (x * yd))");
  EXPECT_EQ(both(binary(BinaryOp::Subtract, x, y), Language::C), "(xd - yd)");
  EXPECT_EQ(both(binary(BinaryOp::Divide, x, y), Language::C), "((xd - (r * yd)) / y)");
  EXPECT_EQ(c("fmax"), "(((x >= y) || (y != y)) ? xd : yd)");
  EXPECT_EQ(c("hypot"), "(((x * xd) + (y * yd)) / ((r == 0.0) ? 1.0 : r))");
  const Expr *mask = b.compare(BinaryOp::Less, x, y, Language::Fortran);
  EXPECT_EQ(print(Operation(intrinsic("merge", {x, y, mask}), Language::Fortran)
                      .tangent(program, {xd, yd, nullptr})),
            "merge(xd, yd, (x < y))");
  Operation root(intrinsic("sqrt", {x}), Language::C);
  EXPECT_EQ(print(root.tangent(program, {xd}, {{x}, r})), "(xd / ((xd == 0.0) ? 1.0 : (2.0 * r)))");
  const Expr *z = variable("z", real());
  EXPECT_EQ(
      print(
          Operation(intrinsic("max", {x, y, z}), Language::Fortran).tangent(program, {xd, yd, r})),
      "merge(xd, merge(yd, r, (y >= z)), (x >= max(y, z)))");
}

TEST_F(RulesTest, AnArgumentThatStandsThereTwiceIsOne) {
  const Expr *x = variable("x", real()), *xd = variable("xd", real());
  auto twice = [&](const Expr *e, Language l) {
    return print(Operation(e, l).tangent(program, {xd, xd}));
  };
  EXPECT_EQ(twice(binary(BinaryOp::Multiply, x, x), Language::C), "((2.0 * x) * xd)");
  EXPECT_EQ(twice(binary(BinaryOp::Add, x, x), Language::C), "(2.0 * xd)");
  EXPECT_EQ(twice(binary(BinaryOp::Subtract, x, x), Language::C), "(xd - xd)");
  EXPECT_EQ(twice(intrinsic("max", {x, x}), Language::Fortran), "xd");
}

TEST_F(RulesTest, ConstantExponentsNeedNoGuard) {
  const Expr *x = variable("x", real());
  const Expr *xd = variable("xd", real());
  auto fortran = [&](const Expr *e) {
    return print(Operation(binary(BinaryOp::Power, x, e), Language::Fortran)
                     .tangent(program, {xd, nullptr}));
  };
  auto c = [&](double e) {
    return print(Operation(intrinsic("pow", {x, constant(e, real())}), Language::C)
                     .tangent(program, {xd, nullptr}));
  };
  EXPECT_EQ(fortran(constant(1, integer())), "xd");
  EXPECT_EQ(fortran(constant(2, integer())), "((2.0 * x) * xd)");
  EXPECT_EQ(fortran(constant(3, integer())), "((3.0 * (x ** 2)) * xd)");
  EXPECT_EQ(fortran(constant(1.4, real())), "((1.4 * (x ** 0.4)) * xd)");
  EXPECT_EQ(c(2), "((2.0 * x) * xd)");
  EXPECT_EQ(c(3), "((3.0 * (x * x)) * xd)");
  EXPECT_EQ(c(1.5), "((1.5 * sqrt(x)) * xd)");
  EXPECT_EQ(c(5), "((5.0 * pow(x, 4.0)) * xd)");
  EXPECT_EQ(c(0.25), "((0.25 * xd) / ((xd == 0.0) ? 1.0 : pow(x, 0.75)))");
  Operation constantPower(binary(BinaryOp::Power, x, constant(0, integer())), Language::Fortran);
  EXPECT_EQ(constantPower.treatment(0), Treatment::Zero);
  EXPECT_FALSE(constantPower.partial(program, 0));
}

TEST_F(RulesTest, NarrowConstantsKeepTheirValue) {
  const Expr *x = variable("x", real());
  auto product = [&](double v) {
    const Expr *wide = program.exprs.make<Convert>(real(), constant(v, real(4)), false);
    return Operation(binary(BinaryOp::Multiply, wide, x), Language::Fortran).partial(program, 1);
  };
  EXPECT_TRUE(llvm::isa<RealConstant>(product(2)));
  EXPECT_TRUE(llvm::isa<Convert>(product(0.1)));
}

TEST_F(RulesTest, ConversionsConvertDerivatives) {
  const Expr *x = variable("x", real(4)), *xd = variable("xd", real(4));
  const Expr *wide = program.exprs.make<Convert>(real(8), x, true);
  const Expr *s = variable("s", real(8));
  Operation operation(wide, Language::Fortran);
  EXPECT_EQ(operation.tangent(program, {xd})->type, real(8));
  EXPECT_EQ(operation.adjoint(program, 0, s)->type, real(4));
  const Expr *n = variable("n", integer());
  EXPECT_EQ(
      Operation(program.exprs.make<Convert>(real(8), n, true), Language::Fortran).treatment(0),
      Treatment::Zero);
}

TEST_F(RulesTest, KeywordsAreResolved) {
  const Expr *x = variable("x", real(), Value(Number(0.3L)));
  const Expr *y = variable("y", real(), Value(Number(0.4L)));
  const Expr *e = intrinsic("atan2", {x, y}, real(), {"x", "y"});
  Operation operation(e, Language::Fortran);
  ASSERT_EQ(operation.arguments().size(), 2u);
  EXPECT_EQ(operation.arguments()[0], y);
  EXPECT_EQ(operation.arguments()[1], x);
}

TEST_F(RulesTest, ReadsAreWhatTheFormulaNeeds) {
  const Expr *x = variable("x", real()), *y = variable("y", real());
  Reads product = Operation(binary(BinaryOp::Multiply, x, y), Language::C).reads(0);
  EXPECT_EQ(product.arguments, (std::vector<bool>{false, true}));
  EXPECT_FALSE(product.result);
  Reads exponential = Operation(intrinsic("exp", {x}), Language::C).reads(0);
  EXPECT_EQ(exponential.arguments, std::vector<bool>{false});
  EXPECT_TRUE(exponential.result);
}

TEST_F(RulesTest, KinksAreWhereTheTableSays) {
  const Expr *x = variable("x", real()), *y = variable("y", real()), *z = variable("z", real());
  auto kinks = [&](const Expr *e, Language l) {
    std::string out;
    for (const Expr *k : Operation(e, l).kinks(program))
      out += print(k) + ";";
    return out;
  };
  EXPECT_EQ(kinks(intrinsic("fabs", {x}), Language::C), "x;");
  EXPECT_EQ(kinks(intrinsic("max", {x, y, z}), Language::Fortran), "(x - max(y, z));(y - z);");
  EXPECT_EQ(kinks(intrinsic("nint", {x}, integer()), Language::Fortran),
            "(abs((x - aint(x))) - 0.5);");
  EXPECT_EQ(kinks(program.exprs.make<Convert>(integer(), x, true), Language::Fortran),
            "(x - aint(x));");
  EXPECT_EQ(kinks(b.compare(BinaryOp::Less, x, y, Language::C), Language::C), "(x - y);");
  EXPECT_EQ(kinks(intrinsic("sin", {x}), Language::C), "");
}

TEST_F(RulesTest, ElementalOperationsWorkOnArrays) {
  const Expr *x = randomLike("x", real(), {3, 2});
  const Expr *y = randomLike("y", real(), {3, 2});
  const Expr *a = randomLike("a", real(), {});
  check(intrinsic("max", {x, y}), Language::Fortran);
  check(binary(BinaryOp::Multiply, x, y), Language::Fortran);
  check(program.exprs.make<Binary>(x->type, BinaryOp::Multiply, a, x), Language::Fortran);
  check(intrinsic("sin", {x}), Language::Fortran);
}

} // namespace
