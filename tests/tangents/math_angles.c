/* Trigonometric and hyperbolic functions and their inverses.
   head: angles(x)>(y)
   size: n=5 */
#include <math.h>

void angles(int n, const double *x, double *y)
{
  for (int i = 0; i < n; i++) {
    double u = x[i] / (1 + fabs(x[i])); /* inside (-1, 1) */
    y[i] = sin(u) * cos(x[i]) + tan(u) + asin(u) - acos(u) * atan(x[i]);
    y[i] += sinh(u) + cosh(x[i]) * tanh(u) + asinh(x[i]) + acosh(2 + u) * atanh(u);
    y[i] += atan2(x[i], 1 + u) - atan2(u, -x[i]);
  }
}
