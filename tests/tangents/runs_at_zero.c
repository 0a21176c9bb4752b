/* Runs with a root of zero, whose partial derivative is infinite: its argument does not change, nor does anything
   change with it, so that neither direction nor adjoint there is anything but 0. Products with the partial would be NaN.
   head: roots(x)>(y)
   at: {"n": 3, "x": [0.7, -1.3, 0.4], "z": [0.0, 0.0], "y": [0, 0, 0, 0]} */
#include <math.h>

void roots(int n, const double *x, const double *z, double *y) {
  double a, b, t, length;
  for (int i = 0; i < n; i++) {
    a = x[i] * z[0];
    t = a * a + z[1] * x[i];
    length = sqrt(t);
    y[i] = z[0] * length + x[i] * x[i];
    a = pow(t, 2.0) + pow(fabs(a), 1.5);
    b = sqrt(x[i] * x[i] + t);
    t = b * length * z[1];
    y[i] = y[i] + t + a * b;
    length = cbrt(a) * z[0] + b;
    y[i] = y[i] * length;
  }
  y[n] = y[0] * sqrt(x[1] * x[1]);
}
