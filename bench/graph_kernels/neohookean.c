/* Compressible neo-Hookean material: first Piola-Kirchhoff stress P = mu F + (lambda ln J - mu) F^-T.
 * x: deformation gradient F, by rows. c: mu, lambda. y: P, by rows. */
#include <math.h>

void neohookean(const double *x, const double *c, double *y) {
  double mu = c[0], lambda = c[1];
  double k00 = x[4] * x[8] - x[5] * x[7];
  double k01 = x[5] * x[6] - x[3] * x[8];
  double k02 = x[3] * x[7] - x[4] * x[6];
  double k10 = x[2] * x[7] - x[1] * x[8];
  double k11 = x[0] * x[8] - x[2] * x[6];
  double k12 = x[1] * x[6] - x[0] * x[7];
  double k20 = x[1] * x[5] - x[2] * x[4];
  double k21 = x[2] * x[3] - x[0] * x[5];
  double k22 = x[0] * x[4] - x[1] * x[3];
  double volume = x[0] * k00 + x[1] * k01 + x[2] * k02;
  double factor = (lambda * log(volume) - mu) / volume;
  y[0] = mu * x[0] + factor * k00;
  y[1] = mu * x[1] + factor * k01;
  y[2] = mu * x[2] + factor * k02;
  y[3] = mu * x[3] + factor * k10;
  y[4] = mu * x[4] + factor * k11;
  y[5] = mu * x[5] + factor * k12;
  y[6] = mu * x[6] + factor * k20;
  y[7] = mu * x[7] + factor * k21;
  y[8] = mu * x[8] + factor * k22;
}

void neohookean_sum(int points, const double *x, const double *c, double *s) {
  double y[9];
  *s = 0.0;
  for (int i = 0; i < points; i++) {
    neohookean(x + 9 * i, c, y);
    for (int k = 0; k < 9; k++)
      *s += 0.5 * y[k] * y[k];
  }
}
