/* Bundle adjustment: where a camera with radial distortion sees a point.
 * x: rotation vector, translation, focal length, two distortions, point. c: what was observed. y: the error. */
#include <math.h>

void camera(const double *x, const double *c, double *y) {
  const double *point = x + 9;
  double square = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
  double angle = sqrt(square);
  double cosine = cos(angle), sine = sin(angle);
  double inverse = 1.0 / angle;
  double ax = x[0] * inverse, ay = x[1] * inverse, az = x[2] * inverse;
  double along = (ax * point[0] + ay * point[1] + az * point[2]) * (1.0 - cosine);
  double px = point[0] * cosine + (ay * point[2] - az * point[1]) * sine + ax * along;
  double py = point[1] * cosine + (az * point[0] - ax * point[2]) * sine + ay * along;
  double pz = point[2] * cosine + (ax * point[1] - ay * point[0]) * sine + az * along;
  px += x[3];
  py += x[4];
  pz += x[5];
  double u = -px / pz, v = -py / pz;
  square = u * u + v * v;
  double distortion = 1.0 + square * (x[7] + x[8] * square);
  y[0] = x[6] * distortion * u - c[0];
  y[1] = x[6] * distortion * v - c[1];
}

void camera_sum(int points, const double *x, const double *c, double *s) {
  double y[2];
  *s = 0.0;
  for (int i = 0; i < points; i++) {
    camera(x + 12 * i, c, y);
    *s += 0.5 * (y[0] * y[0] + y[1] * y[1]);
  }
}
