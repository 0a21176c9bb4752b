#include <stdio.h>
double f(int n, const double *x, const double *w);
double f_d(int n, const double *x, const double *xd, const double *w, double *f);

int main(void) {
  double x[4] = {.4, .7, 1.3, .9}, d[4] = {1, -.5, .25, .3}, w[2] = {.8, .2}, p[4], m[4], value;
  double h = 1e-6;
  for (int i = 0; i < 4; i++)
    p[i] = x[i] + h * d[i], m[i] = x[i] - h * d[i];
  double tangent = f_d(4, x, d, w, &value);
  printf("check %.17g %.17g\n", tangent, (f(4, p, w) - f(4, m, w)) / (2 * h));
  printf("check %.17g %.17g\n", f_d(0, x, d, w, &value), 0.0);
}
