/* frexp and modf return one part through a pointer; both have derivatives.
   head: split(x)>(y)
   complex step: it calls 'frexp', whose source is not given */
#include <math.h>

void split(const double *x, double *y)
{
  int e;
  double whole;
  double m = frexp(x[0] * 13, &e);
  y[0] = m * m * e;
  y[1] = modf(x[1] * 10.3, &whole) * x[0];
  y[2] = whole * x[1];
  y[3] = ldexp(m, e);
}
