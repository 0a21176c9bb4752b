/* With G = F^-T and f = mu - lambda ln J: dP_iJ/dF_kL = mu (ik)(JL) + f G_iL G_kJ + lambda G_iJ G_kL, symmetric. */
#include "hand.h"

static inline double inverse(const double *x, double *g) {
  g[0] = x[4] * x[8] - x[5] * x[7];
  g[1] = x[5] * x[6] - x[3] * x[8];
  g[2] = x[3] * x[7] - x[4] * x[6];
  g[3] = x[2] * x[7] - x[1] * x[8];
  g[4] = x[0] * x[8] - x[2] * x[6];
  g[5] = x[1] * x[6] - x[0] * x[7];
  g[6] = x[1] * x[5] - x[2] * x[4];
  g[7] = x[2] * x[3] - x[0] * x[5];
  g[8] = x[0] * x[4] - x[1] * x[3];
  double volume = x[0] * g[0] + x[1] * g[1] + x[2] * g[2], reciprocal = 1.0 / volume;
  EACH(k, 0, 9)
    g[k] *= reciprocal;
  return volume;
}

static inline void put(double *jacobian, int a, int b, double value) {
  jacobian[9 * a + b] = value;
  jacobian[9 * b + a] = value;
}

#define ENTRY(i, J, k, L)                                                                                              \
  put(jacobian, 3 * i + J, 3 * k + L, fg[3 * i + L] * g[3 * k + J] + lg[3 * i + J] * g[3 * k + L])
#define ROWS(i, k)                                                                                                     \
  ENTRY(i, 0, k, 0), ENTRY(i, 0, k, 1), ENTRY(i, 0, k, 2), ENTRY(i, 1, k, 0), ENTRY(i, 1, k, 1), ENTRY(i, 1, k, 2),    \
      ENTRY(i, 2, k, 0), ENTRY(i, 2, k, 1), ENTRY(i, 2, k, 2)
#define INNER(i, J, L) put(jacobian, 3 * i + J, 3 * i + L, (fg[3 * i + J] + lg[3 * i + J]) * g[3 * i + L])
#define ROW(i)                                                                                                         \
  INNER(i, 0, 0), INNER(i, 0, 1), INNER(i, 0, 2), INNER(i, 1, 1), INNER(i, 1, 2), INNER(i, 2, 2)

void neohookean_hand_j(const double *x, const double *c, double *y, double *jacobian) {
  double g[9], fg[9], lg[9];
  double f = c[0] - c[1] * log(inverse(x, g));
  EACH(k, 0, 9) {
    fg[k] = f * g[k];
    lg[k] = c[1] * g[k];
    y[k] = c[0] * x[k] - fg[k];
  }
  ROW(0), ROW(1), ROW(2);
  ROWS(0, 1), ROWS(0, 2), ROWS(1, 2);
  EACH(k, 0, 9)
    jacobian[10 * k] += c[0];
}

static inline void back(const double *x, double *xb, const double *c, const double *yb, double weight) {
  double g[9], w[9], d[9], volume = inverse(x, g), f = c[0] - c[1] * log(volume), trace = 0.0;
  EACH(k, 0, 9) {
    w[k] = SEED(k, c[0] * x[k] - f * g[k]);
    trace += g[k] * w[k];
  }
  EACH(i, 0, 3) /* F^-T W^T */
    EACH(k, 0, 3)
      d[3 * i + k] = f * (g[3 * i] * w[3 * k] + g[3 * i + 1] * w[3 * k + 1] + g[3 * i + 2] * w[3 * k + 2]);
  trace *= c[1];
  EACH(i, 0, 3)
    EACH(j, 0, 3)
      xb[3 * i + j] += c[0] * w[3 * i + j] + trace * g[3 * i + j] + d[3 * i] * g[j] + d[3 * i + 1] * g[3 + j] +
                       d[3 * i + 2] * g[6 + j];
}

ADJOINTS(neohookean, 9)
