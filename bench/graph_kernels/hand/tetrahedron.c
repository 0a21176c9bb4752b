/* The stiffness between two nodes, with h_a = F g_a and B = F F^T:
 * K_ab = V ((g_a.S g_b) 1 + lambda h_a h_b^T + mu h_b h_a^T + mu (g_a.g_b) B). It is symmetric, so the adjoint is the
 * force of a small displacement. */
#include "hand.h"

struct strain {
  double f[9], s[6]; /* S: 00, 11, 22, 01, 02, 12 */
};

static inline void gradient(const double *x, const double *c, double *f) {
  EACH(i, 0, 3)
    EACH(j, 0, 3)
      f[3 * i + j] = x[i] * c[j] + x[3 + i] * c[3 + j] + x[6 + i] * c[6 + j] + x[9 + i] * c[9 + j];
}

static inline struct strain strained(const double *x, const double *c) {
  struct strain e;
  double *f = e.f;
  gradient(x, c, f);
  f[0] += 1.0;
  f[4] += 1.0;
  f[8] += 1.0;
  double mu = c[14];
  e.s[0] = mu * (f[0] * f[0] + f[3] * f[3] + f[6] * f[6] - 1.0);
  e.s[1] = mu * (f[1] * f[1] + f[4] * f[4] + f[7] * f[7] - 1.0);
  e.s[2] = mu * (f[2] * f[2] + f[5] * f[5] + f[8] * f[8] - 1.0);
  e.s[3] = mu * (f[0] * f[1] + f[3] * f[4] + f[6] * f[7]);
  e.s[4] = mu * (f[0] * f[2] + f[3] * f[5] + f[6] * f[8]);
  e.s[5] = mu * (f[1] * f[2] + f[4] * f[5] + f[7] * f[8]);
  double pressure = c[13] / (2.0 * mu) * (e.s[0] + e.s[1] + e.s[2]);
  e.s[0] += pressure;
  e.s[1] += pressure;
  e.s[2] += pressure;
  return e;
}

/* p = F S */
static inline void stress(const double *f, const double *s, double *p) {
  EACH(i, 0, 3) {
    p[3 * i] = f[3 * i] * s[0] + f[3 * i + 1] * s[3] + f[3 * i + 2] * s[4];
    p[3 * i + 1] = f[3 * i] * s[3] + f[3 * i + 1] * s[1] + f[3 * i + 2] * s[5];
    p[3 * i + 2] = f[3 * i] * s[4] + f[3 * i + 1] * s[5] + f[3 * i + 2] * s[2];
  }
}

static inline double force(const double *p, const double *c, int a, int i) {
  return c[12] * (p[3 * i] * c[3 * a] + p[3 * i + 1] * c[3 * a + 1] + p[3 * i + 2] * c[3 * a + 2]);
}

void tetrahedron_hand_j(const double *x, const double *c, double *y, double *jacobian) {
  struct strain e = strained(x, c);
  const double *f = e.f, *s = e.s;
  double p[9], h[12], sg[12], volume = c[12], lambda = volume * c[13], mu = volume * c[14];
  stress(f, s, p);
  EACH(a, 0, 4) {
    const double *g = c + 3 * a;
    EACH(i, 0, 3) {
      y[3 * a + i] = force(p, c, a, i);
      h[3 * a + i] = f[3 * i] * g[0] + f[3 * i + 1] * g[1] + f[3 * i + 2] * g[2];
    }
    sg[3 * a] = volume * (s[0] * g[0] + s[3] * g[1] + s[4] * g[2]);
    sg[3 * a + 1] = volume * (s[3] * g[0] + s[1] * g[1] + s[5] * g[2]);
    sg[3 * a + 2] = volume * (s[4] * g[0] + s[5] * g[1] + s[2] * g[2]);
  }
  double b00 = mu * (f[0] * f[0] + f[1] * f[1] + f[2] * f[2]), b01 = mu * (f[0] * f[3] + f[1] * f[4] + f[2] * f[5]);
  double b11 = mu * (f[3] * f[3] + f[4] * f[4] + f[5] * f[5]), b02 = mu * (f[0] * f[6] + f[1] * f[7] + f[2] * f[8]);
  double b22 = mu * (f[6] * f[6] + f[7] * f[7] + f[8] * f[8]), b12 = mu * (f[3] * f[6] + f[4] * f[7] + f[5] * f[8]);
  EACH(a, 0, 4)
    EACH(b, a, 4) {
      const double *g = c + 3 * a, *k = c + 3 * b, *ha = h + 3 * a, *hb = h + 3 * b;
      double geometric = sg[3 * a] * k[0] + sg[3 * a + 1] * k[1] + sg[3 * a + 2] * k[2];
      double dot = g[0] * k[0] + g[1] * k[1] + g[2] * k[2];
      double block[9];
      EACH(i, 0, 3)
        EACH(j, 0, 3)
          block[3 * i + j] = lambda * ha[i] * hb[j] + mu * hb[i] * ha[j];
      block[0] += geometric + dot * b00;
      block[4] += geometric + dot * b11;
      block[8] += geometric + dot * b22;
      block[1] += dot * b01;
      block[3] += dot * b01;
      block[2] += dot * b02;
      block[6] += dot * b02;
      block[5] += dot * b12;
      block[7] += dot * b12;
      EACH(i, 0, 3)
        EACH(j, 0, 3)
          jacobian[12 * (3 * a + i) + 3 * b + j] = jacobian[12 * (3 * b + j) + 3 * a + i] = block[3 * i + j];
    }
}

static inline void back(const double *x, double *xb, const double *c, const double *yb, double weight) {
  struct strain e = strained(x, c);
  const double *f = e.f;
  double p[9], more[9], seed[12], w[9], s[6], lambda = c[13], mu = c[14];
  if (yb)
    EACH(k, 0, 12)
      seed[k] = yb[k];
  else {
    stress(f, e.s, p);
    EACH(a, 0, 4)
      EACH(i, 0, 3)
        seed[3 * a + i] = weight * force(p, c, a, i);
  }
  gradient(seed, c, w);
  s[0] = 2.0 * mu * (f[0] * w[0] + f[3] * w[3] + f[6] * w[6]);
  s[1] = 2.0 * mu * (f[1] * w[1] + f[4] * w[4] + f[7] * w[7]);
  s[2] = 2.0 * mu * (f[2] * w[2] + f[5] * w[5] + f[8] * w[8]);
  s[3] = mu * (f[0] * w[1] + f[1] * w[0] + f[3] * w[4] + f[4] * w[3] + f[6] * w[7] + f[7] * w[6]);
  s[4] = mu * (f[0] * w[2] + f[2] * w[0] + f[3] * w[5] + f[5] * w[3] + f[6] * w[8] + f[8] * w[6]);
  s[5] = mu * (f[1] * w[2] + f[2] * w[1] + f[4] * w[5] + f[5] * w[4] + f[7] * w[8] + f[8] * w[7]);
  double pressure = lambda / (2.0 * mu) * (s[0] + s[1] + s[2]);
  s[0] += pressure;
  s[1] += pressure;
  s[2] += pressure;
  stress(f, s, p);
  stress(w, e.s, more);
  EACH(k, 0, 9)
    p[k] += more[k];
  EACH(a, 0, 4)
    EACH(i, 0, 3)
      xb[3 * a + i] += force(p, c, a, i);
}

ADJOINTS(tetrahedron, 12)
