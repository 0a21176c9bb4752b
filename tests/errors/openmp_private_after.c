#include <math.h>

void after(int n, const double *x, double *y) {
  double t = 2.0;
#pragma omp parallel for private(t)
  for (int i = 0; i < n; i++) {
    t = sin(x[i]);
    y[i] = t * t;
  }
  y[0] += t;
}
