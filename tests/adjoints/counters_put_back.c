/* A loop that only the backward sweep runs, in another such loop, in one that is left early: where its counter
   is kept, the forward sweep gets there.
   head: sift(x,y)>(s,x) */
#include <math.h>
void sift(double *x, double *s, const double *y) {
  int k = *s > 1.1, rounds = 0, i, j, m = 3;
  for (i = 2; i > k; i--) {
    if (++rounds > 9)
      break;
    x[0] += m * y[1];
    for (j = 1; j <= 2; j++) {
      int first = k & 7, last = first + 2;
      for (m = first; m < last; m++)
        x[m & 3] = sin(y[k & 3]) + 0.1 * j;
    }
  }
  *s = x[0] * x[1];
}
