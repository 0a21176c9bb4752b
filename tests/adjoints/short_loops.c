/* Loops of a few iterations over small local arrays are written out: counters that are read afterwards, steps, bounds
   by other means, branches and longer loops around. */
/* head: turned(x)>(y) */
/* head: counted(x)>(y) */
/* at: {"n": 4, "x": [0.3, 0.7, -0.4, 0.9, 0.2, -0.8, 0.5, 1.1, 0.6, -0.2, 0.8, 0.1], "y": [0.1, 0.2, 0.3, 0.4]} */
#include <math.h>

enum { DIMENSIONS = 3 };

static void turn(const double *axis, const double *p, double *out) {
  double unit[DIMENSIONS], length = 0;
  for (int i = 0; i < DIMENSIONS; i++)
    length += axis[i] * axis[i];
  for (int i = 0; i < DIMENSIONS; i++)
    unit[i] = axis[i] / sqrt(1 + length);
  if (unit[0] > 0)
    for (int i = 0; i < DIMENSIONS; ++i)
      out[i] = unit[i] * p[i] + unit[(i + 1) % 3] * p[2 - i];
  else
    for (int i = DIMENSIONS - 1; i >= 0; i--) {
      unit[i] = unit[i] * p[i];
      out[i] = unit[i] * unit[i];
    }
}

void turned(int n, const double *x, double *y) {
  for (int k = 0; k < n; k++) {
    double moved[3];
    turn(x + k, x + 2 * k, moved);
    for (int i = 0; i < 3; i++)
      y[k] += moved[i] * y[(k + i) % n];
  }
}

void counted(int n, const double *x, double *y) {
  double w[4] = {1, 2, 3, 4};
  int i, j = 0;
  for (i = 0; i < 4; i += 2)
    w[i] = w[i + 1] * x[i];
  y[0] = w[i - 2] * x[i];
  for (; j < n; j++) {
    for (i = 3; i > 0; --i) {
      w[i] += w[i - 1] * x[j];
      w[i - 1] = w[i] * w[i];
    }
    y[j] += w[i] * x[i + j];
  }
  for (i = 2; i < 2; i++)
    w[i] = 0;
  y[1] += w[i];
}
