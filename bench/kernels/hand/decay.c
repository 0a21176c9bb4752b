/* The adjoint of decay.c. The system is linear: states are kept for the rates alone. */
#include "hand.h"

void decay_hand(const int *size, const int *index, const double *data, const double *x, double *xb,
                double *y, double *yb) {
  int n = size[0], steps = size[1];
  const double *rate = x + n;
  double dt = data[0], *rateb = xb + n, *kept = reserve((size_t)n * steps), *sums = y;
  memcpy(kept, x, sizeof(double) * n);
  for (int t = 0; t + 1 < steps; t++) {
    const double *u = kept + (size_t)n * t;
    double *next = kept + (size_t)n * (t + 1), before = 0.0;
    for (int i = 0; i < n; i++) {
      double gone = dt * rate[i] * u[i];
      next[i] = u[i] + (before - gone);
      before = gone;
    }
  }
  memset(sums, 0, sizeof(double) * n); /* of the rates, for a step of 1 */
  for (int t = steps - 1; t >= 0; t--) {
    const double *u = kept + (size_t)n * t;
    for (int i = 0; i + 1 < n; i++) {
      double flow = yb[i + 1] - yb[i];
      sums[i] += flow * u[i];
      yb[i] += dt * rate[i] * flow;
    }
    sums[n - 1] -= yb[n - 1] * u[n - 1];
    yb[n - 1] -= dt * rate[n - 1] * yb[n - 1];
  }
  for (int i = 0; i < n; i++) {
    xb[i] += yb[i];
    rateb[i] += dt * sums[i];
  }
  free(kept);
  (void)index;
}
