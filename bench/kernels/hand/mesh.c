/* The adjoint of mesh.c. The states of all sweeps are kept; the way back computes an edge's flux
 * again. */
#include "hand.h"

static const double gamma_gas = 1.4;

static double pressure(const double *q) {
  return (gamma_gas - 1.0) * (q[3] - 0.5 * (q[1] * q[1] + q[2] * q[2]) / q[0]);
}

static void flux(const double *a, const double *b, const double *normal, double *out) {
  double pa = pressure(a), pb = pressure(b);
  double ua = (a[1] * normal[0] + a[2] * normal[1]) / a[0];
  double ub = (b[1] * normal[0] + b[2] * normal[1]) / b[0];
  double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1]);
  double speed = fmax(fabs(ua) + length * sqrt(gamma_gas * pa / a[0]),
                      fabs(ub) + length * sqrt(gamma_gas * pb / b[0]));
  out[0] = 0.5 * (a[0] * ua + b[0] * ub - speed * (b[0] - a[0]));
  for (int c = 0; c < 2; c++)
    out[1 + c] = 0.5 * (a[1 + c] * ua + b[1 + c] * ub + (pa + pb) * normal[c] -
                        speed * (b[1 + c] - a[1 + c]));
  out[3] = 0.5 * ((a[3] + pa) * ua + (b[3] + pb) * ub - speed * (b[3] - a[3]));
}

/* One side: state q with its reciprocal density, velocity u through the edge, pressure p and, where
 * this side gives the wave speed, sound > 0; with the adjoints of u, p and the speed. w is the
 * flux's adjoint, `with` the factor. */
static inline void side_back(const double *q, const double *normal, double inverse, double u,
                             double p, double sound, double length, double uw, double pw,
                             double speedw, double with, const double *w, double *qb) {
  if (sound > 0.0) {
    double half = 0.5 * length * sound * speedw;
    uw += u >= 0.0 ? speedw : -speedw;
    pw += half / p;
    qb[0] -= half * inverse;
  }
  double g = (gamma_gas - 1.0) * pw, v1 = q[1] * inverse, v2 = q[2] * inverse;
  qb[0] += w[0] * with - uw * u * inverse + 0.5 * g * (v1 * v1 + v2 * v2);
  qb[1] += w[1] * with + uw * normal[0] * inverse - g * v1;
  qb[2] += w[2] * with + uw * normal[1] * inverse - g * v2;
  qb[3] += w[3] * with + g;
}

static void flux_back(const double *a, const double *b, const double *normal, const double *w,
                      double *ab, double *bb) {
  double ra = 1.0 / a[0], rb = 1.0 / b[0], pa = pressure(a), pb = pressure(b);
  double ua = (a[1] * normal[0] + a[2] * normal[1]) * ra;
  double ub = (b[1] * normal[0] + b[2] * normal[1]) * rb;
  double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1]);
  double ca = sqrt(gamma_gas * pa * ra), cb = sqrt(gamma_gas * pb * rb);
  double fastest = fabs(ua) + length * ca, other = fabs(ub) + length * cb, speedw = 0.0;
  double uaw = w[3] * pa, ubw = w[3] * pb, pw = w[1] * normal[0] + w[2] * normal[1];
  int first = fastest >= other;
  double speed = first ? fastest : other;
  for (int c = 0; c < 4; c++) {
    uaw += w[c] * a[c];
    ubw += w[c] * b[c];
    speedw -= w[c] * (b[c] - a[c]);
  }
  side_back(a, normal, ra, ua, pa, first ? ca : 0.0, length, uaw, pw + w[3] * ua, speedw,
            ua + speed, w, ab);
  side_back(b, normal, rb, ub, pb, first ? 0.0 : cb, length, ubw, pw + w[3] * ub, speedw,
            ub - speed, w, bb);
}

void mesh_hand(const int *size, const int *index, const double *data, const double *x, double *xb,
               double *y, double *yb) {
  int nodes = size[0], edges = size[1], sweeps = size[2], n = 4 * nodes;
  double *kept = reserve((size_t)n * sweeps), *residual = y; /* and its adjoint */
  memcpy(kept, x, sizeof(double) * n);
  for (int t = 0; t + 1 < sweeps; t++) {
    const double *q = kept + (size_t)n * t;
    double *next = kept + (size_t)n * (t + 1), through[4];
    memset(residual, 0, sizeof(double) * n);
    for (int e = 0; e < edges; e++) {
      int a = 4 * index[2 * e], b = 4 * index[2 * e + 1];
      flux(q + a, q + b, data + 2 * e, through);
      for (int c = 0; c < 4; c++) {
        residual[a + c] -= through[c];
        residual[b + c] += through[c];
      }
    }
    for (int i = 0; i < n; i++)
      next[i] = q[i] + 0.01 * residual[i];
  }
  for (int t = sweeps - 1; t >= 0; t--) {
    const double *q = kept + (size_t)n * t;
    for (int i = 0; i < n; i++)
      residual[i] = 0.005 * yb[i]; /* with the half of the flux */
    for (int e = 0; e < edges; e++) {
      int a = 4 * index[2 * e], b = 4 * index[2 * e + 1];
      double w[4];
      for (int c = 0; c < 4; c++)
        w[c] = residual[b + c] - residual[a + c];
      flux_back(q + a, q + b, data + 2 * e, w, yb + a, yb + b);
    }
  }
  for (int i = 0; i < n; i++)
    xb[i] += yb[i];
  free(kept);
}
