/* The user says that iterations are independent, and no test could: the elements they read and write are listed. What
 * several iterations read, their adjoints add to atomically.
 * head: user_scatter(x,a)>(y)
 * head: in_place(y,a)>(y)
 * head: region(x,a)>(y)
 * at: {"n": 12, "m": 12, "index": [3, 7, 1, 11, 0, 9, 5, 2, 10, 4, 8, 6], "from": [1, 1, 4, 4, 4, 0, 2, 3, 3, 1, 1, 5], "y": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2], "x": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2], "a": [0.5, 0.4, 0.3, 0.2, 0.1, 0.9, 0.8, 0.7, 0.6, 0.55, 0.45, 0.35]}
 * tangent: 3
 * adjoint: 3
 * shows: #pragma omp atomic
 */
#include <math.h>

void user_scatter(int n, int m, const int *index, const int *from, const double *x, const double *a, double *y) {
  double t;
  (void)m;
#pragma omp parallel for private(t) schedule(dynamic, 2)
  for (int i = 0; i < n; i++) {
    t = x[from[i]];
    y[index[i]] = exp(sin(t) * a[i]) + t * cos(a[i] * t);
  }
}

void in_place(int n, int m, const int *index, const int *from, const double *x, const double *a, double *y) {
  (void)m, (void)from, (void)x;
#ifdef _OPENMP
#pragma omp parallel for
#endif
  for (int i = 0; i < n; i++)
    y[index[i]] = y[index[i]] * sin(a[i]) + cos(y[index[i]]);
}

void region(int n, int m, const int *index, const int *from, const double *x, const double *a, double *y) {
  (void)m;
#pragma omp parallel
  {
    double pair[2];
#pragma omp for nowait
    for (int i = 0; i < n; i++) {
      pair[0] = sin(x[from[i]]);
      pair[1] = pair[0] * a[i];
      y[index[i]] = exp(pair[0]) * pair[1];
    }
  }
}
