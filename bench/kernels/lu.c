/* A linear system by LU decomposition with partial pivoting, and the logarithm of its determinant.
 * size: n. x: the matrix by rows, right-hand side. y: solution, logarithm of the determinant's
 * size. */
#include "kernel.h"

static void swap_rows(int n, real *a, real *b) {
  for (int j = 0; j < n; j++) {
    real kept = a[j];
    a[j] = b[j];
    b[j] = kept;
  }
}

static void eliminate(int n, real *a, real *b) {
  for (int k = 0; k < n; k++) {
    int pivot = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(a[i * n + k]) > fabs(a[pivot * n + k]))
        pivot = i;
    if (pivot != k) {
      swap_rows(n, a + k * n, a + pivot * n);
      swap_rows(1, b + k, b + pivot);
    }
    for (int i = k + 1; i < n; i++) {
      real factor = a[i * n + k] / a[k * n + k];
      a[i * n + k] = factor;
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= factor * a[k * n + j];
      b[i] -= factor * b[k];
    }
  }
}

void lu(const int *size, const int *index, const double *data, const real *x, real *y) {
  int n = size[0];
  real *a = RESERVE(n * n), sum = 0.0;
  (void)index;
  (void)data;
  for (int i = 0; i < n * n; i++)
    a[i] = x[i];
  for (int i = 0; i < n; i++)
    y[i] = x[n * n + i];
  eliminate(n, a, y);
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++)
      y[i] -= a[i * n + j] * y[j];
    y[i] /= a[i * n + i];
    sum += log(fabs(a[i * n + i]));
  }
  y[n] = sum;
  RELEASE(a);
}
