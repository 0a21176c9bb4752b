/* A pointer walked by while (n--), work memory and a static helper called with a passive array.
   head: f(x)>(f) */
#include <math.h>
#include <stdlib.h>
static double g(double a, const double *w) { return exp(a) * w[0] + w[1] / a; }

double f(int n, const double *x, const double *w)
{
  double s = 0.0;
  if (n <= 0)
    return 0.0;
  double *t = malloc(n * sizeof(double));
  for (int i = 0; i < n; i++)
    t[i] = x[i] * sin(x[i]) + g(x[i], w);
  const double *p = t;
  while (n--)
    s += *p++ * 2.0;
  free(t);
  return sqrt(s);
}
