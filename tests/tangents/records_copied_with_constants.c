// Records that are copied whole, some components constants: their derivatives are zero in every copy.
// head: copies(x)>(y)
#include <string.h>

struct state {
  double s;
  double a[4];
};

static double by_value(struct state q) {
  q.a[1] = q.s;
  return q.a[1] * q.a[2] * q.a[3];
}

void copies(int n, const double *x, double *y) {
  struct state first, pair[2], bytes;
  first.s = x[0];
  for (int j = 0; j < 4; j++)
    first.a[j] = 0.2 * j;
  for (int l = 0; l < 2; l++)
    pair[l] = first;
  double *q = pair[0].a;
  for (int i = 0; i < n && i < 4; i++)
    *q++ = pair[0].s;
  y[0] = (pair[1].a[3] + x[1]) * pair[0].a[0];
  y[1] = by_value(first);
  memcpy(&bytes, &first, sizeof first);
  bytes.a[1] = bytes.s;
  y[2] = bytes.a[1] * bytes.a[2] * bytes.a[3];
}
