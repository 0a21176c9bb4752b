/* The Lorenz-96 equations by the classical Runge-Kutta method.
 * size: variables, steps. x: state, then the forcing. data: time step. y: the state at the end. */
#include "kernel.h"

static void slope(int n, real forcing, const real *u, real *out) {
  out[0] = (u[1] - u[n - 2]) * u[n - 1] - u[0] + forcing;
  out[1] = (u[2] - u[n - 1]) * u[0] - u[1] + forcing;
  for (int i = 2; i < n - 1; i++)
    out[i] = (u[i + 1] - u[i - 2]) * u[i - 1] - u[i] + forcing;
  out[n - 1] = (u[0] - u[n - 3]) * u[n - 2] - u[n - 1] + forcing;
}

static void move(int n, const real *from, double by, const real *rate, real *to) {
  for (int i = 0; i < n; i++)
    to[i] = from[i] + by * rate[i];
}

void lorenz(const int *size, const int *index, const double *data, const real *x, real *y) {
  int n = size[0];
  double h = data[0];
  real *k = RESERVE(5 * n), *at = k + 4 * n, *k1 = k, *k2 = k + n, *k3 = k + 2 * n, *k4 = k + 3 * n;
  real forcing = x[n];
  (void)index;
  for (int i = 0; i < n; i++)
    y[i] = x[i];
  for (int t = 0; t < size[1]; t++) {
    slope(n, forcing, y, k1);
    move(n, y, 0.5 * h, k1, at);
    slope(n, forcing, at, k2);
    move(n, y, 0.5 * h, k2, at);
    slope(n, forcing, at, k3);
    move(n, y, h, k3, at);
    slope(n, forcing, at, k4);
    for (int i = 0; i < n; i++)
      y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
  }
  RELEASE(k);
}
