/* The adjoint of burgers.c. The states of all steps are kept; a step back gathers from three
 * points. */
#include "hand.h"

static void advance(int n, double advection, double mixing, const double *restrict u,
                    double *restrict next) {
  next[0] = u[0];
  for (int i = 1; i < n - 1; i++) {
    double slope = u[i] > 0.0 ? u[i] - u[i - 1] : u[i + 1] - u[i];
    next[i] = u[i] - advection * u[i] * slope + mixing * (u[i + 1] - 2.0 * u[i] + u[i - 1]);
  }
  next[n - 1] = u[n - 1];
}

/* What point i of the step's result gives to the point after it, before it. */
static inline double ahead(double u, double w, double advection, double mixing) {
  return w * (mixing + (u > 0.0 ? 0.0 : -advection * u));
}

static inline double behind(double u, double w, double advection, double mixing) {
  return w * (mixing + (u > 0.0 ? advection * u : 0.0));
}

static double back(int n, double advection, double mixing, const double *restrict u,
                   const double *restrict w, double *restrict before) {
  double sum = 0.0, carried = 0.0, gathered = w[0];
  for (int i = 1; i < n - 1; i++) { /* `gathered` is what point i - 1 has so far */
    double slope = u[i] > 0.0 ? u[i] - u[i - 1] : u[i + 1] - u[i];
    before[i - 1] = gathered + behind(u[i], w[i], advection, mixing);
    gathered = carried + w[i] * (1.0 - 2.0 * mixing - advection * (slope + fabs(u[i])));
    carried = ahead(u[i], w[i], advection, mixing);
    sum += w[i] * (u[i + 1] - 2.0 * u[i] + u[i - 1]);
  }
  before[n - 2] = gathered;
  before[n - 1] = carried + w[n - 1];
  return sum;
}

void burgers_hand(const int *size, const int *index, const double *data, const double *x,
                  double *xb, double *y, double *yb) {
  int n = size[0], steps = size[1];
  double mixing = data[1] * x[n], sum = 0.0, *w = yb, *other = y;
  double *kept = reserve((size_t)n * (steps > 1 ? steps - 1 : 0));
  for (int t = 0; t + 1 < steps; t++)
    advance(n, data[0], mixing, t ? kept + (t - 1) * (size_t)n : x, kept + t * (size_t)n);
  for (int t = steps - 1; t >= 0; t--) {
    sum += back(n, data[0], mixing, t ? kept + (t - 1) * (size_t)n : x, w, other);
    double *swap = w;
    w = other;
    other = swap;
  }
  for (int i = 0; i < n; i++)
    xb[i] += w[i];
  xb[n] += data[1] * sum;
  free(kept);
  (void)index;
}
