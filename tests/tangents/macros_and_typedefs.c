/* Function-like macros, a generic real type, tgmath.
   complex-step
   head: blend(x,y)>(blend)
   size: n=5 */
#include <tgmath.h>

#ifndef REAL
#define REAL double
#endif
typedef REAL real;

#define SQUARE(t) ((t) * (t))
#define LERP(a, b, s) ((a) + (s) * ((b) - (a)))

real blend(int n, const real *x, const real *y)
{
  real sum = 0;
  for (int i = 0; i < n; i++)
    sum += SQUARE(LERP(x[i], y[i], exp(-x[i]))) + sqrt(1 + SQUARE(y[i])) * sin(x[i] * y[i]);
  return sum;
}
