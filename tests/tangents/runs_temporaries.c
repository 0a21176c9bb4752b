/* Temporaries that are used again for something else, values that nobody reads, in loops whose values must be kept.
   head: work(x)>(y)
   head: steps(x)>(y)
   size: n=4 x=4 y=4 */
#include <math.h>

void work(int n, const double *x, double *y) {
  double t, u, carried = 0.5;
  for (int i = 0; i < n; i++) {
    t = x[i] * x[i];
    u = t + carried;
    t = sin(u);
    y[i] = t * u;
    t = 7.0;
    u = x[i] / t;
    t = exp(-u);
    t = t * 3.0;
    u = 2.0 * t - u;
    t = u * carried;
    carried = t + u;
    t = carried * carried;
    y[i] = y[i] + 0.1 * t;
    t = x[i];
  }
}

void steps(int n, const double *x, double *y) {
  double a = x[0], b = x[1], c = x[2], da, db, dc, ma, mb, mc;
  for (int i = 0; i < n; i++) {
    da = 3.0 * (b - a);
    db = a * (2.0 - c) - b;
    dc = a * b - 0.7 * c;
    ma = a + 0.05 * da;
    mb = b + 0.05 * db;
    mc = c + 0.05 * dc;
    da = 3.0 * (mb - ma);
    db = ma * (2.0 - mc) - mb;
    dc = ma * mb - 0.7 * mc;
    a = a + 0.1 * da;
    b = b + 0.1 * db;
    c = c + 0.1 * dc * x[3];
    y[i] = a * b * c;
  }
}
