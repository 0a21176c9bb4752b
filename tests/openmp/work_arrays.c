/* Work arrays that the procedure allocates before a loop, and uses in it alone, every iteration has for itself: of the
 * tangent, too. So it has variables that a called procedure gives their values. But not what carries a value on, or is read
 * after the loop.
 * head: work_arrays(x)>(y)
 * head: carried(x)>(y)
 * head: read_after(x)>(y)
 * at: {"n": 7, "m": 3, "x": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9], "y": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]}
 * tangent: 3
 * adjoint: 1
 */
#include <math.h>
#include <stdlib.h>

static double norm(int m, const double *v, double *largest) {
  double sum = 0.0;
  *largest = v[0];
  for (int k = 0; k < m; k++) {
    sum += v[k] * v[k];
    if (v[k] > *largest)
      *largest = v[k];
  }
  return sqrt(sum);
}

void work_arrays(int n, int m, const double *x, double *y) {
  double *work = malloc(m * sizeof *work);
  for (int i = 0; i < n; i++) {
    double pair[2], largest;
    for (int k = 0; k < m; k++)
      work[k] = sin(x[i] * (k + 1)) + x[i];
    pair[0] = norm(m, work, &largest);
    pair[1] = pair[0] * largest;
    y[i] = pair[0] + pair[1];
  }
  free(work);
}

void carried(int n, int m, const double *x, double *y) {
  double *work = calloc(m, sizeof *work);
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < m; k++)
      work[k] = 0.5 * work[k] + x[i + (k > 0)];
    y[i] = work[0] * work[m - 1];
  }
  free(work);
}

void read_after(int n, int m, const double *x, double *y) {
  double *work = malloc(m * sizeof *work);
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < m; k++)
      work[k] = exp(x[i]) * (k + 1);
    y[i] = work[0] * work[m - 1];
  }
  y[0] += work[1];
  free(work);
}
