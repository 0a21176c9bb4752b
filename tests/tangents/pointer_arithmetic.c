/* Pointers moved, compared and subtracted; negative subscripts.
   head: smooth(x)>(y)
   size: n=8 */
#include <stddef.h>

void smooth(int n, const double *x, double *y)
{
  const double *end = x + n, *mid = x + n / 2;
  double *out = y;
  for (const double *p = x + 1; p < end - 1; p++)
    *out++ = 0.25 * p[-1] + 0.5 * *p + 0.25 * p[1];
  ptrdiff_t written = out - y;
  for (const double *p = end; p-- > mid;)
    *out++ = *p * *(p - 1) * (double)written;
  y[written] += mid[0] * *(mid + 1);
}
