/* Elements that are overwritten outside of loops: what was needed of the array is another element, or this one, or one that
   nobody knows; before the statement, after it, in a loop, in a callee, on one side of a branch, as a result.
   head: constants(x)>(y)
   head: unknown(x)>(y)
   head: looped(x)>(y)
   head: called(x)>(y)
   head: branched(x)>(y)
   head: entered(y)>(y)
   head: in_iterations(x)>(y)
   head: results(x)>(y)
   size: n=3 k=1 x=9 y=9 */
#include <math.h>

void constants(int n, int k, const double *x, double *y) {
  double w[4];
  w[0] = sin(x[0]);
  w[1] = w[0] * w[0];
  w[0] = w[1] * x[1];
  w[2] = w[0] * w[1];
  w[1] = exp(w[2]) * w[1];
  y[0] = w[0] * w[1] * w[2];
}

void unknown(int n, int k, const double *x, double *y) {
  double w[4] = {1.0, 2.0, 3.0, 4.0};
  w[0] = x[0] * x[0];
  y[0] = w[1] * w[1] * w[0];
  w[k] = x[1] * w[0];
  y[1] = w[1] * w[1];
  w[1] = x[2];
  y[2] = w[k] * w[1];
  w[k + 1] = y[2] * x[3];
  y[3] = w[2] * w[2] * w[k + 1];
  w[2] = x[1];
  y[4] = w[2] * w[2];
}

void looped(int n, int k, const double *x, double *y) {
  double w[9] = {0.0};
  w[0] = x[0];
  w[1] = x[1] * w[0];
  y[0] = 0.0;
  for (int i = 0; i < n; i++)
    y[0] += w[i % 2] * w[i % 2] * x[i];
  w[1] = x[2] * w[0];
  w[0] = w[1] * w[1];
  for (int i = 0; i < n; i++)
    y[0] += w[i % 2] * w[i % 2];
}

static double product(const double *v) {
  double p = v[0] * v[1];
  for (int i = 0; i < 2; i++)
    p = p * (1.0 + v[i]);
  while (p > 100.0)
    p = 0.5 * p;
  return p;
}

void called(int n, int k, const double *x, double *y) {
  double w[3];
  w[0] = x[0];
  w[1] = x[1];
  y[0] = product(w);
  w[0] = x[2] * y[0];
  y[1] = product(w);
  w[2] = y[1];
  w[1] = w[2] * w[2];
  y[2] = product(w + 1);
}

void branched(int n, int k, const double *x, double *y) {
  double w[2];
  w[0] = x[0];
  if (x[1] > 0.0) {
    w[1] = w[0] * w[0];
    y[0] = w[1] * w[1];
  } else {
    w[1] = w[0];
    w[0] = x[2] * w[1];
    y[0] = w[0] * w[0];
  }
  w[1] = y[0] * x[3];
  w[0] = w[1] * w[1];
  y[0] = w[0] * w[1];
}

void entered(int n, int k, const double *x, double *y) {
  y[3] = x[0];
  y[1] = y[0] * y[2];
  y[0] = y[1] * y[1];
  y[2] = y[0] * y[0];
}

void in_iterations(int n, int k, const double *x, double *y) {
  y[0] = 0.0;
  for (int j = 0; j < n; j++) {
    double w[3];
    w[0] = x[j] * x[j];
    w[1] = sin(w[0]) * w[0];
    w[0] = w[1] * w[1];
    w[2] = w[0] * w[1];
    w[1] = w[2] / w[0];
    y[0] += w[0] * w[1] * w[2];
  }
}

void results(int n, int k, const double *x, double *y) {
  double w[3];
  w[0] = x[0] / x[2];
  w[1] = x[1] / x[2];
  w[2] = sqrt(w[0] * w[0] + w[1] * w[1]);
  w[1] = exp(w[2]) / w[0];
  w[0] = exp(w[1] * x[3]);
  w[0] = w[0] * w[2];
  y[0] = w[0] * w[1];
}
