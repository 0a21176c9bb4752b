/* A point turned by a rotation vector (Rodrigues' formula) and moved.
 * x: rotation vector, point. c: translation. y: where the point is then. */
#include <math.h>

void rodrigues(const double *x, const double *c, double *y) {
  double angle = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
  double cosine = cos(angle), sine = sin(angle);
  double ax = x[0] / angle, ay = x[1] / angle, az = x[2] / angle;
  double nx = ay * x[5] - az * x[4];
  double ny = az * x[3] - ax * x[5];
  double nz = ax * x[4] - ay * x[3];
  double along = (ax * x[3] + ay * x[4] + az * x[5]) * (1.0 - cosine);
  y[0] = x[3] * cosine + nx * sine + ax * along + c[0];
  y[1] = x[4] * cosine + ny * sine + ay * along + c[1];
  y[2] = x[5] * cosine + nz * sine + az * along + c[2];
}

void rodrigues_sum(int points, const double *x, const double *c, double *s) {
  double y[3];
  *s = 0.0;
  for (int i = 0; i < points; i++) {
    rodrigues(x + 6 * i, c, y);
    *s += 0.5 * (y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);
  }
}
