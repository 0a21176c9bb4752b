/* The viscous Burgers equation in one dimension, upwind, by Euler's method, fixed ends.
 * size: points, steps. x: u, then the viscosity. data: dt/dx, dt/dx^2. y: u at the end. */
#include "kernel.h"

static void advance(int n, double advection, double diffusion, real viscosity,
                    const real *restrict u, real *restrict next) {
  next[0] = u[0];
  for (int i = 1; i < n - 1; i++) {
    real slope = u[i] > 0.0 ? u[i] - u[i - 1] : u[i + 1] - u[i];
    next[i] = u[i] - advection * u[i] * slope +
              diffusion * viscosity * (u[i + 1] - 2.0 * u[i] + u[i - 1]);
  }
  next[n - 1] = u[n - 1];
}

void burgers(const int *size, const int *index, const double *data, const real *x, real *y) {
  int n = size[0], steps = size[1];
  real *next = RESERVE(n);
  (void)index;
  for (int i = 0; i < n; i++)
    y[i] = x[i];
  for (int t = 0; t < steps; t++) {
    advance(n, data[0], data[1], x[n], y, next);
    for (int i = 0; i < n; i++)
      y[i] = next[i];
  }
  RELEASE(next);
}
