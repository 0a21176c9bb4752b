/* Functions with kinks and steps: the derivative is that of the piece the point lies in.
   head: kinks(x)>(y)
   complex step: it calls 'logb', which is not known for complex numbers
   size: n=6 */
#include <math.h>

void kinks(int n, const double *x, double *y)
{
  for (int i = 0; i < n; i++) {
    double a = 3 * x[i], b = x[(i + 1) % n] - 0.61;
    y[i] = fabs(b) * a + fmax(a, 4 * b) - fmin(a * a, 1.9 + b) + fdim(a, b);
    y[i] += fmod(a, 0.71) + remainder(a * a, x[i]) + copysign(a, b);
    y[i] += a * floor(a) + a * ceil(b) + a * trunc(5 * a) + b * round(a) + a * rint(7 * b);
    y[i] += nearbyint(a) * b * lround(2 * a) + a * (double)lrint(3 * a) + logb(a) * b + ilogb(a) * a;
  }
}
