/* The neuron of Hodgkin and Huxley, its conductances unknown.
 * x: voltage, gates m, h, n, conductances of sodium, potassium and leak. c: the three reversal potentials,
 * capacity, current. y: time derivatives of voltage and gates. */
#include <math.h>

void hodgkin(const double *x, const double *c, double *y) {
  double v = x[0], m = x[1], h = x[2], n = x[3];
  double sodium = x[4] * m * m * m * h * (v - c[0]);
  double potassium = x[5] * n * n * n * n * (v - c[1]);
  double leak = x[6] * (v - c[2]);
  double opening, closing, shifted;
  y[0] = (c[4] - sodium - potassium - leak) / c[3];
  shifted = v + 40.0;
  opening = 0.1 * shifted / (1.0 - exp(-0.1 * shifted));
  closing = 4.0 * exp(-(v + 65.0) / 18.0);
  y[1] = opening * (1.0 - m) - closing * m;
  opening = 0.07 * exp(-(v + 65.0) / 20.0);
  closing = 1.0 / (1.0 + exp(-0.1 * (v + 35.0)));
  y[2] = opening * (1.0 - h) - closing * h;
  shifted = v + 55.0;
  opening = 0.01 * shifted / (1.0 - exp(-0.1 * shifted));
  closing = 0.125 * exp(-(v + 65.0) / 80.0);
  y[3] = opening * (1.0 - n) - closing * n;
}

void hodgkin_sum(int points, const double *x, const double *c, double *s) {
  double y[4];
  *s = 0.0;
  for (int i = 0; i < points; i++) {
    hodgkin(x + 7 * i, c, y);
    *s += 0.5 * (y[0] * y[0] + y[1] * y[1] + y[2] * y[2] + y[3] * y[3]);
  }
}

/* Half the square of the state after that many steps of Euler's method. */
void hodgkin_steps(int steps, const double *x, const double *c, double *s) {
  double state[7], y[4];
  for (int k = 0; k < 7; k++)
    state[k] = x[k];
  for (int i = 0; i < steps; i++) {
    hodgkin(state, c, y);
    for (int k = 0; k < 4; k++)
      state[k] += 0.01 * y[k];
  }
  *s = 0.5 * (state[0] * state[0] + state[1] * state[1] + state[2] * state[2] + state[3] * state[3]);
}
