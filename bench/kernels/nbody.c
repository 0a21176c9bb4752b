/* Bodies under softened gravity, leapfrog.
 * size: bodies, steps. x: positions, velocities, masses. data: time step, softening squared.
 * y: positions, velocities, the total energy at the end. */
#include "kernel.h"

static void accelerations(int n, const real *position, const real *mass, double softening,
                          real *out) {
  for (int i = 0; i < n; i++) {
    real ax = 0.0, ay = 0.0, az = 0.0;
    for (int j = 0; j < n; j++) {
      real dx = position[3 * j] - position[3 * i];
      real dy = position[3 * j + 1] - position[3 * i + 1];
      real dz = position[3 * j + 2] - position[3 * i + 2];
      real square = dx * dx + dy * dy + dz * dz + softening;
      real factor = mass[j] / (square * sqrt(square));
      ax += factor * dx;
      ay += factor * dy;
      az += factor * dz;
    }
    out[3 * i] = ax;
    out[3 * i + 1] = ay;
    out[3 * i + 2] = az;
  }
}

static real energy(int n, const real *position, const real *velocity, const real *mass,
                   double softening) {
  real sum = 0.0;
  for (int i = 0; i < n; i++) {
    real square = 0.0;
    for (int c = 0; c < 3; c++)
      square += velocity[3 * i + c] * velocity[3 * i + c];
    sum += 0.5 * mass[i] * square;
    for (int j = 0; j < i; j++) {
      real distance = softening;
      for (int c = 0; c < 3; c++)
        distance += pow(position[3 * i + c] - position[3 * j + c], 2.0);
      sum -= mass[i] * mass[j] / sqrt(distance);
    }
  }
  return sum;
}

void nbody(const int *size, const int *index, const double *data, const real *x, real *y) {
  int n = size[0], steps = size[1];
  const real *mass = x + 6 * n;
  real *velocity = y + 3 * n, *force = RESERVE(3 * n);
  (void)index;
  for (int i = 0; i < 6 * n; i++)
    y[i] = x[i];
  for (int t = 0; t < steps; t++) {
    accelerations(n, y, mass, data[1], force);
    for (int i = 0; i < 3 * n; i++) {
      velocity[i] += data[0] * force[i];
      y[i] += data[0] * velocity[i];
    }
  }
  y[6 * n] = energy(n, y, velocity, mass, data[1]);
  RELEASE(force);
}
