/* The adjoint of mixture.c. Points go forward and back one after the other: nothing is kept but
 * what one point needs for all components. */
#include "hand.h"

static void multiply(int d, const double *diagonal, const double *lower, const double *v,
                     double *restrict out) {
  for (int i = 0; i < d; i++)
    out[i] = diagonal[i] * v[i];
  for (int j = 0; j < d; j++)
    for (int i = j + 1; i < d; i++)
      out[i] += *lower++ * v[j];
}

static void multiply_back(int d, const double *diagonal, const double *lower, const double *v,
                          const double *out, double by, double *restrict diagonalb,
                          double *restrict lowerb, double *restrict meanb) {
  for (int j = 0; j < d; j++) {
    double sum = diagonal[j] * out[j], factor = by * v[j];
    diagonalb[j] += factor * out[j];
    for (int i = j + 1; i < d; i++) {
      sum += *lower++ * out[i];
      *lowerb++ += factor * out[i];
    }
    meanb[j] -= by * sum;
  }
}

/* exp(v) over its sum, in place */
static void normalise(int n, double *v) {
  double largest = v[0], sum = 0.0;
  for (int i = 1; i < n; i++)
    if (v[i] > largest)
      largest = v[i];
  for (int i = 0; i < n; i++)
    sum += v[i] = exp(v[i] - largest);
  for (int i = 0; i < n; i++)
    v[i] /= sum;
}

void mixture_hand(const int *size, const int *index, const double *data, const double *x,
                  double *xb, double *y, double *yb) {
  int d = size[0], k = size[1], n = size[2], packed = d * (d + 1) / 2;
  const double *weights = x, *means = x + k, *factors = x + k + k * d;
  double *meansb = xb + k, *factorsb = xb + k + k * d, seed = yb[0];
  double *diagonal = calloc(4 * k * d + 3 * k + 1, sizeof *diagonal), *diagonalb = diagonal + k * d;
  double *centred = diagonalb + k * d, *scaled = centred + k * d, *terms = scaled + k * d;
  double *constant = terms + k, *constantb = constant + k; /* weight and log-determinant */
  for (int c = 0; c < k; c++) {
    constant[c] = weights[c];
    for (int i = 0; i < d; i++) {
      constant[c] += factors[c * packed + i];
      diagonal[c * d + i] = exp(factors[c * packed + i]);
    }
  }
  for (int p = 0; p < n; p++) {
    for (int c = 0; c < k; c++) {
      double *v = centred + c * d, *out = scaled + c * d, square = 0.0;
      for (int i = 0; i < d; i++)
        v[i] = data[p * d + i] - means[c * d + i];
      multiply(d, diagonal + c * d, factors + c * packed + d, v, out);
      for (int i = 0; i < d; i++)
        square += out[i] * out[i];
      terms[c] = constant[c] - 0.5 * square;
    }
    normalise(k, terms);
    for (int c = 0; c < k; c++) {
      double by = seed * terms[c];
      constantb[c] += by;
      multiply_back(d, diagonal + c * d, factors + c * packed + d, centred + c * d, scaled + c * d,
                    -by, diagonalb + c * d, factorsb + c * packed + d, meansb + c * d);
    }
  }
  const double prior = 1.5 * 1.5;
  memcpy(terms, weights, sizeof(double) * k);
  normalise(k, terms);
  for (int c = 0; c < k; c++) {
    xb[c] += constantb[c] - seed * n * terms[c];
    for (int i = 0; i < d; i++)
      factorsb[c * packed + i] +=
          constantb[c] - 2.0 * seed +
          (diagonalb[c * d + i] + seed * prior * diagonal[c * d + i]) * diagonal[c * d + i];
    for (int i = d; i < packed; i++)
      factorsb[c * packed + i] += seed * prior * factors[c * packed + i];
  }
  free(diagonal);
  (void)index, (void)y;
}
