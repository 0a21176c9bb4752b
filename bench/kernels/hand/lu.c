/* The adjoint of lu.c, by matrix algebra: with s = A^-1 b and w = A^-T sb, the adjoint of b is w,
 * that of A is -w s^T + g A^-T for the adjoint g of the log-determinant. */
#include "hand.h"

static void swap_rows(int n, double *a, double *b) {
  for (int j = 0; j < n; j++) {
    double kept = a[j];
    a[j] = b[j];
    b[j] = kept;
  }
}

/* P A = L U in place; row[i] is the row of A that came to place i. */
static void decompose(int n, double *a, int *row) {
  for (int i = 0; i < n; i++)
    row[i] = i;
  for (int k = 0; k < n; k++) {
    int pivot = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(a[i * n + k]) > fabs(a[pivot * n + k]))
        pivot = i;
    if (pivot != k) {
      int kept = row[k];
      row[k] = row[pivot];
      row[pivot] = kept;
      swap_rows(n, a + k * n, a + pivot * n);
    }
    for (int i = k + 1; i < n; i++) {
      double factor = a[i * n + k] / a[k * n + k];
      a[i * n + k] = factor;
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= factor * a[k * n + j];
    }
  }
}

/* x = A^-1 b */
static void solve(int n, const double *a, const int *row, const double *b, double *x) {
  for (int i = 0; i < n; i++) {
    double sum = b[row[i]];
    for (int j = 0; j < i; j++)
      sum -= a[i * n + j] * x[j];
    x[i] = sum;
  }
  for (int i = n - 1; i >= 0; i--) {
    double sum = x[i];
    for (int j = i + 1; j < n; j++)
      sum -= a[i * n + j] * x[j];
    x[i] = sum / a[i * n + i];
  }
}

/* The rows of X with X^T A^T = ..., that is U^T L^T P X = B in place for `columns` right-hand sides
 * at once. */
static void solve_transposed(int n, int columns, const double *a, double *restrict x) {
  for (int i = 0; i < n; i++) {
    double inverse = 1.0 / a[i * n + i];
    double *row = x + i * columns;
    for (int c = 0; c < columns; c++)
      row[c] *= inverse;
    for (int j = i + 1; j < n; j++) {
      double factor = a[i * n + j];
      double *other = x + j * columns;
      for (int c = 0; c < columns; c++)
        other[c] -= factor * row[c];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    const double *row = x + i * columns;
    for (int j = 0; j < i; j++) {
      double factor = a[i * n + j];
      double *other = x + j * columns;
      for (int c = 0; c < columns; c++)
        other[c] -= factor * row[c];
    }
  }
}

/* The inverse of U^T (lower triangular), then that of L^T from the left: only what is not zero is
 * computed. */
static void inverse_transposed(int n, const double *a, double *restrict x) {
  memset(x, 0, sizeof(double) * n * n);
  for (int i = 0; i < n; i++) {
    double inverse = 1.0 / a[i * n + i];
    double *row = x + i * n;
    row[i] = 1.0;
    for (int c = 0; c <= i; c++)
      row[c] *= inverse;
    for (int j = i + 1; j < n; j++) {
      double factor = a[i * n + j];
      double *other = x + j * n;
      for (int c = 0; c <= i; c++)
        other[c] -= factor * row[c];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    const double *row = x + i * n;
    for (int j = 0; j < i; j++) {
      double factor = a[i * n + j];
      double *other = x + j * n;
      for (int c = 0; c < n; c++)
        other[c] -= factor * row[c];
    }
  }
}

void lu_hand(const int *size, const int *index, const double *data, const double *x, double *xb,
             double *y, double *yb) {
  int n = size[0], *row = malloc((n + 1) * sizeof *row);
  double *a = reserve((size_t)n * n), *inverse = reserve((size_t)n * n), g = yb[n];
  memcpy(a, x, sizeof(double) * n * n);
  decompose(n, a, row);
  solve(n, a, row, x + n * n, y);
  solve_transposed(n, 1, a, yb);
  inverse_transposed(n, a, inverse);
  for (int i = 0; i < n; i++) { /* back to the order of the rows of A */
    double *restrict ab = xb + row[i] * n, w = yb[i];
    const double *part = inverse + i * n;
    for (int j = 0; j < n; j++)
      ab[j] += g * part[j] - w * y[j];
    xb[n * n + row[i]] += w;
  }
  free(row);
  free(a);
  free(inverse);
  (void)index, (void)data;
}
