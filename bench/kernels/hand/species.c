/* The adjoint of species.c. States and growth sums of all steps are kept. */
#include "hand.h"

void species_hand(const int *size, const int *index, const double *data, const double *x,
                  double *xb, double *y, double *yb) {
  int n = size[0], steps = size[1];
  const double *rate = x + n, *interaction = x + 2 * n;
  double dt = data[0], *rateb = xb + n, *interactionb = xb + 2 * n;
  double *kept = reserve(2 * (size_t)n * steps); /* by steps: state, sums */
  memcpy(y, x, sizeof(double) * n);
  for (int t = 0; t < steps; t++) {
    double *u = kept + 2 * (size_t)n * t, *sums = u + n;
    memcpy(u, y, sizeof(double) * n);
    for (int i = 0; i < n; i++) {
      double sum = rate[i];
      for (int j = 0; j < n; j++)
        sum += interaction[i * n + j] * u[j];
      sums[i] = sum;
      y[i] = u[i] + dt * u[i] * sum;
    }
  }
  double *restrict w = y; /* the adjoint before the step, while yb is that after it */
  for (int t = steps - 1; t >= 0; t--) {
    const double *u = kept + 2 * (size_t)n * t, *sums = u + n;
    for (int i = 0; i < n; i++)
      w[i] = yb[i] * (1.0 + dt * sums[i]);
    for (int i = 0; i < n; i++) {
      double by = dt * yb[i] * u[i];
      const double *row = interaction + i * n;
      double *restrict rowb = interactionb + i * n;
      rateb[i] += by;
      for (int j = 0; j < n; j++) {
        rowb[j] += by * u[j];
        w[j] += by * row[j];
      }
    }
    memcpy(yb, w, sizeof(double) * n);
  }
  for (int i = 0; i < n; i++)
    xb[i] += yb[i];
  free(kept);
  (void)index;
}
