/* The adjoint of water.c. The states of all steps are kept. The way back gathers the adjoints of a
 * cell's fluxes from its neighbours. */
#include "hand.h"

struct square {
  int n, cells;
  double ratio, gravity;
};

static void fluxes(const struct square *s, const double *q, double *restrict f,
                   double *restrict g) {
  int cells = s->cells;
  for (int c = 0; c < cells; c++) {
    double depth = q[c], along = q[cells + c], across = q[2 * cells + c];
    double pressure = 0.5 * s->gravity * depth * depth, mixed = along * across / depth;
    f[c] = along;
    f[cells + c] = along * along / depth + pressure;
    f[2 * cells + c] = mixed;
    g[c] = across;
    g[cells + c] = mixed;
    g[2 * cells + c] = across * across / depth + pressure;
  }
}

static void advance(const struct square *s, const double *q, const double *f, const double *g,
                    double *restrict next) {
  int n = s->n;
  for (int i = 0; i < n; i++) {
    int up = (i + 1 < n ? i + 1 : 0) * n, down = (i > 0 ? i - 1 : n - 1) * n;
    for (int j = 0; j < n; j++) {
      int right = i * n + (j + 1 < n ? j + 1 : 0), left = i * n + (j > 0 ? j - 1 : n - 1);
      next[i * n + j] = 0.25 * (q[up + j] + q[down + j] + q[right] + q[left]) -
                        s->ratio * (f[right] - f[left] + g[up + j] - g[down + j]);
    }
  }
}

/* From the adjoints w after a step to those before it; returns the part of gravity. */
static double back(const struct square *s, const double *restrict q, const double *restrict w,
                   double *restrict before) {
  int n = s->n, cells = s->cells;
  double sum = 0.0;
  for (int i = 0; i < n; i++) {
    int up = (i + 1 < n ? i + 1 : 0) * n, down = (i > 0 ? i - 1 : n - 1) * n;
    for (int j = 0; j < n; j++) {
      int c = i * n + j, right = i * n + (j + 1 < n ? j + 1 : 0);
      int left = i * n + (j > 0 ? j - 1 : n - 1);
      double f[3], g[3], mean[3]; /* adjoints */
      for (int part = 0; part < 3; part++) {
        const double *v = w + part * cells;
        f[part] = s->ratio * (v[right] - v[left]);
        g[part] = s->ratio * (v[up + j] - v[down + j]);
        mean[part] = 0.25 * (v[right] + v[left] + v[up + j] + v[down + j]);
      }
      double inverse = 1.0 / q[c], a = q[cells + c] * inverse, b = q[2 * cells + c] * inverse;
      double mixed = f[2] + g[1], pressure = f[1] + g[2];
      before[c] =
          mean[0] + pressure * s->gravity * q[c] - f[1] * a * a - g[2] * b * b - mixed * a * b;
      before[cells + c] = mean[1] + f[0] + 2.0 * a * f[1] + mixed * b;
      before[2 * cells + c] = mean[2] + g[0] + 2.0 * b * g[2] + mixed * a;
      sum += pressure * q[c] * q[c];
    }
  }
  return 0.5 * sum;
}

void water_hand(const int *size, const int *index, const double *data, const double *x, double *xb,
                double *y, double *yb) {
  int n = size[0], steps = size[1], all = 3 * n * n;
  struct square s = {n, n * n, data[0], x[all]};
  double *kept = reserve((size_t)all * (steps > 1 ? steps - 1 : 0)), *work = reserve(2 * all);
  double sum = 0.0, *w = yb, *other = y;
  for (int t = 0; t + 1 < steps; t++) {
    const double *q = t ? kept + (size_t)all * (t - 1) : x;
    fluxes(&s, q, work, work + all);
    for (int part = 0; part < all; part += s.cells)
      advance(&s, q + part, work + part, work + all + part, kept + (size_t)all * t + part);
  }
  for (int t = steps - 1; t >= 0; t--) {
    sum += back(&s, t ? kept + (size_t)all * (t - 1) : x, w, other);
    double *swap = w;
    w = other;
    other = swap;
  }
  for (int i = 0; i < all; i++)
    xb[i] += w[i];
  xb[all] += sum;
  free(kept);
  free(work);
  (void)index;
}
