/* What has no derivative in the middle of what has: constants, floor, conversions to integers, comparisons.
   head: constants(x)>(y)
   head: jumps(x,z)>(y)
   at: {"x": [1.7, -2.3, 0.4, 2.9], "z": 3.6, "n": 4, "y": [0, 0, 0, 0]} */
#include <math.h>

void constants(int n, const double *x, double z, double *y) {
  double a = 2.0, b = x[0], c = 0.0;
  c = c * b;
  a = a * a;
  b = b * a + c;
  a = 1.0 / 3.0;
  y[0] = a * b * z;
  b = 5.0;
  y[1] = b * x[1] - b;
  b = b - b;
  y[2] = b * x[2] + 1.0 * x[3] - (-x[2]);
  b = x[3] * 0.0;
  y[3] = b + x[3] / 4.0;
  y[3] = -y[n - 1] * 1.0;
}

void jumps(int n, const double *x, double z, double *y) {
  double whole = floor(z), part = z - whole, t;
  int cell = (int)z;
  t = x[0] * whole + ceil(x[1]) * part;
  whole = round(t * x[2]);
  y[0] = whole * x[1] + part * t;
  y[1] = x[cell] * part + (double)cell * t;
  t = floor(t);
  y[2] = t * x[2];
  t = t * (x[0] > x[1]);
  y[3 % n] = t + x[3] * (1.0 - part) * trunc(x[3]);
}
