#include <stdio.h>
#include <string.h>
double sum(int n, const double *x);
void mix(int n, const double *x, double *y);
double chain(int n, const double *x, double *y);
double sum_b(int n, const double *x, double *xb, double sumb);
void mix_b(int n, const double *x, double *xb, double *y, double *yb);
double chain_b(int n, const double *x, double *xb, double *y, double *yb);

int main(void) {
  double x[4] = {0.3, 0.5, -0.7, 1.1}, xb[4] = {0}, y[4] = {1, 2, 3, 4}, y0[4] = {1, 2, 3, 4};
  double yb[4] = {1, 1, 1, 1};
  if (sum(4, x) != sum_b(4, x, xb, 1.0))
    return puts("sum"), 1;
  mix(4, x, y0);
  mix_b(4, x, xb, y, yb);
  if (memcmp(y, y0, sizeof y))
    return puts("mix"), 1;
  double r0 = chain(4, x, y0), r = chain_b(4, x, xb, y, yb);
  if (r != r0 || memcmp(y, y0, sizeof y))
    return puts("chain"), 1;
  return 0;
}
