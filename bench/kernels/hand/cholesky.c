/* The adjoint of cholesky.c, by matrix algebra: with s = A^-1 b and w = A^-1 sb, the adjoint of b
 * is w, that of A is -w s^T + g A^-1 for the adjoint g of the log-determinant, both halves folded
 * into the lower triangle. */
#include "hand.h"

static void factorise(int n, double *a) {
  for (int j = 0; j < n; j++) {
    double *row = a + j * n, diagonal = row[j];
    for (int k = 0; k < j; k++)
      diagonal -= row[k] * row[k];
    row[j] = sqrt(diagonal);
    for (int i = j + 1; i < n; i++) {
      double sum = a[i * n + j];
      for (int k = 0; k < j; k++)
        sum -= a[i * n + k] * row[k];
      a[i * n + j] = sum / row[j];
    }
  }
}

static void solve(int n, const double *l, double *b) {
  for (int i = 0; i < n; i++) {
    double sum = b[i];
    for (int k = 0; k < i; k++)
      sum -= l[i * n + k] * b[k];
    b[i] = sum / l[i * n + i];
  }
  for (int i = n - 1; i >= 0; i--) {
    b[i] /= l[i * n + i];
    for (int k = 0; k < i; k++)
      b[k] -= l[i * n + k] * b[i];
  }
}

/* Row i of the inverse of L, from those above it, two at a time. */
static void invert_row(int n, int i, const double *l, double *inverse) {
  double *restrict row = inverse + i * n;
  double diagonal = 1.0 / l[i * n + i];
  int k = 0;
  for (int j = 0; j < i; j++)
    row[j] = 0.0;
  for (; k + 1 < i; k += 2) {
    const double *one = inverse + k * n, *two = one + n;
    double factor = -l[i * n + k] * diagonal, next = -l[i * n + k + 1] * diagonal;
    for (int j = 0; j <= k; j++)
      row[j] += factor * one[j] + next * two[j];
    row[k + 1] += next * two[k + 1];
  }
  for (; k < i; k++)
    for (int j = 0; j <= k; j++)
      row[j] -= l[i * n + k] * diagonal * inverse[k * n + j];
  row[i] = diagonal;
}

/* Adds 2 g A^-1 = 2 g L^-T L^-1 below the diagonal, g A^-1 on it, two rows of L^-1 at a time. */
static void add_inverse(int n, const double *l, double g, double *restrict ab) {
  double *inverse = reserve((size_t)n * (n + 1));
  memset(inverse + n * n, 0, sizeof(double) * n); /* one more row, of zeros */
  for (int i = 0; i < n; i += 2) {
    const double *one = inverse + i * n, *two = one + n;
    invert_row(n, i, l, inverse);
    if (i + 1 < n) {
      invert_row(n, i + 1, l, inverse);
      inverse[i * n + i + 1] = 0.0;
    }
    for (int k = 0; k <= i + 1 && k < n; k++) {
      double factor = 2.0 * g * one[k], next = 2.0 * g * two[k];
      for (int j = 0; j < k; j++)
        ab[k * n + j] += factor * one[j] + next * two[j];
      ab[k * n + k] += 0.5 * (factor * one[k] + next * two[k]);
    }
  }
  free(inverse);
}

void cholesky_hand(const int *size, const int *index, const double *data, const double *x,
                   double *xb, double *y, double *yb) {
  int n = size[0];
  double *l = reserve((size_t)n * n), *w = yb, *s = y;
  memcpy(l, x, sizeof(double) * n * n);
  memcpy(s, x + n * n, sizeof(double) * n);
  factorise(n, l);
  solve(n, l, s);
  solve(n, l, w);
  for (int i = 0; i < n; i++) {
    xb[n * n + i] += w[i];
    for (int j = 0; j < i; j++)
      xb[i * n + j] -= w[i] * s[j] + w[j] * s[i];
    xb[i * n + i] -= w[i] * s[i];
  }
  add_inverse(n, l, yb[n], xb);
  free(l);
  (void)index, (void)data;
}
