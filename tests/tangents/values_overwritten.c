/* What is passed by value stays what it was, though the called function overwrites the variable it came from: through a pointer,
   an array, a global variable.
   head: head(x)>(y) */
#include <math.h>
double state = 0.5;

static double change(double s, const double *p, double *q) {
  for (int k = 0; k < 2; k++)
    q[1] = p[0] * q[1] + s;
  return sin(s) + q[1] * s;
}

static double global(double s, double t) {
  state = t * t;
  return s * s + state;
}

static void both(double *a, double s) {
  *a = 2.0 * *a + s;
  *a *= s;
}

void head(const double x[3], double y[3]) {
  double q[2] = {x[0], x[1] * x[2]}, z = x[1];
  for (int k = 0; k < 2; k++) {
    q[1] = change(q[1], x, q);
    q[0] = q[0] * q[1];
  }
  state = x[2] * q[0];
  y[0] = global(state, x[1]) + q[1];
  both(&z, z);
  y[1] = z * state;
  y[2] = change(y[0], x + 1, y);
}
