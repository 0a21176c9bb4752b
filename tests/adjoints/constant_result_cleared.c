/* The result of a function that no derivative goes through, given to a place that a pointer finds: its adjoint is
   cleared there.
   head: clears(x)>(y) */
#include <math.h>
static double level(int depth, const double *a) {
  double w[4];
  for (int j = 0; j < 4; j++)
    w[j] = 0.3 + 0.1 * j * (a[0] > 100.0);
  return sin(w[depth & 3]);
}

void clears(const double *x, double *y) {
  double *q = &y[0];
  for (int i = 0; i < 4; i++)
    y[i] = x[i] * x[0];
  for (int i = 0; i < 3; i++)
    q = &y[i];
  *q = level(1, y);
  y[0] *= *q;
}
