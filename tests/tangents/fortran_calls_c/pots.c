#include <math.h>
typedef struct { double k, d; int n; } params;
static double term(double x, const params *p) { return p->k * cos(x) + p->d * x * x; }
double potential(int n, const double *q, const params *p) {
  double v = 0;
  for (int i = 0; i < n; i++)
    v += term(q[i], p) / p->n;
  return v;
}
void compute_forces(int n, const double *q, double *f, double scale) {
  for (int i = 0; i < n; i++)
    f[i] = scale * sin(q[i]);
}
