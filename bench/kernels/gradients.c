/* Conjugate gradients for a diffusion equation with variable coefficients on a square.
 * size: points in a direction, iterations. x: coefficients, right-hand side. y: the solution. */
#include "kernel.h"

static void apply(int n, const real *k, const real *u, real *out) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int c = i * n + j;
      real sum = k[c] * u[c];
      if (i > 0)
        sum += 0.5 * (k[c] + k[c - n]) * (u[c] - u[c - n]);
      if (i < n - 1)
        sum += 0.5 * (k[c] + k[c + n]) * (u[c] - u[c + n]);
      if (j > 0)
        sum += 0.5 * (k[c] + k[c - 1]) * (u[c] - u[c - 1]);
      if (j < n - 1)
        sum += 0.5 * (k[c] + k[c + 1]) * (u[c] - u[c + 1]);
      out[c] = sum;
    }
}

static real dot(int n, const real *a, const real *b) {
  real sum = 0.0;
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

static void axpy(int n, real alpha, const real *x, real *y) {
  for (int i = 0; i < n; i++)
    y[i] += alpha * x[i];
}

void gradients(const int *size, const int *index, const double *data, const real *x, real *y) {
  int n = size[0], cells = n * n;
  const real *right = x + cells;
  real *residual = RESERVE(cells), *direction = RESERVE(cells), *image = RESERVE(cells);
  (void)index;
  (void)data;
  for (int i = 0; i < cells; i++) {
    y[i] = 0.0;
    residual[i] = right[i];
    direction[i] = right[i];
  }
  real square = dot(cells, residual, residual);
  for (int t = 0; t < size[1]; t++) {
    apply(n, x, direction, image);
    real alpha = square / dot(cells, direction, image);
    axpy(cells, alpha, direction, y);
    axpy(cells, -alpha, image, residual);
    real next = dot(cells, residual, residual);
    real beta = next / square;
    for (int i = 0; i < cells; i++)
      direction[i] = residual[i] + beta * direction[i];
    square = next;
  }
  RELEASE(residual);
  RELEASE(direction);
  RELEASE(image);
}
