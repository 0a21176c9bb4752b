/* The adjoint of lorenz.c. The four states of every step at which slopes are taken are kept; a step
 * back passes over them once each, adding to the state's adjoint and making the next slope's on the
 * way. */
#include "hand.h"

static inline double rate(double before2, double before, double at, double after, double forcing) {
  return (after - before2) * before - at + forcing;
}

/* to = from + by * slope(u), and sum += weight * slope(u) */
static void stage(int n, double forcing, const double *restrict u, const double *restrict from,
                  double by, double weight, double *restrict to, double *restrict sum) {
  for (int i = 0; i < n; i++) {
    int b = i > 0 ? i - 1 : n - 1, c = i > 1 ? i - 2 : n + i - 2, a = i + 1 < n ? i + 1 : 0;
    double k = rate(u[c], u[b], u[i], u[a], forcing);
    to[i] = from[i] + by * k;
    sum[i] += weight * k;
  }
}

/* g = J(u)^T w; state += g; out = one * step + two * g. Returns the sum of w. */
static double stage_back(int n, const double *restrict u, const double *restrict w, double one,
                         double two, const double *restrict step, double *restrict state,
                         double *restrict out) {
  double sum = 0.0;
  for (int i = 0; i < 2; i++) {
    double g = w[(i + n - 1) % n] * u[(i + n - 2) % n] - w[i + 2] * u[i + 1] +
               w[i + 1] * (u[i + 2] - u[(i + n - 1) % n]) - w[i];
    sum += w[i];
    state[i] += g;
    out[i] = one * step[i] + two * g;
  }
  for (int i = 2; i < n - 2; i++) {
    double g = w[i - 1] * u[i - 2] - w[i + 2] * u[i + 1] + w[i + 1] * (u[i + 2] - u[i - 1]) - w[i];
    sum += w[i];
    state[i] += g;
    out[i] = one * step[i] + two * g;
  }
  for (int i = n - 2; i < n; i++) {
    double g = w[i - 1] * u[i - 2] - w[(i + 2) % n] * u[(i + 1) % n] +
               w[(i + 1) % n] * (u[(i + 2) % n] - u[i - 1]) - w[i];
    sum += w[i];
    state[i] += g;
    out[i] = one * step[i] + two * g;
  }
  return sum;
}

void lorenz_hand(const int *size, const int *index, const double *data, const double *x, double *xb,
                 double *y, double *yb) {
  int n = size[0], steps = size[1];
  double h = data[0], forcing = x[n], sum = 0.0;
  double *kept = reserve(4 * (size_t)n * steps), *work = reserve(2 * n), *w = work, *z = work + n;
  memcpy(y, x, sizeof(double) * n);
  for (int t = 0; t < steps; t++) {
    double *k = kept + 4 * (size_t)n * t;
    memcpy(k, y, sizeof(double) * n);
    stage(n, forcing, k, k, 0.5 * h, h / 6.0, k + n, y);
    stage(n, forcing, k + n, k, 0.5 * h, h / 3.0, k + 2 * n, y);
    stage(n, forcing, k + 2 * n, k, h, h / 3.0, k + 3 * n, y);
    if (t + 1 < steps)
      stage(n, forcing, k + 3 * n, k, 0.0, h / 6.0, work, y);
  }
  double *step = y; /* the adjoint after the step, while yb takes that before it */
  for (int t = steps - 1; t >= 0; t--) {
    const double *k = kept + 4 * (size_t)n * t;
    for (int i = 0; i < n; i++) {
      step[i] = yb[i];
      w[i] = h / 6.0 * yb[i];
    }
    sum += stage_back(n, k + 3 * n, w, h / 3.0, h, step, yb, z);
    sum += stage_back(n, k + 2 * n, z, h / 3.0, 0.5 * h, step, yb, w);
    sum += stage_back(n, k + n, w, h / 6.0, 0.5 * h, step, yb, z);
    sum += stage_back(n, k, z, 0.0, 0.0, step, yb, w);
  }
  for (int i = 0; i < n; i++)
    xb[i] += yb[i];
  xb[n] += sum;
  free(kept);
  free(work);
  (void)index;
}
