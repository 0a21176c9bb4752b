/* The turned point is y = cos p + sin a x p + (1 - cos) (a.p) a for the axis a = r/|r|. It changes with the angle by
 * -sin p + cos a x p + sin (a.p) a and with the axis by M = -sin [p] + (1 - cos) ((a.p) 1 + a p^T), where only what is
 * normal to the axis can change it: dy/dr = (dy/dangle - M a/|r|) a^T + M/|r|. dy/dp is the rotation itself. */
#include "hand.h"

void rodrigues_hand_j(const double *x, const double *c, double *y, double *jacobian) {
  double angle = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]), inverse = 1.0 / angle;
  double cosine = cos(angle), sine = sin(angle), rest = 1.0 - cosine;
  double ax = x[0] * inverse, ay = x[1] * inverse, az = x[2] * inverse;
  double px = x[3], py = x[4], pz = x[5];
  double nx = ay * pz - az * py, ny = az * px - ax * pz, nz = ax * py - ay * px;
  double dot = ax * px + ay * py + az * pz, along = dot * rest;
  y[0] = px * cosine + nx * sine + ax * along + c[0];
  y[1] = py * cosine + ny * sine + ay * along + c[1];
  y[2] = pz * cosine + nz * sine + az * along + c[2];

  double s = sine * inverse, k = rest * inverse, l = k * dot, turned = dot * (sine - 2.0 * k), f = cosine - s;
  double dx = -sine * px + f * nx + turned * ax;
  double dy = -sine * py + f * ny + turned * ay;
  double dz = -sine * pz + f * nz + turned * az;
  double kx = k * ax, ky = k * ay, kz = k * az;
  jacobian[0] = dx * ax + kx * px + l;
  jacobian[1] = dx * ay + kx * py + s * pz;
  jacobian[2] = dx * az + kx * pz - s * py;
  jacobian[6] = dy * ax + ky * px - s * pz;
  jacobian[7] = dy * ay + ky * py + l;
  jacobian[8] = dy * az + ky * pz + s * px;
  jacobian[12] = dz * ax + kz * px + s * py;
  jacobian[13] = dz * ay + kz * py - s * px;
  jacobian[14] = dz * az + kz * pz + l;

  double xy = rest * ax * ay, yz = rest * ay * az, zx = rest * az * ax;
  double sx = sine * ax, sy = sine * ay, sz = sine * az;
  jacobian[3] = cosine + rest * ax * ax;
  jacobian[4] = xy - sz;
  jacobian[5] = zx + sy;
  jacobian[9] = xy + sz;
  jacobian[10] = cosine + rest * ay * ay;
  jacobian[11] = yz - sx;
  jacobian[15] = zx - sy;
  jacobian[16] = yz + sx;
  jacobian[17] = cosine + rest * az * az;
}

static inline void back(const double *x, double *xb, const double *c, const double *yb, double weight) {
  double angle = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]), inverse = 1.0 / angle;
  double cosine = cos(angle), sine = sin(angle), rest = 1.0 - cosine;
  double ax = x[0] * inverse, ay = x[1] * inverse, az = x[2] * inverse;
  double px = x[3], py = x[4], pz = x[5];
  double nx = ay * pz - az * py, ny = az * px - ax * pz, nz = ax * py - ay * px;
  double dot = ax * px + ay * py + az * pz, along = dot * rest;
  double wx = SEED(0, px * cosine + nx * sine + ax * along + c[0]);
  double wy = SEED(1, py * cosine + ny * sine + ay * along + c[1]);
  double wz = SEED(2, pz * cosine + nz * sine + az * along + c[2]);

  double seen = ax * wx + ay * wy + az * wz, across = rest * seen;
  double mx = sine * (py * wz - pz * wy) + along * wx + across * px;
  double my = sine * (pz * wx - px * wz) + along * wy + across * py;
  double mz = sine * (px * wy - py * wx) + along * wz + across * pz;
  double turned = cosine * (nx * wx + ny * wy + nz * wz) + sine * (dot * seen - px * wx - py * wy - pz * wz) -
                  inverse * (mx * ax + my * ay + mz * az);
  xb[0] += turned * ax + inverse * mx;
  xb[1] += turned * ay + inverse * my;
  xb[2] += turned * az + inverse * mz;
  xb[3] += cosine * wx - sine * (ay * wz - az * wy) + across * ax;
  xb[4] += cosine * wy - sine * (az * wx - ax * wz) + across * ay;
  xb[5] += cosine * wz - sine * (ax * wy - ay * wx) + across * az;
}

ADJOINTS(rodrigues, 6)
