/* head: roots_of_zero(x)>(y) */
/* Roots of 0 in direction 0: what the program does not divide by where it takes the root has derivative 0. */
#include <math.h>

void roots_of_zero(double zero, const double *x, double *y) {
  double s = zero * x[0] * x[0];
  y[0] = x[1] + sqrt(s);
  y[1] = x[0] > 100.0 ? x[1] / sqrt(s) : x[1] + sqrt(s);
  y[2] = x[0] > 100.0 && x[1] / sqrt(s) > 1.0 ? x[1] : x[0] * sqrt(s);
  y[3] = x[1] / (1.0 + sqrt(s));
  y[4] = x[1] / (x[0] / (1.0 + x[0] * sqrt(s)));
}
