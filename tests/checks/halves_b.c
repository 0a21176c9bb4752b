/* An adjoint of sums that is wrong in one element. */
#include <math.h>

void sums_b(int n, const double *x, double *xb, double *y, double *yb) {
  (void)y;
  for (int i = 0; i < n; i++)
    xb[i] += (i == 2 ? 0.5 : 1.0) * cos(x[i]) * *yb;
  *yb = 0.0;
}
