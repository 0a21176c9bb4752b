/* Redlich-Kwong mixture of three components, in units where the gas constant is one.
 * x: temperature, volume, amounts. c: square roots of the attractions, covolumes.
 * y: pressure, residual enthalpy, residual chemical potentials over the temperature. */
#include <math.h>

void redlich(const double *x, const double *c, double *y) {
  double t = x[0], v = x[1];
  double n = x[2] + x[3] + x[4];
  double s = c[0] * x[2] + c[1] * x[3] + c[2] * x[4];
  double b = c[3] * x[2] + c[4] * x[3] + c[5] * x[4];
  double a = s * s;
  double root = sqrt(t);
  double gap = v - b, sum = v + b;
  double h = log(1.0 + b / v) / b;
  y[0] = n * t / gap - a / (root * v * sum);
  y[1] = -1.5 * a * h / root + y[0] * v - n * t;
  a = a / (root * t);
  double free = -log(1.0 - b / v);
  double repulsion = n / gap + a * h / b - a / (b * sum);
  double attraction = -2.0 * s * h / (root * t);
  y[2] = free + c[3] * repulsion + c[0] * attraction;
  y[3] = free + c[4] * repulsion + c[1] * attraction;
  y[4] = free + c[5] * repulsion + c[2] * attraction;
}

void redlich_sum(int points, const double *x, const double *c, double *s) {
  double y[5];
  *s = 0.0;
  for (int i = 0; i < points; i++) {
    redlich(x + 5 * i, c, y);
    *s += 0.5 * (y[0] * y[0] + y[1] * y[1] + y[2] * y[2] + y[3] * y[3] + y[4] * y[4]);
  }
}
