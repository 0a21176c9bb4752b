/* The adjoint of circuit.c. The system is linear: the states of the stages are kept for the matrix
 * alone. */
#include "hand.h"

static const double weights[4] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
static const double aheads[4] = {0.5, 0.5, 1.0, 0.0};

static void step(int n, double h, const double *a, const double *b, double *restrict y,
                 double *kept) {
  double *restrict start = kept;
  memcpy(start, y, sizeof(double) * n);
  for (int stage = 0; stage < 4; stage++) {
    const double *at = kept + stage * n;
    double *next =
        kept + (stage + 1) * n; /* of the last stage: the next step's, or room to spare */
    for (int i = 0; i < n; i++) {
      double sum = b[i];
      for (int j = 0; j < n; j++)
        sum += a[i * n + j] * at[j];
      y[i] += h * weights[stage] * sum;
      next[i] = start[i] + aheads[stage] * h * sum;
    }
  }
}

void circuit_hand(const int *size, const int *index, const double *data, const double *x,
                  double *xb, double *y, double *yb) {
  int n = size[0], steps = size[1];
  double h = data[0], *kept = reserve(4 * (size_t)n * steps + n), *w = reserve(n);
  const double *a = x + 2 * n;
  double *sourceb = xb + n, *restrict ab = xb + 2 * n, *restrict atb = y, *step_yb = reserve(n);
  memcpy(y, x, sizeof(double) * n);
  for (int t = 0; t < steps; t++)
    step(n, h, a, x + n, y, kept + 4 * (size_t)n * t);
  for (int t = steps - 1; t >= 0; t--) {
    memcpy(step_yb, yb, sizeof(double) * n);
    memset(atb, 0, sizeof(double) * n);
    for (int stage = 3; stage >= 0; stage--) {
      const double *at = kept + 4 * (size_t)n * t + stage * n;
      for (int i = 0; i < n; i++) { /* the adjoint of the slope */
        w[i] = h * (weights[stage] * step_yb[i] + aheads[stage] * atb[i]);
        atb[i] = 0.0;
        sourceb[i] += w[i];
      }
      for (int i = 0; i < n; i++) {
        double by = w[i];
        for (int j = 0; j < n; j++) {
          ab[i * n + j] += by * at[j];
          atb[j] += by * a[i * n + j];
        }
      }
      for (int i = 0; i < n; i++)
        yb[i] += atb[i];
    }
  }
  for (int i = 0; i < n; i++)
    xb[i] += yb[i];
  free(kept);
  free(w);
  free(step_yb);
  (void)index;
}
