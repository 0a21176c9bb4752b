/* Loops that look independent and are not, or not all the way: a value that comes from the iteration before, a work
 * array that an iteration reads before it writes, one whose last values are read after the loop, a sum that is read.
 * head: carried(x)>(y)
 * head: stale(x)>(y)
 * head: left(x)>(y)
 * head: running(x)>(y)
 * size: n=25
 */
#include <math.h>

void carried(int n, const double *x, double *y) {
  double before = 1.0;
  for (int i = 0; i < n; i++) {
    double now = x[i] * before;
    y[i] = now * now;
    before = 0.5 * before + 0.1 * x[i];
  }
}

void stale(int n, const double *x, double *y) {
  double work[3] = {1.0, 2.0, 3.0};
  for (int i = 0; i < n; i++) {
    y[i] = work[i % 3] * x[i];
    work[i % 3] = sin(x[i]);
  }
}

void left(int n, const double *x, double *y) {
  double work[3] = {0.0, 0.0, 0.0};
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++)
      work[k] = x[i] * (k + 1);
    y[i] = work[0] * work[1] + work[2];
  }
  y[0] += work[0] + 2.0 * work[2];
}

void running(int n, const double *x, double *y) {
  double sum = 0.0;
  for (int i = 0; i < n; i++) {
    sum += x[i];
    y[i] = sum * x[i];
  }
}
