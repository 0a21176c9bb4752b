/* One function passed to another, its only target.
   head: root(a)>(root) */
#include <math.h>

static double kepler(double e, double a) { return e - 0.3 * sin(e) - a; }

static double bisect(double (*f)(double, double), double a, double lo, double hi)
{
  for (int i = 0; i < 6; i++) {
    double mid = 0.5 * (lo + hi);
    if (f(mid, a) > 0)
      hi = mid;
    else
      lo = mid;
  }
  /* Two secant steps carry the derivative that halving loses. */
  for (int i = 0; i < 2; i++) {
    double fl = f(lo, a), fh = f(hi + 0.01, a);
    lo -= fl * (hi + 0.01 - lo) / (fh - fl);
  }
  return lo;
}

double root(double a) { return bisect(kepler, a, 0, 3); }
