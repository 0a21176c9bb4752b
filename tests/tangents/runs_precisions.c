/* Numbers of several precisions in one run; what is stored in a float is rounded.
   head: rounded(x)>(y)
   size: x=3 y=3
   complex step: it computes in single precision */
#include <math.h>

void rounded(const double *x, double *y) {
  float f = (float)x[0], g;
  long double w = x[1];
  double t = f * x[1];
  g = f * f;
  w = w * t + g;
  f = (float)(w * 0.5L);
  t = f + g * t;
  y[0] = (double)w;
  y[1] = t * f;
  f = f * g;
  y[2] = f / 3.0f + x[2] * x[2];
}
