/* An Asian option's price by Monte Carlo: paths with a volatility for each step, the payoff of
 * their mean. size: steps, paths. x: price at the start, strike, interest rate, volatilities. data:
 * the length of a step, then normal numbers, path by path. y: the price. */
#include "kernel.h"

static real path_mean(int steps, double dt, const double *normal, real start, real rate,
                      const real *volatility) {
  double root = sqrt(dt);
  real price = start, sum = 0.0;
  for (int t = 0; t < steps; t++) {
    real drift = (rate - 0.5 * volatility[t] * volatility[t]) * dt;
    price *= exp(drift + volatility[t] * root * normal[t]);
    sum += price;
  }
  return sum / steps;
}

void pricing(const int *size, const int *index, const double *data, const real *x, real *y) {
  int steps = size[0], paths = size[1];
  real total = 0.0;
  (void)index;
  for (int p = 0; p < paths; p++) {
    real gain = path_mean(steps, data[0], data + 1 + p * steps, x[0], x[2], x + 3) - x[1];
    if (gain > 0.0)
      total += gain;
  }
  y[0] = exp(-x[2] * (steps * data[0])) * total / paths;
}
