/* Accelerations of three bodies that attract each other.
 * x: their positions. c: their masses, the square of a softening length. y: accelerations. */
#include <math.h>

void threebody(const double *x, const double *c, double *y) {
  double dx, dy, dz, square, cube, pull;

  dx = x[3] - x[0];
  dy = x[4] - x[1];
  dz = x[5] - x[2];
  square = dx * dx + dy * dy + dz * dz + c[3];
  cube = square * sqrt(square);
  pull = c[1] / cube;
  y[0] = pull * dx;
  y[1] = pull * dy;
  y[2] = pull * dz;
  pull = c[0] / cube;
  y[3] = -pull * dx;
  y[4] = -pull * dy;
  y[5] = -pull * dz;

  dx = x[6] - x[0];
  dy = x[7] - x[1];
  dz = x[8] - x[2];
  square = dx * dx + dy * dy + dz * dz + c[3];
  cube = square * sqrt(square);
  pull = c[2] / cube;
  y[0] += pull * dx;
  y[1] += pull * dy;
  y[2] += pull * dz;
  pull = c[0] / cube;
  y[6] = -pull * dx;
  y[7] = -pull * dy;
  y[8] = -pull * dz;

  dx = x[6] - x[3];
  dy = x[7] - x[4];
  dz = x[8] - x[5];
  square = dx * dx + dy * dy + dz * dz + c[3];
  cube = square * sqrt(square);
  pull = c[2] / cube;
  y[3] += pull * dx;
  y[4] += pull * dy;
  y[5] += pull * dz;
  pull = c[1] / cube;
  y[6] -= pull * dx;
  y[7] -= pull * dy;
  y[8] -= pull * dz;
}

void threebody_sum(int points, const double *x, const double *c, double *s) {
  double y[9];
  *s = 0.0;
  for (int i = 0; i < points; i++) {
    threebody(x + 9 * i, c, y);
    for (int k = 0; k < 9; k++)
      *s += 0.5 * y[k] * y[k];
  }
}
