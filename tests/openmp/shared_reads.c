/* All iterations read the weights, through a helper and through pointers into one array: the adjoints of the weights are
 * sums of what the threads add. Work arrays from the heap are each thread's own.
 * head: shared_reads(w,x)>(total,y)
 * at: {"n": 23, "m": 5, "w": [0.3, -0.4, 0.5, 0.1, 0.7, 1.2, 0.2, -0.3, 0.6, 0.9], "x": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2.0, 2.1, 2.2, 2.3]}
 * adjoint: 1
 * shows: _own
 */
#include <math.h>
#include <stdlib.h>

static void layer(int m, const double *weight, double x, double *out) {
  for (int j = 0; j < m; j++)
    out[j] = tanh(weight[j] * x);
}

void shared_reads(int n, int m, const double *w, const double *x, double *total, double *y) {
  const double *bias = w + m;
  double *work = malloc(m * sizeof *work);
  double sum = 0.0;
  for (int i = 0; i < n; i++) {
    layer(m, w, x[i], work);
    double s = 0.0;
    for (int j = 0; j < m; j++)
      s += work[j] * work[j] + bias[j] * work[m - 1 - j];
    y[i] = s * exp(-x[i]);
    sum += s;
  }
  *total = sum;
  free(work);
}
