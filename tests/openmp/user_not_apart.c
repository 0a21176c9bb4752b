/* What a user's directive does not say: elements that are only read may be read by all, of an array that is written
 * elsewhere; arrays of a reduction are written by all; private arrays may keep values from one iteration to the next (here:
 * within a chunk); atomic and critical statements meet.
 * head: halves(x,y)>(y)
 * head: summed(x)>(y)
 * head: guarded(x,y)>(y)
 * head: cached(x)>(y)
 * at: {"n": 10, "index": [1, 0, 1, 1, 2, 0, 1, 1, 2, 2], "key": [1, 1, 1, 2, 2, 3, 3, 3, 3, 1], "x": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0], "y": [0.5, 0.4, 0.3, 0.2, 0.1, 0.9, 0.8, 0.7, 0.6, 0.55, 0.45, 0.35, 0.25]}
 */
#include <math.h>

void halves(int n, const int *index, const int *key, const double *x, double *y) {
  (void)key;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = sin(x[i]) * y[10 + index[i]] * y[10 + index[i]];
}

void summed(int n, const int *index, const int *key, const double *x, double *y) {
  (void)key;
  double sums[3] = {0.0, 0.0, 0.0};
#pragma omp parallel for reduction(+ : sums[:3])
  for (int i = 0; i < n; i++)
    sums[index[i]] += sin(x[i]);
  for (int k = 0; k < 3; k++)
    y[k] = exp(sums[k]);
}

void guarded(int n, const int *index, const int *key, const double *x, double *y) {
  (void)key;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double t = sin(x[i]) * exp(x[i]);
#pragma omp atomic
    y[index[i]] += t;
  }
}

void cached(int n, const int *index, const int *key, const double *x, double *y) {
  (void)index;
  double table[2] = {0.0, 0.0};
  int last = -1;
  y[0] = y[1] = y[2] = 0.0;
#pragma omp parallel for firstprivate(last, table) reduction(+ : y[:3])
  for (int i = 0; i < n; i++) {
    if (key[i] != last) {
      table[0] = sin(x[key[i]]);
      table[1] = cos(x[key[i]]);
      last = key[i];
    }
    y[i % 3] += table[0] * x[i] + table[1];
  }
}
