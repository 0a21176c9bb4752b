/* M a = f, so M da = df - dM a, where dM = -beta sin(q2) ((2, 1), (1, 0)) dq2. */
#include "hand.h"

struct motion {
  double m11, m12, m22, inverse; /* mass matrix, inverse of its determinant */
  double turn, bend, first, weight; /* beta sin, beta cos; by the angles: of the first link's weight, of the second's */
  double a1, a2;
};

static inline struct motion move(const double *x, const double *c) {
  struct motion r;
  double m1 = c[0], m2 = c[1], l1 = c[2], r1 = c[4], r2 = c[5], g = c[8], beta = m2 * l1 * r2;
  double cosine = cos(x[1]), heavy = (m1 * r1 + m2 * l1) * g, light = m2 * r2 * g, both = x[0] + x[1];
  r.bend = beta * cosine;
  r.turn = beta * sin(x[1]);
  r.m22 = c[7] + m2 * r2 * r2;
  r.m11 = c[6] + m1 * r1 * r1 + m2 * l1 * l1 + r.m22 + 2.0 * r.bend;
  r.m12 = r.m22 + r.bend;
  r.inverse = 1.0 / (r.m11 * r.m22 - r.m12 * r.m12);
  r.first = heavy * sin(x[0]);
  r.weight = light * sin(both);
  double down = light * cos(both);
  double f1 = x[4] + r.turn * x[3] * (2.0 * x[2] + x[3]) - heavy * cos(x[0]) - down;
  double f2 = x[5] - r.turn * x[2] * x[2] - down;
  r.a1 = (r.m22 * f1 - r.m12 * f2) * r.inverse;
  r.a2 = (r.m11 * f2 - r.m12 * f1) * r.inverse;
  return r;
}

void arm_hand_j(const double *x, const double *c, double *y, double *jacobian) {
  struct motion r = move(x, c);
  double i11 = r.m22 * r.inverse, i12 = -r.m12 * r.inverse, i22 = r.m11 * r.inverse, f1, f2;
  y[0] = r.a1;
  y[1] = r.a2;
  f1 = r.first + r.weight;
  f2 = r.weight;
  jacobian[0] = i11 * f1 + i12 * f2;
  jacobian[6] = i12 * f1 + i22 * f2;
  f1 = r.bend * x[3] * (2.0 * x[2] + x[3]) + r.weight + r.turn * (2.0 * r.a1 + r.a2);
  f2 = r.weight - r.bend * x[2] * x[2] + r.turn * r.a1;
  jacobian[1] = i11 * f1 + i12 * f2;
  jacobian[7] = i12 * f1 + i22 * f2;
  f1 = 2.0 * r.turn * x[3];
  f2 = -2.0 * r.turn * x[2];
  jacobian[2] = i11 * f1 + i12 * f2;
  jacobian[8] = i12 * f1 + i22 * f2;
  f1 -= f2;
  jacobian[3] = i11 * f1;
  jacobian[9] = i12 * f1;
  jacobian[4] = i11;
  jacobian[5] = i12;
  jacobian[10] = i12;
  jacobian[11] = i22;
}

static inline void back(const double *x, double *xb, const double *c, const double *yb, double weight) {
  struct motion r = move(x, c);
  double w1 = SEED(0, r.a1), w2 = SEED(1, r.a2);
  double f1 = (r.m22 * w1 - r.m12 * w2) * r.inverse, f2 = (r.m11 * w2 - r.m12 * w1) * r.inverse;
  double load = (f1 + f2) * r.weight, turn = 2.0 * r.turn;
  xb[0] += f1 * r.first + load;
  xb[1] += load + f1 * (r.bend * x[3] * (2.0 * x[2] + x[3]) + r.turn * (2.0 * r.a1 + r.a2)) +
           f2 * (r.turn * r.a1 - r.bend * x[2] * x[2]);
  xb[2] += turn * (f1 * x[3] - f2 * x[2]);
  xb[3] += turn * f1 * (x[2] + x[3]);
  xb[4] += f1;
  xb[5] += f2;
}

ADJOINTS(arm, 6)

void arm_steps_hand_b(int steps, const double *x, double *xb, const double *c, double *s, double *sb) {
  double *states = malloc((steps + 1) * 6 * sizeof *states), b[6] = {0.0}, yb[2];
  (void)s;
  memcpy(states, x, 6 * sizeof *states);
  for (int i = 0; i < steps; i++) {
    double *now = states + 6 * i, *next = now + 6;
    struct motion r = move(now, c);
    memcpy(next, now, 6 * sizeof *next);
    next[2] += 0.001 * r.a1;
    next[3] += 0.001 * r.a2;
    next[0] += 0.001 * next[2];
    next[1] += 0.001 * next[3];
  }
  EACH(k, 0, 4)
    b[k] = *sb * states[6 * steps + k];
  for (int i = steps - 1; i >= 0; i--) {
    const double *now = states + 6 * i;
    b[2] += 0.001 * b[0];
    b[3] += 0.001 * b[1];
    yb[0] = 0.001 * b[2];
    yb[1] = 0.001 * b[3];
    back(now, b, c, yb, 0.0);
  }
  EACH(k, 0, 6)
    xb[k] += b[k];
  free(states);
}
