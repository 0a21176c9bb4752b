/* Of each pair at a distance d: d(d/r^3) = K = (1 - 3 d d^T/r^2)/r^3, symmetric. */
#include "hand.h"

/* K of two bodies: xx, yy, zz, xy, yz, zx, and the vector d/r^3. */
static inline void pair(const double *p, const double *q, double softening, double *k, double *pull) {
  double dx = q[0] - p[0], dy = q[1] - p[1], dz = q[2] - p[2];
  double square = dx * dx + dy * dy + dz * dz + softening, inverse = 1.0 / square;
  double cube = inverse * sqrt(inverse), factor = -3.0 * cube * inverse;
  pull[0] = cube * dx;
  pull[1] = cube * dy;
  pull[2] = cube * dz;
  double fx = factor * dx, fy = factor * dy;
  k[0] = cube + fx * dx;
  k[1] = cube + fy * dy;
  k[2] = cube + factor * dz * dz;
  k[3] = fx * dy;
  k[4] = fy * dz;
  k[5] = fx * dz;
}

static inline void block(double *out, double mass, const double *k) {
  out[0] = mass * k[0];
  out[10] = mass * k[1];
  out[20] = mass * k[2];
  out[1] = out[9] = mass * k[3];
  out[11] = out[19] = mass * k[4];
  out[2] = out[18] = mass * k[5];
}

/* A body's own block: all of its pairs move together. */
static inline void own(double *out, double m, const double *k, double n, const double *l) {
  double s[6];
  EACH(i, 0, 6)
    s[i] = m * k[i] + n * l[i];
  block(out, -1.0, s);
}

void threebody_hand_j(const double *x, const double *c, double *y, double *jacobian) {
  double k01[6], k02[6], k12[6], p01[3], p02[3], p12[3];
  pair(x, x + 3, c[3], k01, p01);
  pair(x, x + 6, c[3], k02, p02);
  pair(x + 3, x + 6, c[3], k12, p12);
  EACH(i, 0, 3) {
    y[i] = c[1] * p01[i] + c[2] * p02[i];
    y[3 + i] = c[2] * p12[i] - c[0] * p01[i];
    y[6 + i] = -c[0] * p02[i] - c[1] * p12[i];
  }
  own(jacobian, c[1], k01, c[2], k02);
  block(jacobian + 3, c[1], k01);
  block(jacobian + 6, c[2], k02);
  block(jacobian + 27, c[0], k01);
  own(jacobian + 30, c[0], k01, c[2], k12);
  block(jacobian + 33, c[2], k12);
  block(jacobian + 54, c[0], k02);
  block(jacobian + 57, c[1], k12);
  own(jacobian + 60, c[0], k02, c[1], k12);
}

struct distance {
  double d[3], cube, factor;
};

static inline struct distance apart(const double *p, const double *q, double softening) {
  struct distance r;
  EACH(i, 0, 3)
    r.d[i] = q[i] - p[i];
  double inverse = 1.0 / (r.d[0] * r.d[0] + r.d[1] * r.d[1] + r.d[2] * r.d[2] + softening);
  r.cube = inverse * sqrt(inverse);
  r.factor = -3.0 * r.cube * inverse;
  return r;
}

static inline void pull(const struct distance *r, double m, double n, const double *wp, const double *wq, double *pb,
                        double *qb) {
  double v[3], dot = 0.0;
  EACH(i, 0, 3) {
    v[i] = n * wp[i] - m * wq[i];
    dot += r->d[i] * v[i];
  }
  dot *= r->factor;
  EACH(i, 0, 3) {
    double f = r->cube * v[i] + dot * r->d[i];
    qb[i] += f;
    pb[i] -= f;
  }
}

static inline void back(const double *x, double *xb, const double *c, const double *yb, double weight) {
  struct distance r01 = apart(x, x + 3, c[3]), r02 = apart(x, x + 6, c[3]), r12 = apart(x + 3, x + 6, c[3]);
  double w[9];
  EACH(i, 0, 3) {
    double p01 = r01.cube * r01.d[i], p02 = r02.cube * r02.d[i], p12 = r12.cube * r12.d[i];
    w[i] = SEED(i, c[1] * p01 + c[2] * p02);
    w[3 + i] = SEED(3 + i, c[2] * p12 - c[0] * p01);
    w[6 + i] = SEED(6 + i, -c[0] * p02 - c[1] * p12);
  }
  pull(&r01, c[0], c[1], w, w + 3, xb, xb + 3);
  pull(&r02, c[0], c[2], w, w + 6, xb, xb + 6);
  pull(&r12, c[1], c[2], w + 3, w + 6, xb + 3, xb + 6);
}

ADJOINTS(threebody, 9)
