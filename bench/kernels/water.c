/* The shallow-water equations on a periodic square, by Lax and Friedrichs' method.
 * size: points in a direction, steps. x: depth, momentum in both directions, then gravity. data:
 * time step over twice the distance of points. y: depth and momenta at the end. */
#include "kernel.h"

static void fluxes(int cells, real gravity, const real *q, real *f, real *g) {
  for (int c = 0; c < cells; c++) {
    real depth = q[c], along = q[cells + c], across = q[2 * cells + c];
    real pressure = 0.5 * gravity * depth * depth, mixed = along * across / depth;
    f[c] = along;
    f[cells + c] = along * along / depth + pressure;
    f[2 * cells + c] = mixed;
    g[c] = across;
    g[cells + c] = mixed;
    g[2 * cells + c] = across * across / depth + pressure;
  }
}

static void advance(int n, double ratio, const real *q, const real *f, const real *g, real *next) {
  for (int i = 0; i < n; i++) {
    int up = (i + 1) % n * n, down = (i + n - 1) % n * n;
    for (int j = 0; j < n; j++) {
      int right = i * n + (j + 1 < n ? j + 1 : 0), left = i * n + (j > 0 ? j - 1 : n - 1);
      next[i * n + j] = 0.25 * (q[up + j] + q[down + j] + q[right] + q[left]) -
                        ratio * (f[right] - f[left] + g[up + j] - g[down + j]);
    }
  }
}

void water(const int *size, const int *index, const double *data, const real *x, real *y) {
  int n = size[0], cells = n * n;
  real *f = RESERVE(3 * cells), *g = RESERVE(3 * cells), *next = RESERVE(cells);
  (void)index;
  for (int i = 0; i < 3 * cells; i++)
    y[i] = x[i];
  for (int t = 0; t < size[1]; t++) {
    fluxes(cells, x[3 * cells], y, f, g);
    for (int part = 0; part < 3; part++) {
      real *q = y + part * cells;
      advance(n, data[0], q, f + part * cells, g + part * cells, next);
      for (int i = 0; i < cells; i++)
        q[i] = next[i];
    }
  }
  RELEASE(f);
  RELEASE(g);
  RELEASE(next);
}
