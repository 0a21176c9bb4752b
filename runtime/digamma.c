#include <math.h>

/* The digamma function, the derivative of log(gamma(x)). Accurate to a few units in the last place
   for x > 0, its root near 1.46 included; for x < 0 relative to the larger of the terms in its
   reflection. Infinite at 0, -1, -2, ... */
static double costate_digamma(double argument)
{
  /* B(2k)/(2k), where log(x) - 1/(2x) - sum of B(2k)/(2k x^2k) has the limit digamma(x). */
  static const double series[] = {
    (double)1/12, -(double)1/120, (double)1/252, -(double)1/240, (double)1/132,
    -(double)691/32760, (double)1/12, -(double)3617/8160, (double)43867/14364,
    -(double)174611/6600, (double)77683/276};
  enum { terms = sizeof series/sizeof series[0] };
  /* The root, in pieces whose sum is exact beyond the working precision. */
  const double root[] = {1569415565.0/1073741824.0, 381566830.0/1152921504606846976.0,
                         9.0163120932586959e-20};
  const double threshold = 10.0;
  double x = argument, sum = 0.0;
  int k;

  if (x <= 0.0) {
    double pi = 4.0*atan((double)1);
    sum = -pi/tan(pi*(x - floor(x + 0.5)));
    x = 1.0 - x;
  }
  if (x < 1.0) {
    sum -= 1.0/x;
    x += 1.0;
  }
  if (x < 3.0) {
    /* digamma(x) - digamma(root), with the factor h = x - root taken out of every term. */
    double h = ((x - root[0]) - root[1]) - root[2];
    double a = x, b = root[0] + root[1] + root[2], slope = 0.0, p = series[terms - 1], q = 0.0, u, v;
    while (b < threshold) {
      slope += 1.0/(a*b);
      a += 1.0;
      b += 1.0;
    }
    u = 1.0/(a*a);
    v = 1.0/(b*b);
    for (k = terms - 2; k >= -1; --k) {
      q = q*u + p;
      p = p*v + (k >= 0 ? series[k] : 0.0);
    }
    slope += 0.5/(a*b) + (a + b)*u*v*q;
    return sum + (h*slope + 2.0*atanh(h/(a + b)));
  }
  while (x < threshold) {
    sum -= 1.0/x;
    x += 1.0;
  }
  {
    double u = 1.0/(x*x), p = 0.0;
    for (k = terms - 1; k >= 0; --k)
      p = (p + series[k])*u;
    return sum + log(x) - 0.5/x - p;
  }
}
