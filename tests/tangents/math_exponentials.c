/* Exponentials, logarithms and roots of math.h.
   head: growth(x)>(growth)
   size: n=6 */
#include <math.h>

double growth(int n, const double *x)
{
  double sum = 0.0;
  for (int i = 0; i < n; i++) {
    double t = x[i];
    sum += exp(-t) + exp2(t / 3) + expm1(t * t) + log(t + 2) + log2(t + 1) + log10(3 * t + 1);
    sum += log1p(t) * sqrt(t + 1) - cbrt(t - 4);
  }
  return sum;
}
