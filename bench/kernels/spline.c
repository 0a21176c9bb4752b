/* A natural cubic spline: second derivatives by elimination, then its misfit to observations.
 * size: knots, observations. x: knots, values. index: the interval of each observation. data: its
 * place and value. y: the errors. */
#include "kernel.h"

static void moments(int n, const real *t, const real *v, real *m) {
  real *upper = RESERVE(n);
  m[0] = 0.0;
  upper[0] = 0.0;
  for (int i = 1; i < n - 1; i++) {
    real before = t[i] - t[i - 1], after = t[i + 1] - t[i];
    real ratio = before / (before + after);
    real pivot = ratio * upper[i - 1] + 2.0;
    upper[i] = (ratio - 1.0) / pivot;
    real jump = (v[i + 1] - v[i]) / after - (v[i] - v[i - 1]) / before;
    m[i] = (6.0 * jump / (before + after) - ratio * m[i - 1]) / pivot;
  }
  m[n - 1] = 0.0;
  for (int i = n - 2; i >= 0; i--)
    m[i] += upper[i] * m[i + 1];
  RELEASE(upper);
}

void spline(const int *size, const int *index, const double *data, const real *x, real *y) {
  int n = size[0];
  const real *t = x, *v = x + n;
  real *m = RESERVE(n);
  moments(n, t, v, m);
  for (int p = 0; p < size[1]; p++) {
    int i = index[p];
    real h = t[i + 1] - t[i];
    real a = (t[i + 1] - data[2 * p]) / h, b = (data[2 * p] - t[i]) / h;
    y[p] = a * v[i] + b * v[i + 1] +
           ((a * a * a - a) * m[i] + (b * b * b - b) * m[i + 1]) * (h * h) / 6.0 - data[2 * p + 1];
  }
  RELEASE(m);
}
