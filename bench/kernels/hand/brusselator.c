/* The adjoint of brusselator.c. The states of all steps are kept. The Laplacian is symmetric, so a
 * step back gathers as a step forward does, and <L u, w> = <u, L w> gives the derivative by the
 * diffusion for free. */
#include "hand.h"

static void step(int n, const double *restrict u, double a, double b, double scale, double dt,
                 double *restrict next) {
  const double *v = u + n * n;
  double *next_v = next + n * n;
  for (int i = 0; i < n; i++) {
    const double *at = u + i * n, *up = u + (i + 1) % n * n, *down = u + (i + n - 1) % n * n;
    const double *vat = v + i * n, *vup = v + (i + 1) % n * n, *vdown = v + (i + n - 1) % n * n;
    for (int j = 0; j < n; j++) {
      int right = j + 1 < n ? j + 1 : 0, left = j > 0 ? j - 1 : n - 1;
      double reaction = at[j] * at[j] * vat[j];
      next[i * n + j] =
          at[j] + dt * (a + reaction - (b + 1.0) * at[j] +
                        scale * (up[j] + down[j] + at[right] + at[left] - 4.0 * at[j]));
      next_v[i * n + j] =
          vat[j] + dt * (b * at[j] - reaction +
                         scale * (vup[j] + vdown[j] + vat[right] + vat[left] - 4.0 * vat[j]));
    }
  }
}

/* From the adjoints w after a step to those before it, and the parts of the parameters, all for dt
 * = 1. */
static void step_back(int n, const double *restrict u, const double *restrict w, double b,
                      double scale, double dt, double *restrict before, double *restrict sums) {
  int cells = n * n;
  const double *v = u + cells, *z = w + cells;
  double sum_a = 0.0, sum_b = 0.0, sum_d = 0.0;
  for (int i = 0; i < n; i++) {
    int row = i * n, up = (i + 1) % n * n, down = (i + n - 1) % n * n;
    for (int j = 0; j < n; j++) {
      int c = row + j, right = j + 1 < n ? c + 1 : row, left = j > 0 ? c - 1 : row + n - 1;
      double wc = w[c], zc = z[c], uc = u[c], vc = v[c], reaction = uc * (wc - zc);
      double spread = w[up + j] + w[down + j] + w[right] + w[left] - 4.0 * wc;
      double spread_z = z[up + j] + z[down + j] + z[right] + z[left] - 4.0 * zc;
      before[c] = wc + dt * (2.0 * vc * reaction - (b + 1.0) * wc + b * zc + scale * spread);
      before[cells + c] = zc + dt * (uc * reaction + scale * spread_z);
      sum_a += wc;
      sum_b += uc * (zc - wc);
      sum_d += uc * spread + vc * spread_z;
    }
  }
  sums[0] += sum_a;
  sums[1] += sum_b;
  sums[2] += sum_d;
}

void brusselator_hand(const int *size, const int *index, const double *data, const double *x,
                      double *xb, double *y, double *yb) {
  int n = size[0], steps = size[1], both = 2 * n * n;
  const double *p = x + both;
  double scale = p[2] * n * n, dt = data[0], sums[3] = {0, 0, 0};
  double *kept = reserve((size_t)both * (steps > 1 ? steps - 1 : 0)), *w = yb, *other = y;
  for (int t = 0; t + 1 < steps; t++)
    step(n, t ? kept + (t - 1) * (size_t)both : x, p[0], p[1], scale, dt, kept + t * (size_t)both);
  for (int t = steps - 1; t >= 0; t--) {
    step_back(n, t ? kept + (t - 1) * (size_t)both : x, w, p[1], scale, dt, other, sums);
    double *swap = w;
    w = other;
    other = swap;
  }
  for (int i = 0; i < both; i++)
    xb[i] += w[i];
  xb[both] += dt * sums[0];
  xb[both + 1] += dt * sums[1];
  xb[both + 2] += dt * n * n * sums[2];
  free(kept);
  (void)index;
}
