/* head: f(x,p->k)>(y) */
#include <math.h>
typedef struct { int n; double k, c[2]; } params;
void f(int n, const double *x, params *p, double a[n][3], double *y, char uplo) {
  for (int i = 0; i < n; i++) {
    y[i] = 0;
    for (int j = 0; j < 3; j++)
      y[i] += a[i][j] * sin(x[3*i+j]) * p->k * (uplo == 'U' ? p->c[0] : p->c[1]);
  }
}
