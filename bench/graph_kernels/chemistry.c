/* Rates of a network of six species and five reactions, two of them reversible, with its temperature:
 *   A + B <-> C, C + B -> D + A, 2 D -> E, C + D <-> F, E -> A + F
 * x: concentrations of A to F, temperature.
 * c: for every rate constant prefactor, exponent and activation temperature (21), heats of reaction (5), heat
 * capacities of the species (6). y: time derivatives of x. */
#include <math.h>

void chemistry(const double *x, const double *c, double *y) {
  double a = x[0], b = x[1], d = x[3], t = x[6];
  double logarithm = log(t), inverse = 1.0 / t;
  double forward, backward;

  forward = c[0] * exp(c[1] * logarithm - c[2] * inverse);
  backward = c[3] * exp(c[4] * logarithm - c[5] * inverse);
  double r1 = forward * a * b - backward * x[2];
  forward = c[6] * exp(c[7] * logarithm - c[8] * inverse);
  double r2 = forward * x[2] * b;
  forward = c[9] * exp(c[10] * logarithm - c[11] * inverse);
  double r3 = forward * d * d;
  forward = c[12] * exp(c[13] * logarithm - c[14] * inverse);
  backward = c[15] * exp(c[16] * logarithm - c[17] * inverse);
  double r4 = forward * x[2] * d - backward * x[5];
  forward = c[18] * exp(c[19] * logarithm - c[20] * inverse);
  double r5 = forward * x[4];

  y[0] = -r1 + r2 + r5;
  y[1] = -r1 - r2;
  y[2] = r1 - r2 - r4;
  y[3] = r2 - 2.0 * r3 - r4;
  y[4] = r3 - r5;
  y[5] = r4 + r5;
  double heat = c[21] * r1 + c[22] * r2 + c[23] * r3 + c[24] * r4 + c[25] * r5;
  double capacity = c[26] * a + c[27] * b + c[28] * x[2] + c[29] * d + c[30] * x[4] + c[31] * x[5];
  y[6] = -heat / capacity;
}

void chemistry_sum(int points, const double *x, const double *c, double *s) {
  double y[7];
  *s = 0.0;
  for (int i = 0; i < points; i++) {
    chemistry(x + 7 * i, c, y);
    for (int k = 0; k < 7; k++)
      *s += 0.5 * y[k] * y[k];
  }
}

/* Half the square of the state after that many steps of Euler's method. */
void chemistry_steps(int steps, const double *x, const double *c, double *s) {
  double state[7], y[7];
  for (int k = 0; k < 7; k++)
    state[k] = x[k];
  for (int i = 0; i < steps; i++) {
    chemistry(state, c, y);
    for (int k = 0; k < 7; k++)
      state[k] += 0.001 * y[k];
  }
  *s = 0.0;
  for (int k = 0; k < 7; k++)
    *s += 0.5 * state[k] * state[k];
}
