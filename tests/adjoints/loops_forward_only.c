/* A loop in a branch of a called procedure that only the forward sweep runs: the backward sweep asks neither
   how often it ran nor whether.
   head: outer(x)>(y)
   size: n=3 */
#include <math.h>
static void scale(int n, double *a) {
  double limits[4] = {0.1, 0.2, 0.3, 0.4};
  int rounds = 0, returned = 0;
  if (limits[0] < 0.9) {
    while (rounds < n) {
      if (limits[rounds] > 0.35)
        break;
      rounds++;
    }
    returned = rounds > 7;
  }
  if (!returned)
    for (int i = 0; i < n; i++)
      a[i] = sin(a[i]) * 0.9;
}

void outer(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[0];
  scale(n, y);
  scale(n - 1, y + 1);
}
