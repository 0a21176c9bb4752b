/* Results through pointers, some of them optional, and a status as the return value.
   head: quadratic(a,b,c)>(x1,x2) */
#include <math.h>
#include <stddef.h>

static int roots(double a, double b, double c, double *x1, double *x2, double *gap)
{
  double d = b * b - 4 * a * c;
  if (d < 0)
    return -1;
  double q = -0.5 * (b + copysign(sqrt(d), b));
  *x1 = q / a;
  *x2 = c / q;
  if (gap)
    *gap = *x1 - *x2;
  return 0;
}

int quadratic(double a, double b, double c, double *x1, double *x2)
{
  double gap;
  b += 3;
  if (roots(a, b, c, x1, x2, &gap) || roots(a, b, c, x1, x2, NULL))
    return 1;
  *x1 += gap * gap;
  return 0;
}
