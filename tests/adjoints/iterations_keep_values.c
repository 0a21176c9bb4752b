/* Scalars of one iteration are kept as they are computed; others by what they overwrite: those that are read before they are written, after the
   loop, through a pointer, in two places, under a branch.
   head: work(x,y)>(y)
   at: {"n": 4, "m": 4, "x": [0.3, 0.7, 0.4, 0.9], "y": [0.5, 0.2, 0.8, 0.6]} */
#include <math.h>

static void look(double *p) { *p = *p * *p; }

void work(int n, int m, const double *x, double *y) {
  double last = x[0], after = 0.0, twice, seen;
  int k = 0;
  for (int i = 0; i < n; i++) {
    double own = exp(x[i] * y[i]);
    double before = last;
    last = own * sin(x[i]);
    y[i] = own * before + y[i] * y[i] / (1.0 + own);
    twice = y[i] * x[i];
    y[i] += twice * twice;
    twice = own + y[i];
    after = twice * own;
    seen = after * x[0];
    look(&seen);
    y[i] *= seen * 0.1;
    for (int j = i; j < m; j += 2) {
      double inner = tanh(x[j] * own + y[i]);
      int at = (j * 7 + i) % n;
      if (inner > 0.2) {
        double branch = inner * inner * y[at];
        y[at] = sin(branch) * inner;
      }
      y[i] = y[i] * inner + x[at] * inner * inner;
    }
    while (k < 2 * i) {
      double step = y[i] / (2.0 + x[i] * y[i]);
      y[i] = y[i] * step + step * step;
      k++;
    }
  }
  y[0] = y[0] * after * last;
}
