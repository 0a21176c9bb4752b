/* By the derivatives of the invariants: of j2, the deviator s; of j3, s s - 2/3 j2; shear stresses count twice. */
#include "hand.h"

struct invariants {
  double mean, s[3], j2, root, lode, shape, equivalent, per; /* per: lode/j3 */
};

static inline struct invariants reduce(const double *x, const double *c) {
  struct invariants r;
  r.mean = (x[0] + x[1] + x[2]) * (1.0 / 3.0);
  double sx = r.s[0] = x[0] - r.mean, sy = r.s[1] = x[1] - r.mean, sz = r.s[2] = x[2] - r.mean;
  double xy = x[3] * x[3], yz = x[4] * x[4], zx = x[5] * x[5];
  r.j2 = 0.5 * (sx * sx + sy * sy + sz * sz) + xy + yz + zx;
  double j3 = sx * (sy * sz - yz) + 2.0 * x[3] * x[4] * x[5] - sy * zx - sz * xy;
  r.root = sqrt(r.j2);
  r.per = -1.5 * sqrt(3.0) / (r.j2 * r.root);
  r.lode = r.per * j3;
  r.shape = 1.0 + c[1] * r.lode;
  r.equivalent = sqrt(r.j2 * r.shape * r.shape + c[2] * c[2]);
  return r;
}

static inline void third(const double *x, const struct invariants *r, double *d) {
  double sx = r->s[0], sy = r->s[1], sz = r->s[2], part = r->j2 * (1.0 / 3.0);
  d[0] = sy * sz - x[4] * x[4] + part;
  d[1] = sz * sx - x[5] * x[5] + part;
  d[2] = sx * sy - x[3] * x[3] + part;
  d[3] = 2.0 * (x[4] * x[5] - sz * x[3]);
  d[4] = 2.0 * (x[3] * x[5] - sx * x[4]);
  d[5] = 2.0 * (x[3] * x[4] - sy * x[5]);
}

void yield_hand_j(const double *x, const double *c, double *y, double *jacobian) {
  struct invariants r = reduce(x, c);
  double d[6];
  third(x, &r, d);
  y[0] = c[0] * r.mean + r.equivalent - c[3];
  y[1] = r.mean;
  y[2] = sqrt(3.0) * r.root;
  y[3] = r.lode;
  double by2 = -1.5 * r.lode / r.j2, factor = r.shape / r.equivalent, bend = factor * r.j2 * c[1];
  double f2 = 0.5 * r.shape * factor + bend * by2, f3 = bend * r.per, q = 0.5 * sqrt(3.0) / r.root;
  EACH(i, 0, 3) {
    double s = r.s[i], t = 2.0 * x[3 + i];
    jacobian[i] = c[0] * (1.0 / 3.0) + f2 * s + f3 * d[i];
    jacobian[3 + i] = f2 * t + f3 * d[3 + i];
    jacobian[6 + i] = 1.0 / 3.0;
    jacobian[9 + i] = 0.0;
    jacobian[12 + i] = q * s;
    jacobian[15 + i] = q * t;
    jacobian[18 + i] = by2 * s + r.per * d[i];
    jacobian[21 + i] = by2 * t + r.per * d[3 + i];
  }
}

static inline void back(const double *x, double *xb, const double *c, const double *yb, double weight) {
  struct invariants r = reduce(x, c);
  double d[6];
  third(x, &r, d);
  double w0 = SEED(0, c[0] * r.mean + r.equivalent - c[3]), w1 = SEED(1, r.mean);
  double w2 = SEED(2, sqrt(3.0) * r.root), w3 = SEED(3, r.lode);
  double tip = w0 * r.shape / r.equivalent, lode = w3 + tip * r.j2 * c[1];
  double mean = (w0 * c[0] + w1) * (1.0 / 3.0), b3 = lode * r.per;
  double b2 = 0.5 * (tip * r.shape + w2 * sqrt(3.0) / r.root) - 1.5 * lode * r.lode / r.j2;
  EACH(i, 0, 3) {
    xb[i] += mean + b2 * r.s[i] + b3 * d[i];
    xb[3 + i] += 2.0 * b2 * x[3 + i] + b3 * d[3 + i];
  }
}

ADJOINTS(yield, 6)
