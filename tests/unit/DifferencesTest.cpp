// Estimates of derivatives by differences: how good they are, and that they know it.
#include "check/Differences.h"

#include "gtest/gtest.h"

#include <cmath>
#include <functional>

namespace costate::check {
namespace {

Estimate differentiate(const std::function<double(double)> &f, double x) {
  const Number epsilon = epsilonOf(8);
  DifferenceTable table(differenceSteps(epsilon), epsilon);
  for (Number h : differenceSteps(epsilon))
    table.add({f(x + double(h))}, {f(x - double(h))});
  return table.estimate(0);
}

/// The estimate is near the truth, and not further from it than it says (a factor 10 is allowed).
void expectNear(const std::function<double(double)> &f, double x, double derivative,
                double relative) {
  Estimate e = differentiate(f, x);
  EXPECT_NEAR(double(e.value), derivative, relative * std::fabs(derivative));
  EXPECT_LE(std::fabs(double(e.value) - derivative), 10 * double(e.error));
}

TEST(Differences, SmoothFunctions) {
  expectNear([](double x) { return std::sin(x); }, 1.0, std::cos(1.0), 1e-10);
  expectNear([](double x) { return std::exp(10 * x); }, 1.0, 10 * std::exp(10.0), 1e-8);
  expectNear([](double x) { return 1e6 + std::log(x); }, 0.5, 2.0, 1e-6);
}

TEST(Differences, LargeStepsAcrossAKink) {
  expectNear([](double x) { return std::fabs(x - 0.999); }, 1.0, 1.0, 1e-9);
}

TEST(Differences, LargeStepsOutsideTheDomain) {
  expectNear([](double x) { return std::sqrt(x); }, 0.01, 5.0, 1e-8);
}

TEST(Differences, ZeroIsZero) {
  Estimate e = differentiate([](double) { return 3.0; }, 1.0);
  EXPECT_EQ(double(e.value), 0.0);
  EXPECT_LE(double(e.error), 1e-13);
}

TEST(Differences, NoiseShowsInTheError) {
  auto noisy = [](double x) { return x + 1e-3 * std::sin(1e12 * x); };
  Estimate e = differentiate(noisy, 1.0);
  EXPECT_GE(10 * double(e.error), std::fabs(double(e.value) - 1.0));
}

TEST(Differences, NoValueAnywhere) {
  Estimate e = differentiate([](double) { return std::nan(""); }, 1.0);
  EXPECT_TRUE(std::isinf(e.error));
}

} // namespace
} // namespace costate::check
