// Fortran's array functions: tangents against differences, adjoints against tangents, real and
// complex, for every line of the array table.
#include "RulesFixture.h"

#include "rules/Rule.h"

using namespace costate;
using namespace costate::ir;
using namespace costate::rules;
using namespace costate::test;

namespace {

struct RulesArrayTest : RulesFixture {
  const Type *element = nullptr;
  std::vector<const Expr *> checked;

  const Expr *array(std::vector<size_t> shape) { return randomLike("x", element, shape); }
  const Expr *whole(int value) { return variable("n", integer(), Value(Number(value))); }
  const Expr *list(std::vector<Number> items) {
    size_t count = items.size();
    return variable("list", arrayOf(integer(), 1), Value({count}, std::move(items)));
  }
  const Expr *mask(std::vector<size_t> shape, std::vector<Number> items) {
    return variable("mask", arrayOf(b.defaultLogical(), shape.size()), Value(shape, items));
  }
  const Expr *maskOf6() { return mask({3, 2}, {1, 0, 1, 0, 0, 1}); }

  void run(const std::string &name, std::vector<const Expr *> arguments, unsigned rank,
           std::vector<std::string> keywords = {}) {
    const Expr *e = intrinsic(name, arguments, arrayOf(element, rank), keywords);
    SCOPED_TRACE(print(e));
    check(e, Language::Fortran);
    checked.push_back(e);
  }

  void reductions() {
    run("sum", {array({3, 2})}, 0);
    run("sum", {array({3, 2}), whole(1)}, 1);
    run("sum", {array({3, 2}), whole(2)}, 1);
    run("sum", {array({4}), whole(1)}, 0);
    run("sum", {array({3, 2}), maskOf6()}, 0);
    run("sum", {array({3, 2}), mask({}, {1})}, 0, {"", "mask"});
    run("sum", {array({3, 2}), whole(2), maskOf6()}, 1);
    run("sum", {array({3, 2}), maskOf6(), whole(2)}, 1, {"", "mask", "dim"});
    run("dot_product", {array({5}), array({5})}, 0);
    if (element->isReal()) {
      run("norm2", {array({3, 2})}, 0);
      run("norm2", {array({3, 2}), whole(1)}, 1);
    }
  }

  void products() {
    run("matmul", {array({3, 2}), array({2, 4})}, 2);
    run("matmul", {array({3, 2}), array({2})}, 1);
    run("matmul", {array({3}), array({3, 2})}, 1);
    run("transpose", {array({3, 2})}, 2);
  }

  void movements() {
    run("spread", {array({3}), whole(1), whole(4)}, 2);
    run("spread", {array({3}), whole(2), whole(2)}, 2);
    run("spread", {array({}), whole(1), whole(4)}, 1);
    run("reshape", {array({3, 2}), list({2, 3})}, 2);
    run("reshape", {array({3, 2}), list({4})}, 1);
    run("cshift", {array({4}), whole(1)}, 1);
    run("cshift", {array({3, 2}), whole(-2), whole(1)}, 2);
    run("eoshift", {array({4}), whole(1)}, 1);
    run("eoshift", {array({3, 2}), whole(-1), whole(2)}, 2, {"", "", "dim"});
  }

  void selections() {
    run("pack", {array({3, 2}), maskOf6()}, 1);
    run("pack", {array({3, 2}), mask({}, {1})}, 1);
    run("pack", {array({3, 2}), mask({}, {0})}, 1);
    run("unpack", {array({4}), maskOf6(), array({3, 2})}, 2);
    run("unpack", {array({3}), maskOf6(), array({})}, 2);
  }
};

TEST_F(RulesArrayTest, EveryLineAgreesWithDifferences) {
  for (const Type *type : {real(), complex()}) {
    element = type;
    reductions();
    products();
    movements();
    selections();
  }
  for (const Rule &rule : allRules()) {
    bool hasLoops = false, found = false;
    for (const Derivative &d : rule.derivatives)
      hasLoops = hasLoops || (d.form == Derivative::Form::Moved && !d.adjoint);
    if (!rule.array || hasLoops)
      continue;
    for (const Expr *e : checked) {
      auto *call = llvm::cast<Intrinsic>(e);
      found = found || (call->name == rule.fortran[0] &&
                        matched(rule, e->type, call->arguments, call->keywords));
    }
    EXPECT_TRUE(found) << rule.name << " with " << rule.arguments.size() << " arguments";
  }
}

TEST_F(RulesArrayTest, AdjointsOfSecondaryArgumentsAreLeftToLoops) {
  element = real();
  const Expr *e = intrinsic("eoshift", {array({4}), whole(1), array({})}, arrayOf(element, 1));
  Operation shift(e, Language::Fortran);
  EXPECT_EQ(shift.treatment(0), Treatment::Formula);
  EXPECT_TRUE(shift.hasAdjoint(0));
  EXPECT_FALSE(shift.hasAdjoint(2));
  Operation packed(intrinsic("pack", {array({6}), mask({6}, {1, 0, 1, 0, 1, 0}), array({5})},
                             arrayOf(element, 1)),
                   Language::Fortran);
  EXPECT_EQ(packed.treatment(0), Treatment::Formula);
  EXPECT_FALSE(packed.hasAdjoint(2));
}

TEST_F(RulesArrayTest, ActivePartsBesideSecondaryArguments) {
  // Only the array moves: the derivative of what fills up is zero.
  element = real();
  const Expr *x = array({3, 2}), *fill = array({5});
  const Expr *e = intrinsic("pack", {x, maskOf6(), fill}, arrayOf(element, 1));
  Operation packed(e, Language::Fortran);
  const Expr *xd = randomLike("xd", element, {3, 2});
  Value found = evaluated(packed.tangent(program, {xd, nullptr, nullptr}));
  Value expected = differences(e, llvm::cast<Variable>(x)->symbol, evaluated(xd));
  ASSERT_EQ(found.elements.size(), expected.elements.size());
  for (size_t i = 0; i < found.elements.size(); ++i)
    EXPECT_NEAR(double(found.elements[i].real()), double(expected.elements[i].real()), 1e-12);
}

TEST_F(RulesArrayTest, SelectionsAndProductsAreLeftToLoops) {
  const Expr *x = randomLike("x", real(), {4});
  for (const char *name : {"product", "maxval", "minval"}) {
    Operation operation(intrinsic(name, {x}, real()), Language::Fortran);
    EXPECT_EQ(operation.treatment(0), Treatment::Loops) << name;
    EXPECT_FALSE(operation.reason().empty());
  }
}

TEST_F(RulesArrayTest, PositionsAndInquiriesAreZero) {
  const Expr *x = randomLike("x", real(), {4});
  for (const char *name : {"maxloc", "minloc", "size", "shape", "count", "lbound"})
    EXPECT_EQ(Operation(intrinsic(name, {x}, integer()), Language::Fortran).treatment(0),
              Treatment::Zero)
        << name;
}

TEST_F(RulesArrayTest, WhatOnlyGivesItsShapeIsNotRead) {
  const Expr *x = randomLike("x", real(), {3, 2});
  Operation total(intrinsic("sum", {x, whole(1)}, arrayOf(real(), 1)), Language::Fortran);
  EXPECT_EQ(total.reads(0).arguments, (std::vector<bool>{false, true}));
  Operation product(intrinsic("matmul", {x, randomLike("y", real(), {2, 4})}, arrayOf(real(), 2)),
                    Language::Fortran);
  EXPECT_EQ(product.reads(0).arguments, (std::vector<bool>{false, true}));
}

TEST_F(RulesArrayTest, TheNormOfZeroHasDerivativeZero) {
  const Expr *x = variable("x", arrayOf(real(), 1), Value({2}, {0, 0}));
  const Expr *xd = variable("xd", arrayOf(real(), 1), Value({2}, {1, 2}));
  Operation norm(intrinsic("norm2", {x}, real()), Language::Fortran);
  EXPECT_EQ(evaluated(norm.tangent(program, {xd})).real(), 0);
}

TEST_F(RulesArrayTest, DotProductsTakeOnePass) {
  for (const Type *type : {real(), complex()}) {
    const Expr *x = randomLike("x", type, {4}), *y = randomLike("y", type, {4});
    const Expr *xd = randomLike("xd", type, {4}), *yd = randomLike("yd", type, {4});
    auto dot = [&](const Expr *a, const Expr *b) {
      return evaluated(intrinsic("dot_product", {a, b}, type)).elements[0];
    };
    auto tangent = [&](const Expr *a, const Expr *b, const Expr *ad, const Expr *bd) {
      return evaluated(Operation(intrinsic("dot_product", {a, b}, type), Language::Fortran)
                           .tangent(program, {ad, bd}))
          .elements[0];
    };
    EXPECT_LT(std::abs(tangent(x, y, xd, yd) - (dot(xd, y) + dot(x, yd))), 1e-15L);
    EXPECT_LT(std::abs(tangent(x, x, xd, xd) - (dot(xd, x) + dot(x, xd))), 1e-15L);
  }
}

} // namespace
