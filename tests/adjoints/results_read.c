/* Derivatives that are made of results: quotients, roots and exponentials in place, results that are overwritten
   afterwards, operands that are the place itself under another name, results in records and in callees.
   head: work(x)>(y)
   size: n=5 x=5 y=5 */
#include <math.h>

typedef struct {
  double v[6], last;
} state;

static void scale(int n, double *a, const double *b) {
  for (int i = 0; i < n; i++)
    a[i] = a[i] / (b[i] + 2.0);
}

static void chain(int n, double *a) {
  for (int i = 1; i < n; i++)
    a[i] = sqrt(a[i] * a[i] + a[i - 1]);
  for (int i = 1; i < n; i++)
    a[i - 1] = a[i] / a[i - 1] + a[i - 1] * 0.5;
}

void work(int n, const double *x, double *y) {
  double l[6][6], a[6];
  state s;
  for (int i = 0; i < n; i++) {
    a[i] = s.v[i] = x[i] + 1.5;
    for (int j = 0; j < n; j++)
      l[i][j] = (i == j ? 6.0 : 0.5) + x[i] * x[j];
  }
  for (int j = 0; j < n; j++) {
    for (int k = 0; k < j; k++)
      l[j][j] -= l[j][k] * l[j][k];
    l[j][j] = sqrt(l[j][j]);
    for (int i = j + 1; i < n; i++) {
      for (int k = 0; k < j; k++)
        l[i][j] -= l[i][k] * l[j][k];
      l[i][j] = l[i][j] / l[j][j];
    }
  }
  scale(n, a, x);
  scale(n, a, a);
  chain(n, a);
  for (int t = 0; t < 2; t++)
    for (int i = 0; i < n; i++) {
      s.v[i] = exp(0.1 * s.v[i] * a[i]);
      s.last = tanh(s.v[i]) / s.v[i];
      s.v[i] = s.v[i] * s.v[i] / (1.0 + s.last * s.last);
    }
  for (int i = 0; i < n; i++) {
    y[i] = x[i] / (a[i] + 3.0);
    y[i] = y[i] / (y[i] + s.v[i]);
    for (int j = 0; j <= i; j++)
      y[i] += l[i][j] * a[j];
    y[i] += s.last;
  }
}
