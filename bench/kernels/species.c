/* Species that feed on each other (Lotka and Volterra's equations), a nonlinear system, by Euler's
 * method. size: species, steps. x: state, growth rates, interactions. data: time step. y: the state
 * at the end. */
#include "kernel.h"

static void growth(int n, const real *rate, const real *interaction, const real *u, real *out) {
  for (int i = 0; i < n; i++) {
    real sum = rate[i];
    for (int j = 0; j < n; j++)
      sum += interaction[i * n + j] * u[j];
    out[i] = u[i] * sum;
  }
}

void species(const int *size, const int *index, const double *data, const real *x, real *y) {
  int n = size[0];
  const real *rate = x + n, *interaction = x + 2 * n;
  real *change = RESERVE(n);
  (void)index;
  for (int i = 0; i < n; i++)
    y[i] = x[i];
  for (int t = 0; t < size[1]; t++) {
    growth(n, rate, interaction, y, change);
    for (int i = 0; i < n; i++)
      y[i] += data[0] * change[i];
  }
  RELEASE(change);
}
