// Numbers whose bytes are padded: those of two runs differ where the numbers do not.
// head: wave(x)>(wave)
// head: mean(x)>(m)
#include <math.h>
long double wave(long double x) {
  long double y = sinl(x) * x;
  return y * y + expl(-x);
}

void mean(int n, const long double *x, long double *m) {
  *m = 0;
  for (int i = 0; i < n; i++)
    *m += x[i] * x[i] / n;
}
