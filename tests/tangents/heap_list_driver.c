#include <stdio.h>
extern double scale, scaled;
double model(int n, const double *x);
double model_d(int n, const double *x, const double *xd, double *model);

static double at(const double *x, const double *d, double h) {
  double y[6];
  for (int i = 0; i < 6; i++)
    y[i] = x[i] + h * d[i];
  scale = 2.0;
  return model(6, y);
}

int main(void) {
  double x[6] = {.1, .7, 1.3, .4, .5, .6}, d[6] = {1, -.5, .25, .3, .1, .9}, value, h = 1e-6;
  scale = 2.0;
  scaled = 0.0;
  double tangent = model_d(6, x, d, &value);
  printf("check %.17g %.17g\n", tangent, (at(x, d, h) - at(x, d, -h)) / (2 * h));
  printf("check %.17g %.17g\n", value, at(x, d, 0));
}
