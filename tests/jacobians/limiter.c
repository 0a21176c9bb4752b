/* Branches: nested, with an early return, with choices inside of expressions; what one side leaves as it is; a constant
   that a branch changes after it was read.
   head: limiter(u,v,x)>(limiter,x) */
#include <math.h>

static double minmod(double a, double b) {
  if (a * b <= 0)
    return 0;
  return fabs(a) < fabs(b) ? a : b;
}

double limiter(double u, double v, double x[3]) {
  double t = u * v, s = 2.0, kept = s * x[0];
  if (t > 1.0) {
    u = t * sin(v);
    s = 3.0;
    if (u > v)
      t = u * u;
    else {
      x[1] = t * s;
      x[2] = x[1];
    }
  } else if (v > 0.8) {
    t = s * v;
    x[0] += t;
  }
  t *= (x[0] > x[2] ? x[0] * x[0] : x[1] / (1 + u)) + kept;
  x[1] = minmod(x[0] - t, u - 2 * v) * s;
  if (x[1] > 0) {
    int n = x[2] > 1 ? 2 : 3;
    return t * pow(x[2], n);
  }
  x[0] = s;
  return t - x[2];
}
