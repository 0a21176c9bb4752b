/* Sparse: a gate depends on itself and the voltage, the voltage on all. */
#include "hand.h"

struct gate {
  double opening, closing, opened, closed; /* rates, and by voltage */
};

struct neuron {
  struct gate m, h, n;
  double open, strong; /* m^3 h, n^4 */
};

static inline struct neuron rest(const double *x) {
  struct neuron r;
  double v = x[0], e, inverse;
  e = exp(-0.1 * (v + 40.0));
  inverse = 0.1 / (1.0 - e);
  r.m.opening = (v + 40.0) * inverse;
  r.m.opened = inverse * (1.0 - r.m.opening * e);
  r.m.closing = 4.0 * exp(-(v + 65.0) / 18.0);
  r.m.closed = -r.m.closing / 18.0;
  r.h.opening = 0.07 * exp(-(v + 65.0) / 20.0);
  r.h.opened = -r.h.opening / 20.0;
  e = exp(-0.1 * (v + 35.0));
  r.h.closing = 1.0 / (1.0 + e);
  r.h.closed = 0.1 * e * r.h.closing * r.h.closing;
  e = exp(-0.1 * (v + 55.0));
  inverse = 0.01 / (1.0 - e);
  r.n.opening = (v + 55.0) * inverse;
  r.n.opened = inverse * (1.0 - 10.0 * r.n.opening * e);
  r.n.closing = 0.125 * exp(-(v + 65.0) / 80.0);
  r.n.closed = -r.n.closing / 80.0;
  r.open = x[1] * x[1] * x[1] * x[2];
  r.strong = x[3] * x[3] * x[3] * x[3];
  return r;
}

static inline double rate(const struct gate *g, double open) { return g->opening * (1.0 - open) - g->closing * open; }
static inline double slope(const struct gate *g, double open) { return g->opened * (1.0 - open) - g->closed * open; }

void hodgkin_hand_j(const double *x, const double *c, double *y, double *jacobian) {
  struct neuron r = rest(x);
  double inverse = 1.0 / c[3], sodium = inverse * (x[0] - c[0]), potassium = inverse * (x[0] - c[1]);
  double leak = inverse * (x[0] - c[2]);
  y[0] = c[4] * inverse - x[4] * r.open * sodium - x[5] * r.strong * potassium - x[6] * leak;
  y[1] = rate(&r.m, x[1]);
  y[2] = rate(&r.h, x[2]);
  y[3] = rate(&r.n, x[3]);
  EACH(k, 0, 28)
    jacobian[k] = 0.0;
  jacobian[0] = -inverse * (x[4] * r.open + x[5] * r.strong + x[6]);
  jacobian[1] = -3.0 * x[4] * x[1] * x[1] * x[2] * sodium;
  jacobian[2] = -x[4] * x[1] * x[1] * x[1] * sodium;
  jacobian[3] = -4.0 * x[5] * x[3] * x[3] * x[3] * potassium;
  jacobian[4] = -r.open * sodium;
  jacobian[5] = -r.strong * potassium;
  jacobian[6] = -leak;
  jacobian[7] = slope(&r.m, x[1]);
  jacobian[8] = -r.m.opening - r.m.closing;
  jacobian[14] = slope(&r.h, x[2]);
  jacobian[16] = -r.h.opening - r.h.closing;
  jacobian[21] = slope(&r.n, x[3]);
  jacobian[24] = -r.n.opening - r.n.closing;
}

static inline void back(const double *x, double *xb, const double *c, const double *yb, double weight) {
  struct neuron r = rest(x);
  double inverse = 1.0 / c[3], sodium = x[0] - c[0], potassium = x[0] - c[1], leak = x[0] - c[2];
  double w0 = SEED(0, (c[4] - x[4] * r.open * sodium - x[5] * r.strong * potassium - x[6] * leak) * inverse);
  double w1 = SEED(1, rate(&r.m, x[1])), w2 = SEED(2, rate(&r.h, x[2])), w3 = SEED(3, rate(&r.n, x[3]));
  double flow = -w0 * inverse, in = flow * sodium, out = flow * potassium, square = x[1] * x[1];
  xb[0] += flow * (x[4] * r.open + x[5] * r.strong + x[6]) + w1 * slope(&r.m, x[1]) + w2 * slope(&r.h, x[2]) +
           w3 * slope(&r.n, x[3]);
  xb[1] += 3.0 * in * x[4] * square * x[2] - w1 * (r.m.opening + r.m.closing);
  xb[2] += in * x[4] * square * x[1] - w2 * (r.h.opening + r.h.closing);
  xb[3] += 4.0 * out * x[5] * x[3] * x[3] * x[3] - w3 * (r.n.opening + r.n.closing);
  xb[4] += in * r.open;
  xb[5] += out * r.strong;
  xb[6] += flow * leak;
}

ADJOINTS(hodgkin, 7)

void hodgkin_steps_hand_b(int steps, const double *x, double *xb, const double *c, double *s, double *sb) {
  double *states = malloc((steps + 1) * 7 * sizeof *states), b[7] = {0.0}, yb[4];
  (void)s;
  memcpy(states, x, 7 * sizeof *states);
  for (int i = 0; i < steps; i++) {
    double *now = states + 7 * i, *next = now + 7;
    struct neuron r = rest(now);
    memcpy(next, now, 7 * sizeof *next);
    next[0] += 0.01 * (c[4] - now[4] * r.open * (now[0] - c[0]) - now[5] * r.strong * (now[0] - c[1]) -
                       now[6] * (now[0] - c[2])) / c[3];
    next[1] += 0.01 * rate(&r.m, now[1]);
    next[2] += 0.01 * rate(&r.h, now[2]);
    next[3] += 0.01 * rate(&r.n, now[3]);
  }
  EACH(k, 0, 4)
    b[k] = *sb * states[7 * steps + k];
  for (int i = steps - 1; i >= 0; i--) {
    const double *now = states + 7 * i;
    EACH(k, 0, 4)
      yb[k] = 0.01 * b[k];
    back(now, b, c, yb, 0.0);
  }
  EACH(k, 0, 7)
    xb[k] += b[k];
  free(states);
}
