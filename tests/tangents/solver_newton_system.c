/* Newton's method for two equations, with a Jacobian by hand and Cramer's rule.
   head: meet(a,b)>(x) */
#include <math.h>

struct residual {
  double f[2];
  double j[2][2];
};

static struct residual evaluate(const double x[2], double a, double b)
{
  struct residual r;
  r.f[0] = x[0] * x[0] + x[1] * x[1] - 4 - a;
  r.f[1] = exp(x[0]) + x[1] - 1 - b;
  r.j[0][0] = 2 * x[0];
  r.j[0][1] = 2 * x[1];
  r.j[1][0] = exp(x[0]);
  r.j[1][1] = 1;
  return r;
}

void meet(double a, double b, double x[2])
{
  x[0] = 1;
  x[1] = -1.5;
  for (int step = 0; step < 8; step++) {
    struct residual r = evaluate(x, a, b);
    double det = r.j[0][0] * r.j[1][1] - r.j[0][1] * r.j[1][0];
    x[0] -= (r.j[1][1] * r.f[0] - r.j[0][1] * r.f[1]) / det;
    x[1] -= (r.j[0][0] * r.f[1] - r.j[1][0] * r.f[0]) / det;
  }
}
