/* A joint turns all that follows around its axis z (in the frame of the base): the end moves by z x (end - joint). */
#include "hand.h"

struct chain {
  double axis[5][3], joint[6][3]; /* the last is the end */
};

/* v, turned by q */
static inline void turn(const double *q, const double *v, double *out) {
  double t0 = 2.0 * (q[2] * v[2] - q[3] * v[1]), t1 = 2.0 * (q[3] * v[0] - q[1] * v[2]);
  double t2 = 2.0 * (q[1] * v[1] - q[2] * v[0]);
  out[0] = v[0] + q[0] * t0 + q[2] * t2 - q[3] * t1;
  out[1] = v[1] + q[0] * t1 + q[3] * t0 - q[1] * t2;
  out[2] = v[2] + q[0] * t2 + q[1] * t1 - q[2] * t0;
}

static inline struct chain follow(const double *x, const double *c) {
  struct chain f;
  double q[4] = {1.0, 0.0, 0.0, 0.0}, link[3];
  f.joint[0][0] = f.joint[0][1] = f.joint[0][2] = 0.0;
  EACH(k, 0, 5) {
    const double *axis = c + 6 * k;
    double j0 = cos(0.5 * x[k]), sine = sin(0.5 * x[k]);
    double j1 = sine * axis[0], j2 = sine * axis[1], j3 = sine * axis[2];
    turn(q, axis, f.axis[k]);
    double r0 = q[0] * j0 - q[1] * j1 - q[2] * j2 - q[3] * j3;
    double r1 = q[0] * j1 + q[1] * j0 + q[2] * j3 - q[3] * j2;
    double r2 = q[0] * j2 - q[1] * j3 + q[2] * j0 + q[3] * j1;
    q[3] = q[0] * j3 + q[1] * j2 - q[2] * j1 + q[3] * j0;
    q[0] = r0;
    q[1] = r1;
    q[2] = r2;
    turn(q, axis + 3, link);
    EACH(i, 0, 3)
      f.joint[k + 1][i] = f.joint[k][i] + link[i];
  }
  return f;
}

void quaternions_hand_j(const double *x, const double *c, double *y, double *jacobian) {
  struct chain f = follow(x, c);
  const double *end = f.joint[5];
  EACH(k, 0, 5) {
    const double *z = f.axis[k], *p = f.joint[k];
    double d0 = end[0] - p[0], d1 = end[1] - p[1], d2 = end[2] - p[2];
    jacobian[k] = z[1] * d2 - z[2] * d1;
    jacobian[5 + k] = z[2] * d0 - z[0] * d2;
    jacobian[10 + k] = z[0] * d1 - z[1] * d0;
  }
  y[0] = end[0];
  y[1] = end[1];
  y[2] = end[2];
}

static inline void back(const double *x, double *xb, const double *c, const double *yb, double weight) {
  struct chain f = follow(x, c);
  const double *end = f.joint[5];
  double w0 = SEED(0, end[0]), w1 = SEED(1, end[1]), w2 = SEED(2, end[2]);
  EACH(k, 0, 5) {
    const double *z = f.axis[k], *p = f.joint[k];
    double d0 = end[0] - p[0], d1 = end[1] - p[1], d2 = end[2] - p[2];
    xb[k] += z[0] * (d1 * w2 - d2 * w1) + z[1] * (d2 * w0 - d0 * w2) + z[2] * (d0 * w1 - d1 * w0);
  }
}

ADJOINTS(quaternions, 5)
