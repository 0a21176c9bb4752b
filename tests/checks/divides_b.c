/* An adjoint of divides that is wrong by more than rounding. */
#include <math.h>

void divides_b(const double *x, double *xb, double *y, double *yb) {
  (void)y;
  for (int i = 0; i < 3; i++) {
    double s = sin(x[i]), c = cos(x[i]), e = exp(s * x[i + 1]);
    xb[i] += e * x[i + 1] * (c * c * x[i + 1] - s) * yb[i] * 1.00001;
    xb[i + 1] += e * c * (1 + s * x[i + 1]) * yb[i];
    yb[i] = 0.0;
  }
}
