/* Calls through a pointer with arguments that are worth a temporary: every branch computes its own.
   head: pick(x)>(y)
   size: n=4 */
#include <math.h>
static double first(double a) { return a * a; }
static double second(double a) { return sin(a); }
static double third(double a) { return 0.5; (void)a; }

void pick(int n, const double *x, double *y) {
  double (*f)(double) = first;
  for (int i = 0; i < n; i++) {
    y[i] = f(sqrt(1.0 + x[i] * x[i])) + f(atan2(0.45, 1.5 + x[i] * x[0]));
    f = i % 3 == 0 ? second : i % 3 == 1 ? third : first;
  }
}
