/* Error, Gamma and Bessel functions.
   head: special(x)>(y)
   complex step: it calls 'erfc', which is not known for complex numbers */
#define _DEFAULT_SOURCE
#include <math.h>

void special(const double x[3], double y[9])
{
  y[0] = erf(x[0]) * erfc(x[1]);
  y[1] = tgamma(x[0] + 1.5);
  y[2] = lgamma(x[1] + 0.75);
  y[3] = j0(x[0]) + j1(x[1]);
  y[4] = jn(3, x[2] * 4);
  y[5] = y0(x[0]) + y1(x[1]) * yn(2, x[2]);
  y[6] = tgamma(x[2]) / lgamma(x[1] + 3.0);
  y[7] = erf(x[0] * x[1]) * erf(x[0] * x[1]);
  y[8] = j0(x[2] * x[2]);
}
