/* A yield function of the invariants of stress, dependent on Lode's angle, rounded at its tip.
 * x: stresses xx, yy, zz, xy, yz, zx. c: friction, shape, rounding, strength.
 * y: yield function, mean and equivalent stress, sine of three times Lode's angle. */
#include <math.h>

void yield(const double *x, const double *c, double *y) {
  double mean = (x[0] + x[1] + x[2]) / 3.0;
  double sx = x[0] - mean, sy = x[1] - mean, sz = x[2] - mean;
  double j2 = 0.5 * (sx * sx + sy * sy + sz * sz) + x[3] * x[3] + x[4] * x[4] + x[5] * x[5];
  double j3 = sx * sy * sz + 2.0 * x[3] * x[4] * x[5] - sx * x[4] * x[4] - sy * x[5] * x[5] - sz * x[3] * x[3];
  double root = sqrt(j2);
  double lode = -1.5 * sqrt(3.0) * j3 / (j2 * root);
  double shape = 1.0 + c[1] * lode;
  y[0] = c[0] * mean + sqrt(j2 * shape * shape + c[2] * c[2]) - c[3];
  y[1] = mean;
  y[2] = sqrt(3.0) * root;
  y[3] = lode;
}

void yield_sum(int points, const double *x, const double *c, double *s) {
  double y[4];
  *s = 0.0;
  for (int i = 0; i < points; i++) {
    yield(x + 6 * i, c, y);
    *s += 0.5 * (y[0] * y[0] + y[1] * y[1] + y[2] * y[2] + y[3] * y[3]);
  }
}
