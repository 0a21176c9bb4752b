/* An adjoint of sums that sets the gradient instead of adding to it, and keeps the seed. */
#include <math.h>

void sums_b(int n, const double *x, double *xb, double *y, double *yb) {
  (void)y;
  for (int i = 0; i < n; i++)
    xb[i] = cos(x[i]) * *yb;
}
