/* The adjoint of fixedpoint.c, of what the iteration converges to: w = ub + J^T w is a fixed point
 * too, with J at the solution. Nothing is kept of the way there. */
#include "hand.h"

void fixedpoint_hand(const int *size, const int *index, const double *data, const double *x,
                     double *xb, double *y, double *yb) {
  int n = size[0], left = size[1];
  const double *w = x + n;
  double *next = reserve(2 * n), *weighted = next + n, *wb = xb + n, moved = 1.0;
  memset(y, 0, sizeof(double) * n);
  while (moved > data[0] && left > 0) {
    moved = 0.0;
    for (int i = 0; i < n; i++) {
      double sum = x[i];
      for (int j = 0; j < n; j++)
        sum += w[i * n + j] * y[j];
      next[i] = tanh(sum);
      moved = fmax(moved, fabs(next[i] - y[i]));
    }
    memcpy(y, next, sizeof(double) * n);
    left--;
  }
  for (int i = 0; i < n; i++) /* the adjoint of what tanh is taken of, for w = ub */
    weighted[i] = (1.0 - y[i] * y[i]) * yb[i];
  double most = 1.0, scale = 0.0;
  for (int i = 0; i < n; i++)
    scale = fmax(scale, fabs(yb[i]));
  for (left = size[1]; most > data[0] * scale && left > 0; left--) {
    memcpy(next, yb, sizeof(double) * n);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        next[j] += weighted[i] * w[i * n + j];
    most = 0.0;
    for (int i = 0; i < n; i++) {
      double now = (1.0 - y[i] * y[i]) * next[i];
      most = fmax(most, fabs(now - weighted[i]));
      weighted[i] = now;
    }
  }
  for (int i = 0; i < n; i++) {
    xb[i] += weighted[i];
    for (int j = 0; j < n; j++)
      wb[i * n + j] += weighted[i] * y[j];
  }
  free(next);
  (void)index;
}
