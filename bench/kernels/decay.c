/* A chain of radioactive decays, a linear system, by Euler's method; the state is updated in place.
 * size: nuclides, steps. x: state, decay rates. data: time step. y: the state at the end. */
#include "kernel.h"

void decay(const int *size, const int *index, const double *data, const real *x, real *y) {
  int n = size[0];
  const real *rate = x + n;
  (void)index;
  for (int i = 0; i < n; i++)
    y[i] = x[i];
  for (int t = 0; t < size[1]; t++) {
    for (int i = n - 1; i > 0; i--)
      y[i] += data[0] * (rate[i - 1] * y[i - 1] - rate[i] * y[i]);
    y[0] -= data[0] * rate[0] * y[0];
  }
}
