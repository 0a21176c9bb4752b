/* head: sum(x)>(sum)
   head: mix(x)>(y)
   head: chain(x,y)>(y) */
#include <math.h>

static double weight = 0.5;

double sum(int n, const double *x) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i] * x[i];
  return weight * s;
}

void mix(int n, const double *x, double *y) {
  for (int i = 0; i < n; i++)
    y[i] = exp(x[i]) * x[n - 1 - i];
}

/* The backward sweep takes y back to what it was. */
double chain(int n, const double *x, double *y) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * x[i] + y[i] * y[i];
  n = n - 1;
  return y[n];
}
