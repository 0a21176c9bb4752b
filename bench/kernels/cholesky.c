/* A symmetric positive definite system: Cholesky factor, two triangular solves, log-determinant.
 * size: n. x: the matrix (its lower triangle counts), right-hand side. y: solution,
 * log-determinant. */
#include "kernel.h"

static void factorise(int n, real *a) {
  for (int j = 0; j < n; j++) {
    for (int k = 0; k < j; k++)
      a[j * n + j] -= a[j * n + k] * a[j * n + k];
    a[j * n + j] = sqrt(a[j * n + j]);
    for (int i = j + 1; i < n; i++) {
      real sum = a[i * n + j];
      for (int k = 0; k < j; k++)
        sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = sum / a[j * n + j];
    }
  }
}

static void solve(int n, const real *l, real *b) {
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++)
      b[i] -= l[i * n + k] * b[k];
    b[i] /= l[i * n + i];
  }
  for (int i = n - 1; i >= 0; i--) {
    b[i] /= l[i * n + i];
    for (int k = 0; k < i; k++)
      b[k] -= l[i * n + k] * b[i];
  }
}

void cholesky(const int *size, const int *index, const double *data, const real *x, real *y) {
  int n = size[0];
  real *l = RESERVE(n * n);
  (void)index;
  (void)data;
  for (int i = 0; i < n * n; i++)
    l[i] = x[i];
  for (int i = 0; i < n; i++)
    y[i] = x[n * n + i];
  factorise(n, l);
  solve(n, l, y);
  y[n] = 0.0;
  for (int i = 0; i < n; i++)
    y[n] += 2.0 * log(l[i * n + i]);
  RELEASE(l);
}
