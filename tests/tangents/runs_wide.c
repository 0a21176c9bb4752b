/* One value between many: a Jacobian that is full, though its graph is thin; copies, signs, one value as several results.
   head: thin(x)>(y)
   head: copies(x)>(y,z) */
#include <math.h>

void thin(const double x[6], double y[6]) {
  double s = x[0] * 0.1 + x[1] * x[1] + sin(x[2]) + x[3] * x[0] + x[4] / 3.0 - x[5] * x[5];
  double t = exp(-s * s);
  y[0] = t * 0.3;
  y[1] = sin(t);
  y[2] = t * t;
  y[3] = 1.0 / (1.0 + t);
  y[4] = -t;
  y[5] = t + x[5];
}

void copies(const double x[6], double y[6], double z[3]) {
  double t = x[0];
  y[0] = t;
  y[1] = -t;
  y[2] = x[1] * x[2];
  y[3] = y[2];
  z[0] = y[2];
  z[1] = +y[1];
  t = y[2] + x[3] - x[4];
  y[4] = t;
  y[5] = x[5];
  z[2] = t * y[4] - y[5] * y[5];
  y[2] = sin(y[2]) * t;
}
