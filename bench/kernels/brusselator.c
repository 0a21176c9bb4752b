/* The Brusselator reaction-diffusion equations on a periodic square, by Euler's method.
 * size: points in a direction, steps. x: u, v, then the parameters a, b and diffusion. y: u, v. */
#include "kernel.h"

static void rates(int n, const real *u, const real *v, real a, real b, real diffusion, real *du,
                  real *dv) {
  real scale = diffusion * n * n;
  for (int i = 0; i < n; i++) {
    int up = (i + 1) % n, down = (i + n - 1) % n;
    for (int j = 0; j < n; j++) {
      int right = j + 1 < n ? j + 1 : 0, left = j > 0 ? j - 1 : n - 1;
      real uij = u[i * n + j], vij = v[i * n + j];
      real reaction = uij * uij * vij;
      du[i * n + j] = a + reaction - (b + 1.0) * uij +
                      scale * (u[up * n + j] + u[down * n + j] + u[i * n + right] +
                               u[i * n + left] - 4.0 * uij);
      dv[i * n + j] = b * uij - reaction +
                      scale * (v[up * n + j] + v[down * n + j] + v[i * n + right] +
                               v[i * n + left] - 4.0 * vij);
    }
  }
}

void brusselator(const int *size, const int *index, const double *data, const real *x, real *y) {
  int n = size[0], steps = size[1], cells = n * n;
  real *rate = RESERVE(2 * cells);
  const real *parameter = x + 2 * cells;
  (void)index;
  for (int i = 0; i < 2 * cells; i++)
    y[i] = x[i];
  for (int t = 0; t < steps; t++) {
    rates(n, y, y + cells, parameter[0], parameter[1], parameter[2], rate, rate + cells);
    for (int i = 0; i < 2 * cells; i++)
      y[i] += data[0] * rate[i];
  }
  RELEASE(rate);
}
