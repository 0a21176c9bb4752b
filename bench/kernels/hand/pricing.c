/* The adjoint of pricing.c: every path forward and back at once; what is the same for all paths
 * comes before. */
#include "hand.h"

void pricing_hand(const int *size, const int *index, const double *data, const double *x,
                  double *xb, double *y, double *yb) {
  int steps = size[0], paths = size[1];
  const double *volatility = x + 3;
  double dt = data[0], root = sqrt(dt), rate = x[2];
  double *work = calloc(4 * steps + 1, sizeof *work), *drift = work, *price = drift + steps;
  double *sums = price + steps,
         *weighted = sums + steps; /* of a step's exponent, and times the normal number */
  for (int t = 0; t < steps; t++)
    drift[t] = (rate - 0.5 * volatility[t] * volatility[t]) * dt;
  double total = 0.0, startb = 0.0;
  int paid = 0;
  for (int p = 0; p < paths; p++) {
    const double *normal = data + 1 + p * steps;
    double at = x[0], sum = 0.0, atb = 0.0;
    for (int t = 0; t < steps; t++) {
      at *= exp(drift[t] + volatility[t] * root * normal[t]);
      price[t] = at;
      sum += at;
    }
    double gain = sum / steps - x[1];
    if (gain <= 0.0)
      continue;
    total += gain;
    paid++;
    for (int t = steps - 1; t >= 0; t--) { /* atb: the adjoint of the price times the price */
      atb += price[t];
      sums[t] += atb;
      weighted[t] += atb * normal[t];
    }
    startb += atb;
  }
  double factor = exp(-rate * (steps * dt)) * yb[0] / paths, each = factor / steps, all = 0.0;
  for (int t = 0; t < steps; t++) {
    all += sums[t];
    xb[3 + t] += each * (root * weighted[t] - volatility[t] * dt * sums[t]);
  }
  xb[0] += each * startb / x[0];
  xb[1] -= factor * paid;
  xb[2] += each * dt * all - steps * dt * factor * total;
  free(work);
  (void)index, (void)y;
}
