#include "analysis/DerivativeSteps.h"

#include <gtest/gtest.h>

using namespace costate;
using namespace costate::analysis;

namespace {

const StepNames gemm{"gemm", false, {"alpha", "a", "b", "beta", "c"}};
const StepNames dot{"dot", true, {"n", "x", "y"}};

std::vector<Step> parsed(const std::string &text, const StepNames &names) {
  StepProblem problem;
  auto steps = parseSteps(text, {1, 10, 5}, names, problem);
  EXPECT_TRUE(steps) << problem.message;
  return steps ? *steps : std::vector<Step>();
}

std::string problemOf(const std::string &text, const StepNames &names) {
  StepProblem problem;
  EXPECT_FALSE(parseSteps(text, {1, 10, 5}, names, problem));
  return std::to_string(problem.location.line) + ":" + std::to_string(problem.location.column) +
         " " + problem.message;
}

TEST(DerivativeSteps, TheOriginalWithDerivatives) {
  auto steps = parsed("original(a', beta|1.0, c')\noriginal(alpha=0.0, c')\noriginal\n", gemm);
  ASSERT_EQ(steps.size(), 3u);
  const StepCall &first = steps[0].calls[0];
  EXPECT_EQ(first.replaced, (std::vector<unsigned>{1, 3, 4}));
  EXPECT_EQ(first.arguments[0].kind, StepValue::Kind::Derivative);
  EXPECT_EQ(first.arguments[1].later, "1.0");
  EXPECT_EQ(steps[1].calls[0].arguments[0].kind, StepValue::Kind::Real);
  EXPECT_TRUE(steps[2].calls[0].replaced.empty());
  EXPECT_EQ(steps[2].location.line, 12u);
}

TEST(DerivativeSteps, SumsOfCallsAndWhatReplacesTheOriginal) {
  auto sum = parsed("dot' = dot(n, x', y) + dot(n, x, y')", dot);
  ASSERT_EQ(sum.size(), 1u);
  EXPECT_TRUE(sum[0].assignsResult);
  EXPECT_EQ(sum[0].calls.size(), 2u);
  auto instead = parsed("dot' = dot_d(n, x, x', dot) instead", dot);
  EXPECT_TRUE(instead[0].instead);
  EXPECT_EQ(instead[0].calls[0].arguments[3].argument, resultArgument);
}

TEST(DerivativeSteps, ConditionsAndConstants) {
  auto steps = parsed("if a' or alpha': f(-alpha', \"N\", 1, -2.5)\nunless b': original(c')\n"
                      "otherwise: original(c')", gemm);
  EXPECT_EQ(steps[0].guard, Step::Guard::If);
  EXPECT_EQ(steps[0].guardedBy, (std::vector<int>{1, 0}));
  EXPECT_TRUE(steps[0].calls[0].arguments[0].negated);
  EXPECT_EQ(steps[0].calls[0].arguments[1].kind, StepValue::Kind::Character);
  EXPECT_EQ(steps[0].calls[0].arguments[2].kind, StepValue::Kind::Integer);
  EXPECT_TRUE(steps[0].calls[0].arguments[3].negated);
  EXPECT_EQ(steps[1].guard, Step::Guard::Unless);
  EXPECT_EQ(steps[2].guard, Step::Guard::Otherwise);
}

TEST(DerivativeSteps, MistakesAreFoundWhereTheyAre) {
  EXPECT_EQ(problemOf("original(c')\noriginal(d')", gemm), "11:10 'd' is not an argument of 'gemm'");
  EXPECT_EQ(problemOf("original(c'", gemm),
            "10:5 expected ',' or ')' after what takes an argument's place");
  EXPECT_EQ(problemOf("if a: original(c')", gemm),
            "10:5 a condition names a derivative, as in if a':");
  EXPECT_EQ(problemOf("original original", gemm), "10:5 unexpected 'original'");
  EXPECT_EQ(problemOf("dot' dot(n, x, y)", dot), "10:5 expected '=' after the derivative of the result");
  EXPECT_EQ(problemOf("f(x, )", dot),
            "10:5 expected a value: an argument, its derivative x', or a constant");
  EXPECT_EQ(problemOf("f", dot), "10:5 expected '(' after 'f'");
  EXPECT_EQ(problemOf("\n\n", gemm), "10:5 the derivative is empty");
}

} // namespace
