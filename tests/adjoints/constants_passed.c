// A table of constants, passed where callers elsewhere pass what the callee writes by another name: nothing writes the
// table, so nothing may put it back.
// head: run(s,y)>(y)
#include <math.h>
static double mix(int depth, double *a, const double *b, int n, double *c) {
  static const double table[4] = {0.3, -0.4, 0.8, 0.6};
  double w0[4], w1[4];
  int k = 5;
  for (int j = 0; j < 4; j++)
    w0[j] = b[(int)(2 * a[0]) & 3] + 0.1 * j;
  for (int j = 0; j < 4; j++)
    w1[j] = w0[3] + 0.1 * j;
  for (int i = k; i >= 2; i -= 3) {
    if (w1[1] > 9.0)
      break;
    k = w1[0] > 0.5;
    w1[0] = 0.7;
  }
  if (k > 1 && table[2] > 1.3)
    w1[k & 3] = 0.3;
  if (depth > 0)
    mix(depth - 1, w1, table, 3, &w1[1]);
  for (int i = 0; i < n; i++)
    c[i] = 0.5 * c[i] * a[0];
  return sin(1.1);
}

void run(double *s, double y[4]) {
  double v = y[0];
  y[0] = sin(*s * y[2] + 0.3 * v + y[1]);
  v = sin(mix(1, y, y, 2, y));
}
