/* Two heads that share a procedure, with respect to different arguments.
   head: first(x)>(first)
   head: second(w)>(second)
   size: n=4 */
#include <math.h>

static double weighted(int n, const double *x, const double *w)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += w[i] * sin(x[i]);
  return s;
}

double first(int n, const double *x, const double *w) { return exp(weighted(n, x, w)); }

double second(int n, const double *x, const double *w)
{
  return weighted(n, x, w) * weighted(n, w, x);
}
