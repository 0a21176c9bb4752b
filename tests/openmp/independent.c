/* Loops over independent iterations: of the tangent, and of both sweeps.
 * head: independent(x,a)>(y,s)
 * size: n=40 m=3
 * tangent: 2
 * adjoint: 2
 */
#include <math.h>

void independent(int n, int m, const double *restrict x, const double *restrict a, double *restrict y,
                 double *restrict s) {
  double sum = 0.0;
  for (int i = 0; i < n; i++) {
    double t = 1.0;
    for (int k = 0; k < m; k++)
      t = t * sin(x[i]) + a[i];
    y[i] = t;
  }
  for (int i = 0; i < n; i++)
    sum += y[i] * exp(x[i]);
  *s = sum;
}
