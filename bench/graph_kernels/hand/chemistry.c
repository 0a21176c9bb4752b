/* Every rate depends on two or three concentrations; its rate constants k = A T^n exp(-E/T) change with T by
 * k (n + E/T)/T. */
#include "hand.h"

struct rates {
  double k1, back1, k2, k3, k4, back4, k5;  /* rate constants */
  double r1, r2, r3, r4, r5, t1, t2, t3, t4, t5; /* rates, and by temperature */
  double inverse;                           /* of the heat capacity */
};

static inline double slope(const double *c, double inverse) { return (c[1] + c[2] * inverse) * inverse; }

static inline struct rates run(const double *x, const double *c) {
  struct rates r;
  double logarithm = log(x[6]), i = 1.0 / x[6], up, down;
  r.k1 = c[0] * exp(c[1] * logarithm - c[2] * i);
  r.back1 = c[3] * exp(c[4] * logarithm - c[5] * i);
  up = r.k1 * x[0] * x[1];
  down = r.back1 * x[2];
  r.r1 = up - down;
  r.t1 = up * slope(c, i) - down * slope(c + 3, i);
  r.k2 = c[6] * exp(c[7] * logarithm - c[8] * i);
  r.r2 = r.k2 * x[2] * x[1];
  r.t2 = r.r2 * slope(c + 6, i);
  r.k3 = c[9] * exp(c[10] * logarithm - c[11] * i);
  r.r3 = r.k3 * x[3] * x[3];
  r.t3 = r.r3 * slope(c + 9, i);
  r.k4 = c[12] * exp(c[13] * logarithm - c[14] * i);
  r.back4 = c[15] * exp(c[16] * logarithm - c[17] * i);
  up = r.k4 * x[2] * x[3];
  down = r.back4 * x[5];
  r.r4 = up - down;
  r.t4 = up * slope(c + 12, i) - down * slope(c + 15, i);
  r.k5 = c[18] * exp(c[19] * logarithm - c[20] * i);
  r.r5 = r.k5 * x[4];
  r.t5 = r.r5 * slope(c + 18, i);
  r.inverse = 1.0 / (c[26] * x[0] + c[27] * x[1] + c[28] * x[2] + c[29] * x[3] + c[30] * x[4] + c[31] * x[5]);
  return r;
}

static inline double heating(const struct rates *r, const double *c) {
  return -(c[21] * r->r1 + c[22] * r->r2 + c[23] * r->r3 + c[24] * r->r4 + c[25] * r->r5) * r->inverse;
}

void chemistry_hand_j(const double *x, const double *c, double *y, double *jacobian) {
  struct rates r = run(x, c);
  double a1 = r.k1 * x[1], b1 = r.k1 * x[0], c1 = -r.back1, b2 = r.k2 * x[2], c2 = r.k2 * x[1];
  double d3 = 2.0 * r.k3 * x[3], c4 = r.k4 * x[3], d4 = r.k4 * x[2], f4 = -r.back4, e5 = r.k5;
  y[0] = -r.r1 + r.r2 + r.r5;
  y[1] = -r.r1 - r.r2;
  y[2] = r.r1 - r.r2 - r.r4;
  y[3] = r.r2 - 2.0 * r.r3 - r.r4;
  y[4] = r.r3 - r.r5;
  y[5] = r.r4 + r.r5;
  y[6] = heating(&r, c);
  EACH(k, 0, 42)
    jacobian[k] = 0.0;
  jacobian[0] = -a1;
  jacobian[1] = b2 - b1;
  jacobian[2] = c2 - c1;
  jacobian[4] = e5;
  jacobian[6] = r.t2 - r.t1 + r.t5;
  jacobian[7] = -a1;
  jacobian[8] = -b1 - b2;
  jacobian[9] = -c1 - c2;
  jacobian[13] = -r.t1 - r.t2;
  jacobian[14] = a1;
  jacobian[15] = b1 - b2;
  jacobian[16] = c1 - c2 - c4;
  jacobian[17] = -d4;
  jacobian[19] = -f4;
  jacobian[20] = r.t1 - r.t2 - r.t4;
  jacobian[22] = b2;
  jacobian[23] = c2 - c4;
  jacobian[24] = -2.0 * d3 - d4;
  jacobian[26] = -f4;
  jacobian[27] = r.t2 - 2.0 * r.t3 - r.t4;
  jacobian[31] = d3;
  jacobian[32] = -e5;
  jacobian[34] = r.t3 - r.t5;
  jacobian[37] = c4;
  jacobian[38] = d4;
  jacobian[39] = e5;
  jacobian[40] = f4;
  jacobian[41] = r.t4 + r.t5;
  jacobian[42] = -r.inverse * (c[21] * a1 + y[6] * c[26]);
  jacobian[43] = -r.inverse * (c[21] * b1 + c[22] * b2 + y[6] * c[27]);
  jacobian[44] = -r.inverse * (c[21] * c1 + c[22] * c2 + c[24] * c4 + y[6] * c[28]);
  jacobian[45] = -r.inverse * (c[23] * d3 + c[24] * d4 + y[6] * c[29]);
  jacobian[46] = -r.inverse * (c[25] * e5 + y[6] * c[30]);
  jacobian[47] = -r.inverse * (c[24] * f4 + y[6] * c[31]);
  jacobian[48] = -r.inverse * (c[21] * r.t1 + c[22] * r.t2 + c[23] * r.t3 + c[24] * r.t4 + c[25] * r.t5);
}

static inline void back(const double *x, double *xb, const double *c, const double *yb, double weight) {
  struct rates r = run(x, c);
  double heat = heating(&r, c);
  double w0 = SEED(0, -r.r1 + r.r2 + r.r5), w1 = SEED(1, -r.r1 - r.r2), w2 = SEED(2, r.r1 - r.r2 - r.r4);
  double w3 = SEED(3, r.r2 - 2.0 * r.r3 - r.r4), w4 = SEED(4, r.r3 - r.r5), w5 = SEED(5, r.r4 + r.r5);
  double w6 = -r.inverse * SEED(6, heat), spent = w6 * heat;
  double g1 = w2 - w0 - w1 + w6 * c[21];
  double g2 = w0 - w1 - w2 + w3 + w6 * c[22];
  double g3 = w4 - 2.0 * w3 + w6 * c[23];
  double g4 = w5 - w2 - w3 + w6 * c[24];
  double g5 = w0 - w4 + w5 + w6 * c[25];
  double k1 = g1 * r.k1, k2 = g2 * r.k2, k4 = g4 * r.k4;
  xb[0] += k1 * x[1] + spent * c[26];
  xb[1] += k1 * x[0] + k2 * x[2] + spent * c[27];
  xb[2] += k2 * x[1] + k4 * x[3] - g1 * r.back1 + spent * c[28];
  xb[3] += 2.0 * g3 * r.k3 * x[3] + k4 * x[2] + spent * c[29];
  xb[4] += g5 * r.k5 + spent * c[30];
  xb[5] += spent * c[31] - g4 * r.back4;
  xb[6] += g1 * r.t1 + g2 * r.t2 + g3 * r.t3 + g4 * r.t4 + g5 * r.t5;
}

ADJOINTS(chemistry, 7)

void chemistry_steps_hand_b(int steps, const double *x, double *xb, const double *c, double *s, double *sb) {
  double *states = malloc((steps + 1) * 7 * sizeof *states), b[7] = {0.0}, yb[7];
  (void)s;
  memcpy(states, x, 7 * sizeof *states);
  for (int i = 0; i < steps; i++) {
    double *now = states + 7 * i, *next = now + 7;
    struct rates r = run(now, c);
    next[0] = now[0] + 0.001 * (-r.r1 + r.r2 + r.r5);
    next[1] = now[1] + 0.001 * (-r.r1 - r.r2);
    next[2] = now[2] + 0.001 * (r.r1 - r.r2 - r.r4);
    next[3] = now[3] + 0.001 * (r.r2 - 2.0 * r.r3 - r.r4);
    next[4] = now[4] + 0.001 * (r.r3 - r.r5);
    next[5] = now[5] + 0.001 * (r.r4 + r.r5);
    next[6] = now[6] + 0.001 * heating(&r, c);
  }
  EACH(k, 0, 7)
    b[k] = *sb * states[7 * steps + k];
  for (int i = steps - 1; i >= 0; i--) {
    const double *now = states + 7 * i;
    EACH(k, 0, 7)
      yb[k] = 0.001 * b[k];
    back(now, b, c, yb, 0.0);
  }
  EACH(k, 0, 7)
    xb[k] += b[k];
  free(states);
}
