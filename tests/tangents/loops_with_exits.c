/* do-while, break, continue, a loop left by return, an endless loop.
   head: search(x)>(search)
   size: n=8 */
#include <math.h>

static double first_above(const double *x, int n, double limit)
{
  for (int i = 0; i < n; i++) {
    if (x[i] <= limit)
      continue;
    return x[i] * limit;
  }
  return limit;
}

double search(int n, const double *x)
{
  double t = x[0], sum = 0;
  int k = 0;
  do {
    t = 0.5 * (t + 2 / t);
    if (++k > 5)
      break;
  } while (fabs(t * t - 2) > 1e-3);
  for (;;) {
    sum += x[k % n] * t;
    if (sum > 2)
      break;
    k++;
  }
  while (k-- > 0) {
    if (k % 2)
      continue;
    sum += first_above(x, n, 0.1 * k) * x[k % n];
  }
  return sum;
}
