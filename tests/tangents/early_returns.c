/* Guard clauses and results from many places.
   head: friction(re,rough)>(friction) */
#include <math.h>

double friction(double re, double rough)
{
  re *= 1e4;
  if (re <= 0)
    return 0;
  if (re < 2300)
    return 64 / re;
  if (rough < 1e-8)
    return 0.316 / pow(re, 0.25);
  double f = 0.02;
  for (int i = 0; i < 50; i++) {
    double next = pow(-2 * log10(rough / 3.7 + 2.51 / (re * sqrt(f))), -2);
    if (fabs(next - f) < 1e-15)
      return next;
    f = next;
  }
  return f;
}
