/* The adjoint of nbody.c. The positions of all steps are kept; pairs are walked as the original
 * walks them. */
#include "hand.h"

static void accelerations(int n, const double *position, const double *mass, double softening,
                          double *out) {
  for (int i = 0; i < n; i++) {
    double ax = 0.0, ay = 0.0, az = 0.0;
    for (int j = 0; j < n; j++) {
      double dx = position[3 * j] - position[3 * i];
      double dy = position[3 * j + 1] - position[3 * i + 1];
      double dz = position[3 * j + 2] - position[3 * i + 2];
      double square = dx * dx + dy * dy + dz * dz + softening;
      double factor = mass[j] / (square * sqrt(square));
      ax += factor * dx;
      ay += factor * dy;
      az += factor * dz;
    }
    out[3 * i] = ax;
    out[3 * i + 1] = ay;
    out[3 * i + 2] = az;
  }
}

/* w: the adjoints of the accelerations */
static void accelerations_back(int n, const double *restrict position, const double *restrict mass,
                               double softening, const double *restrict w,
                               double *restrict positionb, double *restrict massb) {
  for (int i = 0; i < n; i++) {
    double wx = w[3 * i], wy = w[3 * i + 1], wz = w[3 * i + 2], sx = 0.0, sy = 0.0, sz = 0.0;
    for (int j = 0; j < n; j++) {
      double dx = position[3 * j] - position[3 * i];
      double dy = position[3 * j + 1] - position[3 * i + 1];
      double dz = position[3 * j + 2] - position[3 * i + 2];
      double inverse = 1.0 / (dx * dx + dy * dy + dz * dz + softening);
      double cube = inverse * sqrt(inverse), factor = mass[j] * cube;
      double along = dx * wx + dy * wy + dz * wz, radial = -3.0 * along * inverse;
      double gx = factor * (wx + radial * dx), gy = factor * (wy + radial * dy);
      double gz = factor * (wz + radial * dz);
      massb[j] += along * cube;
      positionb[3 * j] += gx;
      positionb[3 * j + 1] += gy;
      positionb[3 * j + 2] += gz;
      sx += gx;
      sy += gy;
      sz += gz;
    }
    positionb[3 * i] -= sx;
    positionb[3 * i + 1] -= sy;
    positionb[3 * i + 2] -= sz;
  }
}

static void energy_back(int n, const double *position, const double *velocity, const double *mass,
                        double softening, double seed, double *positionb, double *velocityb,
                        double *massb) {
  for (int i = 0; i < n; i++) {
    double square = 0.0;
    for (int c = 0; c < 3; c++) {
      square += velocity[3 * i + c] * velocity[3 * i + c];
      velocityb[3 * i + c] += seed * mass[i] * velocity[3 * i + c];
    }
    massb[i] += 0.5 * seed * square;
    for (int j = 0; j < i; j++) {
      double d[3], distance = softening;
      for (int c = 0; c < 3; c++) {
        d[c] = position[3 * i + c] - position[3 * j + c];
        distance += d[c] * d[c];
      }
      double inverse = 1.0 / sqrt(distance), potential = seed * inverse;
      double force = potential * inverse * inverse * mass[i] * mass[j];
      massb[i] -= potential * mass[j];
      massb[j] -= potential * mass[i];
      for (int c = 0; c < 3; c++) {
        positionb[3 * i + c] += force * d[c];
        positionb[3 * j + c] -= force * d[c];
      }
    }
  }
}

void nbody_hand(const int *size, const int *index, const double *data, const double *x, double *xb,
                double *y, double *yb) {
  int n = size[0], steps = size[1], n3 = 3 * n;
  const double *mass = x + 6 * n;
  double dt = data[0], *massb = xb + 6 * n, *velocity = y + n3, *velocityb = yb + n3;
  double *kept = reserve((size_t)n3 * (steps + 1)), *force = y; /* and its adjoint */
  memcpy(kept, x, sizeof(double) * n3);
  memcpy(velocity, x + n3, sizeof(double) * n3);
  for (int t = 0; t < steps; t++) {
    const double *at = kept + (size_t)n3 * t;
    double *next = kept + (size_t)n3 * (t + 1);
    accelerations(n, at, mass, data[1], force);
    for (int i = 0; i < n3; i++) {
      velocity[i] += dt * force[i];
      next[i] = at[i] + dt * velocity[i];
    }
  }
  energy_back(n, kept + (size_t)n3 * steps, velocity, mass, data[1], yb[6 * n], yb, velocityb,
              massb);
  for (int t = steps - 1; t >= 0; t--) {
    for (int i = 0; i < n3; i++) {
      velocityb[i] += dt * yb[i];
      force[i] = dt * velocityb[i];
    }
    accelerations_back(n, kept + (size_t)n3 * t, mass, data[1], force, yb, massb);
  }
  for (int i = 0; i < 2 * n3; i++)
    xb[i] += yb[i];
  free(kept);
  (void)index;
}
