/* Scalars by pointers, in-place updates, a temporary that is used again, a step.
   head: polar(x,p)>(y)
   says: jacobian[15] = 0.0
   says: all that the procedure uses */
#include <math.h>

void polar(const double x[3], double p, double *y) {
  double r = sqrt(x[0] * x[0] + x[1] * x[1]);
  double a = atan2(x[1], x[0]);
  y[0] = p * r;
  y[1] = a / r + x[2];
  y[0] = y[0] * exp(-y[1]);
  r = y[0] * y[1];
  y[2] = 3.0 * x[2] - x[0] + r;
  y[3] = floor(10 * x[1]);
  y[4] = x[2];
}
