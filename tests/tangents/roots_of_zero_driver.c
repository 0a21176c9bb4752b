#include <stdio.h>

void roots_of_zero_d(double zero, const double *x, double *xd, double *y, double *yd);

int main(void) {
  double x[2] = {2.0, 3.0}, xd[2] = {0.5, 0.25}, y[5] = {0}, yd[5] = {0};
  const double expected[5] = {0.25, 0.25, 0.0, 0.25, 0.25 / 2.0 - 3.0 * 0.5 / 4.0};
  roots_of_zero_d(0.0, x, xd, y, yd);
  for (int i = 0; i < 5; i++)
    printf("check %.17g %.17g\n", yd[i], expected[i]);
  return 0;
}
