/* Forward dynamics of a robot arm with two links in a vertical plane: M(q) a = torque - coriolis - gravity.
 * x: angles, velocities, torques. c: masses, lengths, distances of the centres, moments of inertia, gravity.
 * y: accelerations. */
#include <math.h>

void arm(const double *x, const double *c, double *y) {
  double m1 = c[0], m2 = c[1], l1 = c[2], r1 = c[4], r2 = c[5], g = c[8];
  double alpha = c[6] + c[7] + m1 * r1 * r1 + m2 * (l1 * l1 + r2 * r2);
  double beta = m2 * l1 * r2;
  double delta = c[7] + m2 * r2 * r2;
  double cosine = cos(x[1]), sine = sin(x[1]);
  double m11 = alpha + 2.0 * beta * cosine;
  double m12 = delta + beta * cosine;
  double coriolis = beta * sine;
  double weight = m2 * r2 * g * cos(x[0] + x[1]);
  double f1 = x[4] + coriolis * x[3] * (2.0 * x[2] + x[3]) - (m1 * r1 + m2 * l1) * g * cos(x[0]) - weight;
  double f2 = x[5] - coriolis * x[2] * x[2] - weight;
  double determinant = m11 * delta - m12 * m12;
  y[0] = (delta * f1 - m12 * f2) / determinant;
  y[1] = (m11 * f2 - m12 * f1) / determinant;
}

void arm_sum(int points, const double *x, const double *c, double *s) {
  double y[2];
  *s = 0.0;
  for (int i = 0; i < points; i++) {
    arm(x + 6 * i, c, y);
    *s += 0.5 * (y[0] * y[0] + y[1] * y[1]);
  }
}

/* Half the square of the state after that many steps, under constant torques. */
void arm_steps(int steps, const double *x, const double *c, double *s) {
  double state[6], y[2];
  for (int k = 0; k < 6; k++)
    state[k] = x[k];
  for (int i = 0; i < steps; i++) {
    arm(state, c, y);
    state[2] += 0.001 * y[0];
    state[3] += 0.001 * y[1];
    state[0] += 0.001 * state[2];
    state[1] += 0.001 * state[3];
  }
  *s = 0.5 * (state[0] * state[0] + state[1] * state[1] + state[2] * state[2] + state[3] * state[3]);
}
