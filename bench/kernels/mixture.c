/* Log-likelihood of a Gaussian mixture with a Wishart prior. A component has a weight, a mean and
 * the inverse Cholesky factor of its covariance: logarithms of the diagonal, then the strict lower
 * triangle, packed by columns and walked by a running index.
 * size: dimension, components, points. x: weights, means, factors. data: points. y: one value. */
#include "kernel.h"

static real log_sum_exp(int n, const real *v) {
  real largest = v[0];
  for (int i = 1; i < n; i++)
    if (v[i] > largest)
      largest = v[i];
  real sum = 0.0;
  for (int i = 0; i < n; i++)
    sum += exp(v[i] - largest);
  return log(sum) + largest;
}

static void diagonals(int d, int k, const real *factors, real *diagonal, real *log_determinant) {
  int packed = d * (d + 1) / 2;
  for (int c = 0; c < k; c++) {
    log_determinant[c] = 0.0;
    for (int i = 0; i < d; i++) {
      log_determinant[c] += factors[c * packed + i];
      diagonal[c * d + i] = exp(factors[c * packed + i]);
    }
  }
}

static void multiply(int d, const real *diagonal, const real *lower, const real *v, real *out) {
  int at = 0;
  for (int i = 0; i < d; i++)
    out[i] = diagonal[i] * v[i];
  for (int j = 0; j < d; j++)
    for (int i = j + 1; i < d; i++) {
      out[i] += lower[at] * v[j];
      at++;
    }
}

static real squared_norm(int n, const real *v) {
  real sum = 0.0;
  for (int i = 0; i < n; i++)
    sum += v[i] * v[i];
  return sum;
}

static real prior(int d, int k, const real *diagonal, const real *log_determinant,
                  const real *factors) {
  const double gamma = 1.5;
  const int m = 2, packed = d * (d + 1) / 2;
  real sum = 0.0;
  for (int c = 0; c < k; c++)
    sum += 0.5 * gamma * gamma *
               (squared_norm(d, diagonal + c * d) +
                squared_norm(packed - d, factors + c * packed + d)) -
           m * log_determinant[c];
  return sum;
}

void mixture(const int *size, const int *index, const double *data, const real *x, real *y) {
  int d = size[0], k = size[1], n = size[2], packed = d * (d + 1) / 2;
  const real *weights = x, *means = x + k, *factors = x + k + k * d;
  real *diagonal = RESERVE(d * k), *log_determinant = RESERVE(k);
  real *centred = RESERVE(d), *scaled = RESERVE(d), *terms = RESERVE(k);
  (void)index;
  diagonals(d, k, factors, diagonal, log_determinant);
  real total = 0.0;
  for (int p = 0; p < n; p++) {
    for (int c = 0; c < k; c++) {
      for (int i = 0; i < d; i++)
        centred[i] = data[p * d + i] - means[c * d + i];
      multiply(d, diagonal + c * d, factors + c * packed + d, centred, scaled);
      terms[c] = weights[c] + log_determinant[c] - 0.5 * squared_norm(d, scaled);
    }
    total += log_sum_exp(k, terms);
  }
  y[0] = total - n * log_sum_exp(k, weights) + prior(d, k, diagonal, log_determinant, factors);
  RELEASE(diagonal);
  RELEASE(log_determinant);
  RELEASE(centred);
  RELEASE(scaled);
  RELEASE(terms);
}
