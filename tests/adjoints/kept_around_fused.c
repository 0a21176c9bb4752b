/* A nest that keeps an integer for every iteration, and inside it a loop that runs both sweeps of each
   iteration and has loops of its own: the outer nest's array is made before the outer nest.
   head: mix(x)>(y)
   flags: --no-activity
   size: n=4 x=4 y=4 */
#include <math.h>

void mix(int n, const double *x, double *y) {
  double v = 0.3, w[4];
  double *q = 0;
  int k = 2, left;
  unsigned l, m;
  for (int j = 0; j < 4; j++)
    w[j] = x[3] + 0.1 * j;
  for (int i = 1; i < 3; i++) {
    for (l = 1; l <= 2; ++l) {
      w[k++ & 3] = 0.25 * sin(fabs(x[i]));
      k &= 7;
    }
    for (m = 0; m < (unsigned)n; m++) {
      q = w;
      left = 2;
      while (left-- > 0)
        *q = sinh(sin(sin(v))) * (1.0 + *q * *q), q++;
    }
  }
  for (int j = 0; j < n; j++)
    y[j] += x[j];
}
