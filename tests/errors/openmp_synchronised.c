#include <math.h>

void guarded(int n, const int *index, const double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double t = sin(x[i]);
#pragma omp critical
    y[index[i]] += t;
  }
#pragma omp parallel sections
  {
#pragma omp section
    y[0] *= 2.0;
#pragma omp section
    y[1] *= 3.0;
  }
}
