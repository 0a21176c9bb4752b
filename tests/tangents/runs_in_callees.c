/* Straight-line callees, with globals, called in runs, with the same argument twice, for results
   that replace what they came from.
   head: drive(x)>(y)
   size: n=4 x=4 y=4 */
#include <math.h>

double shared = 0.3;
double kept = 1.0;

static double mix(double a, double b) {
  double t = a * b;
  a = t + shared;
  b = sin(a) - b;
  shared = shared * 0.5 + t * b;
  return a * b;
}

static void both(const double *a, const double *b, double *sum, double *product) {
  *sum = *a + *b * kept;
  *product = *a * *b;
  kept = kept * 0.9 + 0.1 * *sum;
  *product = *product - *sum;
}

void drive(int n, const double *x, double *y) {
  double s, p, last = 0.2;
  shared = 0.3;
  kept = 1.0;
  for (int i = 0; i < n; i++) {
    s = mix(x[i], last);
    p = s * shared;
    last = mix(p, p);
    both(&s, &last, &s, &p);
    p = p * last + s;
    last = 0.4 * p - shared;
    y[i] = last * s;
    both(&y[i], &y[i], &p, &s);
    shared = shared + 0.1 * p;
    y[i] = y[i] * s + kept;
  }
}
