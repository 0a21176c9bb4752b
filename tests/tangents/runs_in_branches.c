/* Runs between and inside of branches; conditions depend on what the runs compute.
   head: branches(x)>(y)
   size: n=6 x=6 y=6 */
#include <math.h>

void branches(int n, const double *x, double *y) {
  double a = 0.3, b = 1.0, t;
  for (int i = 0; i < n; i++) {
    t = a * x[i];
    b = b * 0.7 + t;
    if (t > 0.2) {
      t = sin(b) * t;
      a = t + b;
      t = a * t;
    } else {
      a = a - b * x[i];
      a = a * a;
    }
    y[i] = t * b;
    t = y[i] - a;
    if (i == 2)
      t = b;
    b = t > 0.0 ? b / (1.0 + t) : b * t;
    a = fabs(a) > 3.0 ? 0.1 * a : a;
    y[i] = y[i] + a * b;
  }
}
