/* Numbers taken apart and put together: fma, hypot, ldexp, scalbn.
   head: parts(x)>(y)
   complex step: it calls 'scalbn', which is not known for complex numbers */
#include <math.h>

void parts(const double *x, double *y)
{
  y[0] = fma(x[0], x[1], x[2]);
  y[1] = hypot(x[0], x[1]) + hypot(3.0, x[2]);
  y[2] = ldexp(x[0], 4) - scalbn(x[1], -2);
  y[3] = fma(x[0], x[0], -1.0) / hypot(x[1] * x[2], x[0]);
}
