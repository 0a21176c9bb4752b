/* ?: on values, places' values, pointers and nested; && and || with effects.
   head: choose(x,y)>(choose)
   size: n=6 */
#include <math.h>

static int bump(double *t, double by)
{
  *t += by * by;
  return *t > 1.5;
}

double choose(int n, const double *x, const double *y)
{
  double sum = 0, t = 0;
  for (int i = 0; i < n; i++) {
    const double *p = x[i] > y[i] ? x : y;
    sum += p[i] * (x[i] > 0.6 ? exp(x[i]) : y[i] > 0.5 ? sin(y[i]) : 3.0);
    if (x[i] > 0.5 && bump(&t, x[i]))
      sum += t;
    if (y[i] > 0.9 || bump(&t, y[i]))
      sum *= 1 + t;
    sum += x[i] != 0 ? 1 / x[i] : 0;
  }
  return sum;
}
