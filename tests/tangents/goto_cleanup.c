/* goto: a loop by hand and the usual cleanup at the end.
   head: newton(a)>(newton) */
#include <math.h>
#include <stdlib.h>

double newton(double a)
{
  double *work = malloc(3 * sizeof(double)), x = 1, result;
  int steps = 0;
  if (!work)
    return 0;
  if (a < 0) {
    result = -a;
    goto done;
  }
again:
  work[0] = x * x * x - a;
  work[1] = 3 * x * x;
  if (fabs(work[0]) < 1e-14)
    goto converged;
  x -= work[0] / work[1];
  if (++steps < 30)
    goto again;
converged:
  x -= (x * x * x - a) / (3 * x * x);
  result = x * a;
done:
  free(work);
  return result;
}
