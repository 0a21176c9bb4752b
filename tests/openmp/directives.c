/* A program with OpenMP of its own: derivatives are those of the program without directives, and have their own.
 * head: directives(x)>(y,s)
 * size: n=30 x=30 y=30 s=1
 * tangent: 1
 * adjoint: 1
 */
#include <math.h>

void directives(int n, const double *restrict x, double *restrict y, double *restrict s) {
  double sum = 0.0, t;
#pragma omp parallel for private(t) schedule(static) reduction(+ : sum)
  for (int i = 0; i < n; i++) {
    t = x[i] * x[i];
    y[i] = t * sin(t);
    sum += y[i] * t;
  }
#pragma omp critical
  *s = sum;
}
