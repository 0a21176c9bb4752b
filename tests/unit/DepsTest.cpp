// The lattice of linearity (Fig. 6, refined) and DEPS of the operators (Fig. 7).
#include "RulesFixture.h"

#include "analysis/ExpressionDeps.h"

using namespace costate;
using namespace costate::ir;
using namespace costate::rules;
using namespace costate::test;
using analysis::Deps;
using analysis::DepsRef;
using analysis::Source;

namespace {

const Shape none = Shape::none(), linear = Shape::polynomial(1), steps = Shape::steps(),
            rational = Shape::rational(), other = Shape::other();
const std::vector<Shape> shapes = {none, linear, Shape::polynomial(2), Shape::polynomial(7), steps, rational, other};

TEST(LinearityLattice, MeetIsASemilattice) {
  for (Shape a : shapes) {
    EXPECT_EQ(meet(a, a), a);
    EXPECT_EQ(meet(a, none), a); // the top of Fig. 6
    EXPECT_EQ(meet(a, other), other); // the bottom
    for (Shape b : shapes) {
      EXPECT_EQ(meet(a, b), meet(b, a));
      for (Shape c : shapes)
        EXPECT_EQ(meet(meet(a, b), c), meet(a, meet(b, c)));
    }
  }
}

TEST(LinearityLattice, FigureSixIsItsImage) {
  // none > linear > nonlinear: the meet of classes is the class of the meet.
  auto rank = [](Shape s) { return s.isNone() ? 0 : s.isLinear() ? 1 : 2; };
  for (Shape a : shapes)
    for (Shape b : shapes)
      EXPECT_EQ(rank(meet(a, b)), std::max(rank(a), rank(b)));
}

constexpr Source x{1, true}, y{2, true}, z{3, true};

DepsRef on(std::initializer_list<Deps::Entry> entries) {
  Deps out;
  for (const Deps::Entry &e : entries)
    out.add(e.source, e.shape);
  return std::move(out).done();
}

TEST(DepsSet, MeetIsBySource) {
  DepsRef a = on({{x, linear}, {y, steps}}), b = on({{z, other}, {y, linear}});
  EXPECT_EQ(*meet(a, b), *on({{x, linear}, {y, other}, {z, other}}));
  EXPECT_EQ(meet(a, nullptr), a);
  EXPECT_EQ(meet(a, on({{x, linear}})), a) << "what adds nothing makes nothing new";
  EXPECT_EQ(on({{x, none}}), nullptr);
  EXPECT_EQ(on({{x, Shape::polynomial(0)}}), nullptr);
  EXPECT_EQ(*on({{x, Shape::polynomial(100000)}}), *on({{x, rational}})) << "degrees stay small";
}

TEST(DepsSet, Widening) {
  DepsRef before = on({{x, linear}, {y, Shape::polynomial(2)}});
  DepsRef after = on({{x, Shape::polynomial(2)}, {y, Shape::polynomial(2)}, {z, linear}});
  EXPECT_EQ(*widened(before, after), *on({{x, rational}, {y, Shape::polynomial(2)}, {z, linear}}));
}

TEST(DepsSet, CompositionAddsDegreesOfFactors) {
  // u*v, each of degree 2 in the product, with x + y*y for u and z for v: x*z is of degree 2, y*y*z of degree 3.
  DepsRef outer = on({{x, Shape::polynomial(2)}, {y, Shape::polynomial(2)}});
  auto inner = [](Source s) {
    return s == x ? on({{x, linear}, {y, Shape::polynomial(2)}}) : on({{z, linear}});
  };
  DepsRef found = composed(*outer, inner);
  EXPECT_EQ(*found, *on({{x, Shape::polynomial(3)}, {y, Shape::polynomial(4)}, {z, Shape::polynomial(3)}}))
      << "at most: that u occurs once only is not known";
  EXPECT_EQ(*composed(*on({{x, linear}, {y, other}}), inner),
            *on({{x, linear}, {y, Shape::polynomial(2)}, {z, other}}));
  EXPECT_EQ(composed(*outer, [](Source) -> DepsRef { return nullptr; }), nullptr);
  EXPECT_EQ(*composed(*on({{x, Shape::polynomial(2)}}), [](Source) { return on({{z, steps}}); }),
            *on({{z, steps}}));
}

/// Expressions over variables whose dependences are given.
struct DepsTest : RulesFixture, analysis::ExpressionDeps {
  DepsTest() : ExpressionDeps(Language::Fortran) {}

  std::map<const Symbol *, DepsRef> given;
  const Expr *u = variable("u", real()), *v = variable("v", real()), *p = variable("p", real()),
             *n = variable("n", integer());

  void SetUp() override {
    given[symbol(u)] = on({{x, linear}});
    given[symbol(v)] = on({{y, linear}});
  }
  static const Symbol *symbol(const Expr *e) { return llvm::cast<Variable>(e)->symbol; }
  DepsRef contents(const Expr *place) override { return given[rootVariable(place)]; }
  DepsRef status(const Expr *) override { return nullptr; }

  void expect(const Expr *e, std::initializer_list<Deps::Entry> entries) {
    DepsRef expected = on(entries), found = deps(e);
    EXPECT_TRUE(equal(expected, found)) << print(e);
  }
  std::string print(const Expr *e) { return ir::print(e); }
};

TEST_F(DepsTest, ConstantsDoNotDepend) {
  expect(constant(3, real()), {});
  expect(p, {});
  expect(binary(BinaryOp::Multiply, p, constant(3, real())), {});
  expect(intrinsic("sin", {p}), {});
}

TEST_F(DepsTest, SumsKeepWhatTheyAreMadeOf) {
  for (BinaryOp op : {BinaryOp::Add, BinaryOp::Subtract}) {
    expect(binary(op, u, v), {{x, linear}, {y, linear}});
    expect(binary(op, u, binary(BinaryOp::Multiply, v, v)), {{x, linear}, {y, Shape::polynomial(2)}});
    expect(binary(op, u, intrinsic("sin", {u})), {{x, other}});
  }
  expect(program.exprs.make<Unary>(real(), UnaryOp::Negate, u), {{x, linear}});
}

TEST_F(DepsTest, ProductsOfWhatVariesAreNonlinearInBoth) {
  expect(binary(BinaryOp::Multiply, u, v), {{x, Shape::polynomial(2)}, {y, Shape::polynomial(2)}});
  expect(binary(BinaryOp::Multiply, u, u), {{x, Shape::polynomial(2)}});
  expect(binary(BinaryOp::Multiply, u, p), {{x, linear}});
  expect(binary(BinaryOp::Multiply, constant(3, real()), u), {{x, linear}});
}

TEST_F(DepsTest, Quotients) {
  expect(binary(BinaryOp::Divide, u, constant(3, real())), {{x, linear}});
  expect(binary(BinaryOp::Divide, u, p), {{x, linear}});
  expect(binary(BinaryOp::Divide, p, u), {{x, rational}});
  expect(binary(BinaryOp::Divide, u, v), {{x, rational}, {y, rational}});
}

TEST_F(DepsTest, Powers) {
  expect(binary(BinaryOp::Power, u, constant(1, integer())), {{x, linear}});
  expect(binary(BinaryOp::Power, u, constant(0, integer())), {});
  expect(binary(BinaryOp::Power, u, constant(4, integer())), {{x, Shape::polynomial(4)}});
  expect(binary(BinaryOp::Power, u, n), {{x, rational}});
  expect(binary(BinaryOp::Power, p, u), {{x, other}});
  const Expr *sum = binary(BinaryOp::Add, u, binary(BinaryOp::Multiply, v, v));
  // (u + v*v)**2 has u*v*v in it
  expect(binary(BinaryOp::Power, sum, constant(2, integer())),
         {{x, Shape::polynomial(3)}, {y, Shape::polynomial(4)}});
  expect(intrinsic("sqrt", {u}), {{x, other}});
}

TEST_F(DepsTest, JumpsAndChoices) {
  expect(intrinsic("floor", {u}, integer()), {{x, steps}});
  expect(program.exprs.make<Convert>(integer(), u, true), {{x, steps}});
  expect(b.compare(BinaryOp::Less, u, v, Language::Fortran), {{x, steps}, {y, steps}});
  expect(intrinsic("max", {u, v}), {{x, other}, {y, other}});
  const Expr *mask = b.compare(BinaryOp::Less, u, p, Language::Fortran);
  expect(intrinsic("merge", {v, p, mask}), {{x, steps}, {y, linear}});
  expect(program.exprs.make<Conditional>(real(), mask, v, u), {{x, other}, {y, linear}});
}

TEST_F(DepsTest, Subscripts) {
  const Expr *array = randomLike("w", real(), {3});
  given[symbol(array)] = on({{z, linear}});
  const Expr *at = program.exprs.make<Convert>(integer(), u, true);
  expect(program.exprs.make<Element>(real(), array, std::vector<const Expr *>{at}), {{x, steps}, {z, linear}});
  expect(intrinsic("size", {array}, integer()), {});
  expect(intrinsic("sum", {array}, real()), {{z, linear}});
}

} // namespace
