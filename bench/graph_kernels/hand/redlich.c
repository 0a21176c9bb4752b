/* All depends on n, s and b, which are linear in the amounts, on t and v. With h = ln(1 + b/v)/b the free energy is
 * phi = -n ln(1 - b/v) - s^2 h/t^1.5, and the chemical potentials are phi_n + b_i phi_b + s_i phi_s: their derivatives
 * are phi's second ones, a symmetric matrix. */
#include "hand.h"

struct state {
  double n, s, b, a, gap, sum, root, cold, volume; /* 1/(v - b), 1/(v + b), 1/sqrt(t), t^-1.5, 1/v */
  double h, hb, p, free, repulsion, attraction;
};

static inline struct state mix(const double *x, const double *c) {
  struct state e;
  e.n = x[2] + x[3] + x[4];
  e.s = c[0] * x[2] + c[1] * x[3] + c[2] * x[4];
  e.b = c[3] * x[2] + c[4] * x[3] + c[5] * x[4];
  e.a = e.s * e.s;
  e.gap = 1.0 / (x[1] - e.b);
  e.sum = 1.0 / (x[1] + e.b);
  e.volume = 1.0 / x[1];
  e.root = 1.0 / sqrt(x[0]);
  e.cold = e.root * e.root * e.root;
  e.h = log(1.0 + e.b * e.volume) / e.b;
  e.hb = (e.sum - e.h) / e.b;
  e.p = e.n * x[0] * e.gap - e.a * e.root * e.volume * e.sum;
  e.free = -log(1.0 - e.b * e.volume);
  e.repulsion = e.n * e.gap - e.a * e.cold * e.hb;
  e.attraction = -2.0 * e.s * e.h * e.cold;
  return e;
}

/* Derivatives of the pressure, of the enthalpy and of phi_n, phi_b, phi_s. */
struct slopes {
  double pt, pv, pn, pb, ps;
  double ht, hv, hn, hb, hs;
  double nv, nb, bt, bv, bb, bs, st, sv, ss;
};

static inline struct slopes differentiate(const double *x, const struct state *e) {
  struct slopes d;
  double t = x[0], v = x[1], pushed = e->n * e->gap * e->gap, drawn = e->volume * e->sum, hv = -drawn;
  double pull = e->a * e->root, hbv = drawn * e->sum, hbb = -(e->sum * e->sum + 2.0 * e->hb) / e->b;
  double cold = e->a * e->cold, inverse = e->root * e->root;
  d.pt = e->n * e->gap + 0.5 * cold * drawn;
  d.pv = -t * pushed + pull * (e->volume + e->sum) * drawn;
  d.pn = t * e->gap;
  d.pb = t * pushed + pull * hbv;
  d.ps = -2.0 * e->s * e->root * drawn;
  d.ht = 0.75 * cold * e->h + d.pt * v - e->n;
  d.hv = -1.5 * pull * hv + d.pv * v + e->p;
  d.hn = d.pn * v - t;
  d.hb = -1.5 * pull * e->hb + d.pb * v;
  d.hs = -3.0 * e->s * e->root * e->h + d.ps * v;
  d.nv = e->volume - e->gap;
  d.nb = e->gap;
  d.bt = 1.5 * cold * e->hb * inverse;
  d.bv = -pushed - cold * hbv;
  d.bb = pushed - cold * hbb;
  d.bs = -2.0 * e->s * e->cold * e->hb;
  d.st = -1.5 * e->attraction * inverse;
  d.sv = -2.0 * e->s * e->cold * hv;
  d.ss = -2.0 * e->cold * e->h;
  return d;
}

void redlich_hand_j(const double *x, const double *c, double *y, double *jacobian) {
  struct state e = mix(x, c);
  struct slopes d = differentiate(x, &e);
  y[0] = e.p;
  y[1] = -1.5 * e.a * e.h * e.root + e.p * x[1] - e.n * x[0];
  jacobian[0] = d.pt;
  jacobian[1] = d.pv;
  jacobian[5] = d.ht;
  jacobian[6] = d.hv;
  EACH(i, 0, 3) {
    double s = c[i], b = c[3 + i];
    double *row = jacobian + 10 + 5 * i;
    y[2 + i] = e.free + b * e.repulsion + s * e.attraction;
    jacobian[2 + i] = d.pn + b * d.pb + s * d.ps;
    jacobian[7 + i] = d.hn + b * d.hb + s * d.hs;
    row[0] = b * d.bt + s * d.st;
    row[1] = d.nv + b * d.bv + s * d.sv;
    double byB = d.nb + b * d.bb + s * d.bs, byS = b * d.bs + s * d.ss, byN = b * d.nb;
    EACH(j, 0, 3)
      row[2 + j] = byN + c[3 + j] * byB + c[j] * byS;
  }
}

static inline void back(const double *x, double *xb, const double *c, const double *yb, double weight) {
  struct state e = mix(x, c);
  struct slopes d = differentiate(x, &e);
  double w0 = SEED(0, e.p), w1 = SEED(1, -1.5 * e.a * e.h * e.root + e.p * x[1] - e.n * x[0]);
  double wn = 0.0, wb = 0.0, ws = 0.0;
  EACH(i, 0, 3) {
    double w = SEED(2 + i, e.free + c[3 + i] * e.repulsion + c[i] * e.attraction);
    wn += w;
    wb += c[3 + i] * w;
    ws += c[i] * w;
  }
  xb[0] += w0 * d.pt + w1 * d.ht + wb * d.bt + ws * d.st;
  xb[1] += w0 * d.pv + w1 * d.hv + wn * d.nv + wb * d.bv + ws * d.sv;
  double nb = w0 * d.pn + w1 * d.hn + wb * d.nb;
  double bb = w0 * d.pb + w1 * d.hb + wn * d.nb + wb * d.bb + ws * d.bs;
  double sb = w0 * d.ps + w1 * d.hs + wb * d.bs + ws * d.ss;
  EACH(i, 0, 3)
    xb[2 + i] += nb + c[3 + i] * bb + c[i] * sb;
}

ADJOINTS(redlich, 5)
