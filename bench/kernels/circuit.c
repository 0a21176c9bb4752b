/* A linear circuit with sources, u' = A u + b, by the classical Runge-Kutta method.
 * size: nodes, steps. x: state, sources, matrix. data: time step. y: the state at the end. */
#include "kernel.h"

static void slope(int n, const real *a, const real *b, const real *u, real *out) {
  for (int i = 0; i < n; i++) {
    real sum = b[i];
    for (int j = 0; j < n; j++)
      sum += a[i * n + j] * u[j];
    out[i] = sum;
  }
}

void circuit(const int *size, const int *index, const double *data, const real *x, real *y) {
  int n = size[0];
  double h = data[0];
  const real *source = x + n, *matrix = x + 2 * n;
  real *at = RESERVE(n), *rate = RESERVE(n), *sum = RESERVE(n);
  (void)index;
  for (int i = 0; i < n; i++)
    y[i] = x[i];
  for (int t = 0; t < size[1]; t++) {
    for (int i = 0; i < n; i++) {
      at[i] = y[i];
      sum[i] = 0.0;
    }
    for (int stage = 0; stage < 4; stage++) {
      double weight = stage == 0 || stage == 3 ? 1.0 / 6.0 : 1.0 / 3.0;
      double ahead = stage == 2 ? 1.0 : 0.5;
      slope(n, matrix, source, at, rate);
      for (int i = 0; i < n; i++) {
        sum[i] += weight * rate[i];
        at[i] = y[i] + ahead * h * rate[i];
      }
    }
    for (int i = 0; i < n; i++)
      y[i] += h * sum[i];
  }
  RELEASE(at);
  RELEASE(rate);
  RELEASE(sum);
}
