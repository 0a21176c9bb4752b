/* Elements that are one at run time, or two: the run must hold for both. Every pair of subscripts occurs.
   head: pairs(x)>(y)
   head: triples(x)>(y)
   head: through_table(x)>(y)
   size: n=3 x=3 y=3 */
#include <math.h>

void pairs(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = x[i];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double t = y[j] * 0.7;
      y[i] = sin(y[i]) * y[j] + t;
      t = t + y[i] * y[j];
      y[j] = y[j] * t - 0.1 * y[i];
      y[i] = y[i] / (1.0 + y[j] * y[j]);
    }
}

void triples(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = x[i];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) {
        y[i] = y[i] / (1.0 + y[j] * y[j]);
        y[k] = 0.5 * y[i] + sin(y[k]);
        y[j] = cos(y[k]) * y[i];
        y[i] = y[k] - 0.3 * y[j];
      }
}

void through_table(int n, const double *x, double *y) {
  int next[8] = {1, 1, 0, 2, 2, 1, 0, 0}, k;
  double s = 1.0;
  for (int i = 0; i < n; i++)
    y[i] = x[i];
  for (int i = 0; i < 8; i++) {
    k = i % n;
    s = s * y[k];
    y[k] = s + 0.2 * y[next[i]];
    k = next[k];
    y[k] = y[k] * s;
    s = 0.5 * s + y[next[k]] * y[i % n];
    k = next[i];
    y[k] = y[k] - 0.1 * s * y[k];
  }
  y[0] += s;
}
