/* Adjoints of what is only added to are only read, whichever elements those are; and what called procedures add to globals
 * that the loop itself does not name, all threads would add to at once.
 * head: additions(x,a)>(y)
 * head: global(x,table)>(y)
 * at: {"n": 6, "index": [3, 0, 1, 1, 2, 0, 5, 5, 4, 1, 0, 5], "x": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], "a": [0.5, 0.4, 0.3, 0.2, 0.1, 0.9], "y": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]}
 * adjoint: 1
 * shows: #pragma omp atomic
 */
#include <math.h>

void additions(int n, const int *index, const double *x, const double *a, double *y) {
  for (int i = 0; i < n; i++) {
    double t = x[index[i]];
    y[index[n + i]] += exp(sin(t) * a[i]) + t * cos(a[i] * t);
  }
}

double table[7] = {0.1, 0.3, 0.2, 0.5, 0.4, 0.7, 0.6};

static double looked_up(double x, int i) {
  double s = 0.0;
  for (int k = 0; k < 5; k++)
    s += sin(table[(i + k) % 7] * x);
  return s;
}

void global(int n, const int *index, const double *x, const double *a, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = looked_up(x[i], index[i]) * a[i];
}
