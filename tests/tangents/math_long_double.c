/* Extended precision inside, double outside.
   head: extended(x)>(extended)
   complex step: it calls 'lgamma', which is not known for complex numbers
   size: n=5 */
#include <math.h>

double extended(int n, const double *x)
{
  long double sum = 0.0L, c = 0.1L;
  for (int i = 0; i < n; i++) {
    long double t = x[i];
    sum += expl(-t) * sinl(t) + sqrtl(t + c) + powl(t, 1.5L) + logl(1 + t) / 3 + fabsl(t - 10);
    sum += fmal(t, t, c) + erfl(t) + tgammal(t + 1) + lgammal(t + 2.0L) + hypotl(t, 2);
  }
  return (double)sum;
}
