// Linearity, degree and rationality, derived from the formulas.
#include "RulesFixture.h"

#include "rules/Rule.h"

using namespace costate;
using namespace costate::ir;
using namespace costate::rules;
using namespace costate::test;

namespace {

const Shape none = Shape::none(), linear = Shape::polynomial(1), steps = Shape::steps(),
            rational = Shape::rational(), other = Shape::other();

struct RulesShapeTest : RulesFixture {
  const Expr *x = variable("x", real()), *y = variable("y", real()), *n = variable("n", integer());

  Shape of(const Expr *e, std::vector<Shape> arguments, Language language = Language::C) {
    return Operation(e, language).shape(arguments);
  }
  Shape of(const std::string &name, std::vector<Shape> arguments, Language language = Language::C) {
    std::vector<const Expr *> a = {x, y, x};
    a.resize(arguments.size());
    return of(intrinsic(name, a), arguments, language);
  }
};

TEST_F(RulesShapeTest, Arithmetic) {
  for (BinaryOp op : {BinaryOp::Add, BinaryOp::Subtract}) {
    EXPECT_EQ(of(binary(op, x, y), {none, none}), none);
    EXPECT_EQ(of(binary(op, x, y), {linear, none}), linear);
    EXPECT_EQ(of(binary(op, x, y), {linear, Shape::polynomial(3)}), Shape::polynomial(3));
    EXPECT_EQ(of(binary(op, x, y), {rational, linear}), rational);
    EXPECT_EQ(of(binary(op, x, y), {other, linear}), other);
  }
  const Expr *product = binary(BinaryOp::Multiply, x, y);
  EXPECT_EQ(of(product, {linear, none}), linear);
  EXPECT_EQ(of(product, {none, linear}), linear);
  EXPECT_EQ(of(product, {linear, linear}), Shape::polynomial(2));
  const Expr *quotient = binary(BinaryOp::Divide, x, y);
  EXPECT_EQ(of(quotient, {linear, none}), linear);
  EXPECT_EQ(of(quotient, {none, linear}), rational);
  EXPECT_EQ(of(quotient, {linear, linear}), rational);
  EXPECT_EQ(of(quotient, {linear, other}), other);
}

TEST_F(RulesShapeTest, Powers) {
  auto power = [&](const Expr *e) { return binary(BinaryOp::Power, x, e); };
  Language f = Language::Fortran;
  EXPECT_EQ(of(power(constant(3, integer())), {linear, none}, f), Shape::polynomial(3));
  EXPECT_EQ(of(power(constant(3, integer())), {Shape::polynomial(2), none}, f),
            Shape::polynomial(6));
  EXPECT_EQ(of(power(constant(1, integer())), {linear, none}, f), linear);
  EXPECT_EQ(of(power(n), {linear, none}, f), rational);
  EXPECT_EQ(of(power(constant(2.5, real())), {linear, none}, f), other);
  EXPECT_EQ(of(power(y), {none, linear}, f), other);
  EXPECT_EQ(of(power(y), {none, none}, f), none);
  EXPECT_EQ(of(intrinsic("pow", {x, constant(2, real())}), {linear, none}), Shape::polynomial(2));
  EXPECT_EQ(of(intrinsic("pow", {x, constant(4294967296.0, real())}), {linear, none}), rational)
      << "a degree that does not fit is none";
  const Expr *minus = program.exprs.make<Unary>(real(), UnaryOp::Negate, constant(2, real()));
  EXPECT_EQ(of(intrinsic("pow", {x, minus}), {linear, none}), rational);
  const Expr *whole = program.exprs.make<Convert>(real(), n, false);
  EXPECT_EQ(of(intrinsic("pow", {x, whole}), {linear, none}), rational);
}

TEST_F(RulesShapeTest, Functions) {
  for (const char *name : {"sin", "cos", "exp", "log", "sqrt", "atan", "tanh", "erf", "tgamma",
                           "lgamma", "j0", "y1", "fabs", "cbrt"})
    EXPECT_EQ(of(name, {linear}), other) << name;
  EXPECT_EQ(of("fma", {linear, none, linear}), linear);
  EXPECT_EQ(of("fma", {linear, linear, none}), Shape::polynomial(2));
  EXPECT_EQ(of("fmax", {linear, none}), other);
  EXPECT_EQ(of("hypot", {linear, none}), other);
  EXPECT_EQ(of("fdim", {linear, none}), other);
  EXPECT_EQ(of(intrinsic("ldexp", {x, n}), {linear, none}), linear);
}

TEST_F(RulesShapeTest, JumpsAreNotLinear) {
  EXPECT_EQ(of("fmod", {linear, none}), other);
  EXPECT_EQ(of("floor", {linear}), steps);
  EXPECT_EQ(of("sin", {steps}), steps);
  EXPECT_EQ(of("copysign", {none, linear}), steps);
  EXPECT_EQ(of("copysign", {linear, none}), other);
  EXPECT_EQ(of(binary(BinaryOp::Add, x, y), {linear, steps}), other);
  EXPECT_EQ(of(binary(BinaryOp::Multiply, x, y), {steps, none}), steps);
  EXPECT_EQ(of(b.compare(BinaryOp::Less, x, y, Language::C), {linear, none}), steps);
  EXPECT_EQ(of("fraction", {linear}, Language::Fortran), other);
}

TEST_F(RulesShapeTest, Choices) {
  const Expr *mask = variable("mask", b.logical(Language::Fortran));
  const Expr *merge = intrinsic("merge", {x, y, mask});
  EXPECT_EQ(of(merge, {linear, none, none}, Language::Fortran), linear);
  EXPECT_EQ(of(merge, {linear, Shape::polynomial(2), none}, Language::Fortran),
            Shape::polynomial(2));
  EXPECT_EQ(of(merge, {none, none, steps}, Language::Fortran), steps);
  EXPECT_EQ(of(merge, {linear, none, steps}, Language::Fortran), other);
}

TEST_F(RulesShapeTest, ComplexParts) {
  const Expr *z = variable("z", complex());
  Language f = Language::Fortran;
  EXPECT_EQ(of(intrinsic("conjg", {z}), {linear}, f), linear);
  EXPECT_EQ(of(intrinsic("aimag", {z}, real()), {Shape::polynomial(2)}, f), Shape::polynomial(2));
  EXPECT_EQ(of(program.exprs.make<Convert>(real(), z, true), {linear}, f), linear);
  EXPECT_EQ(of(program.exprs.make<MakeComplex>(complex(), x, y), {linear, none}, f), linear);
  EXPECT_EQ(of(intrinsic("abs", {z}, real()), {linear}, f), other);
  EXPECT_EQ(of(intrinsic("carg", {z}, real()), {linear}), other);
}

TEST_F(RulesShapeTest, ArrayFunctions) {
  const Expr *v = randomLike("v", real(), {3}), *w = randomLike("w", real(), {3});
  const Expr *m = randomLike("m", real(), {3, 3});
  Language f = Language::Fortran;
  EXPECT_EQ(of(intrinsic("sum", {v}, real()), {linear}, f), linear);
  const Expr *dot = intrinsic("dot_product", {v, w}, real());
  EXPECT_EQ(of(dot, {linear, none}, f), linear);
  EXPECT_EQ(of(dot, {linear, linear}, f), Shape::polynomial(2));
  EXPECT_EQ(of(dot, {linear, rational}, f), rational);
  EXPECT_EQ(of(dot, {Shape::polynomial(2), Shape::polynomial(3)}, f), Shape::polynomial(5));
  EXPECT_EQ(of(intrinsic("matmul", {m, v}), {none, linear}, f), linear);
  EXPECT_EQ(of(intrinsic("matmul", {m, v}), {linear, linear}, f), Shape::polynomial(2));
  EXPECT_EQ(of(intrinsic("transpose", {m}), {linear}, f), linear);
  EXPECT_EQ(of(intrinsic("norm2", {v}, real()), {linear}, f), other);
  EXPECT_EQ(of(intrinsic("product", {v}, real()), {linear}, f), other);
  EXPECT_EQ(of(intrinsic("maxval", {v}, real()), {linear}, f), other);
  EXPECT_EQ(of(intrinsic("maxloc", {v}, integer()), {linear}, f), steps);
  EXPECT_EQ(of(intrinsic("size", {v}, integer()), {linear}, f), none);
  EXPECT_EQ(of(intrinsic("epsilon", {x}), {linear}, f), none);
}

/// What the formulas call linear has no second differences.
TEST_F(RulesShapeTest, LinearOperationsHaveNoSecondDifferences) {
  for (const Rule &rule : allRules()) {
    if (rule.array || rule.fortran.empty() || rule.variadic || rule.fortran[0].size() <= 2)
      continue;
    for (unsigned by = 0; by < rule.arguments.size(); ++by) {
      std::vector<const Expr *> arguments;
      std::vector<Shape> shapes(rule.arguments.size());
      bool allReal = true;
      for (const RuleArgument &a : rule.arguments) {
        allReal = allReal && (a.field == ValueType::Real || a.field == ValueType::Floating);
        arguments.push_back(variable("x", real(), Value(Number(uniform(0.1L, 0.9L)))));
      }
      if (!allReal || !isKnownFunction(rule.fortran[0]))
        continue;
      shapes[by] = linear;
      const Expr *e = intrinsic(rule.fortran[0], arguments, real());
      if (!Operation(e, Language::Fortran).shape(shapes).isLinear())
        continue;
      Symbol *moved = llvm::cast<Variable>(arguments[by])->symbol;
      long double at[3];
      for (int k = 0; k < 3; ++k) {
        values[moved] = Value(Number(0.2L + 2.7L * k));
        at[k] = evaluated(e).real();
      }
      EXPECT_NEAR(double(at[0] + at[2]), double(2 * at[1]), 1e-15) << rule.name;
    }
  }
}

} // namespace
