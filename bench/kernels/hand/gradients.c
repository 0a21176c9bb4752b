/* The adjoint of gradients.c: that of the iteration as it is. Directions and images of all
 * iterations are kept, the residual is the difference of two directions. The operator is symmetric;
 * edges are walked once for both ends. */
#include "hand.h"

static void apply(int n, const double *k, const double *u, double *out) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int c = i * n + j;
      double sum = k[c] * u[c];
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

static double dot(int n, const double *a, const double *b) {
  double sum = 0.0;
  for (int i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/* From the adjoint w of k u's image to those of u and k. */
static void apply_back(int n, const double *restrict k, const double *restrict u,
                       const double *restrict w, double *restrict ub, double *restrict kb) {
  for (int c = 0; c < n * n; c++) {
    ub[c] += k[c] * w[c];
    kb[c] += u[c] * w[c];
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j + 1 < n; j++) {
      int c = i * n + j;
      double jump = 0.5 * (w[c] - w[c + 1]), through = (k[c] + k[c + 1]) * jump;
      double part = (u[c] - u[c + 1]) * jump;
      ub[c] += through;
      ub[c + 1] -= through;
      kb[c] += part;
      kb[c + 1] += part;
    }
  for (int c = 0; c < n * n - n; c++) {
    double jump = 0.5 * (w[c] - w[c + n]), through = (k[c] + k[c + n]) * jump;
    double part = (u[c] - u[c + n]) * jump;
    ub[c] += through;
    ub[c + n] -= through;
    kb[c] += part;
    kb[c + n] += part;
  }
}

/* Forward: directions p[0..steps], images q, their products d, squared residuals s[0..steps]. */
static void iterate(int n, int steps, const double *k, const double *right, double *p, double *q,
                    double *d, double *s) {
  int cells = n * n;
  double *residual = reserve(cells);
  memcpy(p, right, sizeof(double) * cells);
  memcpy(residual, right, sizeof(double) * cells);
  s[0] = dot(cells, residual, residual);
  for (int t = 0; t < steps; t++, p += cells, q += cells) {
    apply(n, k, p, q);
    d[t] = dot(cells, p, q);
    double alpha = s[t] / d[t], square = 0.0;
    for (int i = 0; i < cells; i++) {
      residual[i] -= alpha * q[i];
      square += residual[i] * residual[i];
    }
    s[t + 1] = square;
    double beta = square / s[t];
    for (int i = 0; i < cells; i++)
      p[cells + i] = residual[i] + beta * p[i];
  }
  free(residual);
}

void gradients_hand(const int *size, const int *index, const double *data, const double *x,
                    double *xb, double *y, double *yb) {
  int n = size[0], steps = size[1], cells = n * n;
  double *kept = reserve((size_t)cells * (2 * steps + 1) + 2 * steps + 1);
  double *p = kept, *q = p + (size_t)cells * (steps + 1), *d = q + (size_t)cells * steps;
  double *s = d + steps, *work = reserve(2 * cells), *pb = work, *qb = y, *rb = work + cells;
  iterate(n, steps, x, x + cells, p, q, d, s);
  memset(work, 0, sizeof(double) * 2 * cells);
  double sb = 0.0;
  for (int t = steps - 1; t >= 0; t--) {
    const double *at = p + (size_t)cells * t, *next = at + cells, *image = q + (size_t)cells * t;
    double alpha = s[t] / d[t], beta = s[t + 1] / s[t];
    double betab = dot(cells, pb, at), squareb = 2.0 * (sb + betab / s[t]), alphab = 0.0;
    for (int i = 0; i < cells; i++) {
      rb[i] += pb[i] + squareb * (next[i] - beta * at[i]);
      alphab += yb[i] * at[i] - rb[i] * image[i];
    }
    sb = alphab / d[t] - betab * beta / s[t];
    double db = -alphab * alpha / d[t];
    for (int i = 0; i < cells; i++) {
      qb[i] = db * at[i] - alpha * rb[i];
      pb[i] = beta * pb[i] + alpha * yb[i] + db * image[i];
    }
    apply_back(n, x, at, qb, pb, xb);
  }
  for (int i = 0; i < cells; i++)
    xb[cells + i] += pb[i] + rb[i] + 2.0 * sb * p[i];
  free(kept);
  free(work);
  (void)index, (void)data;
}
