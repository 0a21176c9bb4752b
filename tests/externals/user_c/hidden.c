#include <math.h>

double lookup(int n, const double *table, const double *x, double t) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += table[i] * x[i] * x[i];
  return sum * exp(t);
}

double lookup_d(int n, const double *table, const double *tabled, const double *x,
                const double *xd, double t, double td, double *value) {
  double d = 0;
  for (int i = 0; i < n; i++)
    d += tabled[i] * x[i] * x[i] + 2 * table[i] * x[i] * xd[i];
  *value = lookup(n, table, x, t);
  return d * exp(t) + *value * td;
}

void smooth(int n, const double *u, double *v) {
  for (int i = 0; i < n; i++)
    v[i] = sin(u[i]);
}

void smooth_d(int n, const double *u, const double *ud, double *v, double *vd) {
  for (int i = 0; i < n; i++) {
    vd[i] = cos(u[i]) * ud[i];
    v[i] = sin(u[i]);
  }
}

void lookup_b(int n, const double *table, double *tableb, const double *x, double *xb, double t,
              double *tb, double lookupb) {
  for (int i = 0; i < n; i++) {
    tableb[i] += x[i] * x[i] * exp(t) * lookupb;
    xb[i] += 2 * table[i] * x[i] * exp(t) * lookupb;
  }
  *tb += lookup(n, table, x, t) * lookupb;
}

void smooth_b(int n, const double *u, double *ub, double *v, double *vb) {
  (void)v;
  for (int i = 0; i < n; i++) {
    ub[i] += cos(u[i]) * vb[i];
    vb[i] = 0;
  }
}

void log_state(int n, const double *x) {
  (void)n;
  (void)x;
}

double now(void) { return 1.5; }

void noise(double *value) { *value = 0.25; }
