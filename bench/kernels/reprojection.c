/* Bundle adjustment: reprojection errors of points seen by cameras with radial distortion.
 * size: cameras, points, observations. x: cameras (rotation vector, centre, focal length, principal
 * point, two distortions), points, weights of observations. index: camera and point of each
 * observation. data: what was seen. y: two errors of each observation, then one of its weight. */
#include "kernel.h"

static real dot(const real *a, const real *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void cross(const real *a, const real *b, real *out) {
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/* Rodrigues' formula */
static void rotate(const real *rotation, const real *p, real *out) {
  real square = dot(rotation, rotation);
  real axis[3], normal[3];
  if (square > 1e-20) {
    real angle = sqrt(square), cosine = cos(angle), sine = sin(angle);
    for (int i = 0; i < 3; i++)
      axis[i] = rotation[i] / angle;
    cross(axis, p, normal);
    real along = dot(axis, p) * (1.0 - cosine);
    for (int i = 0; i < 3; i++)
      out[i] = p[i] * cosine + normal[i] * sine + axis[i] * along;
  } else {
    cross(rotation, p, normal);
    for (int i = 0; i < 3; i++)
      out[i] = p[i] + normal[i];
  }
}

static void project(const real *camera, const real *p, real *out) {
  real moved[3], seen[3];
  for (int i = 0; i < 3; i++)
    moved[i] = p[i] - camera[3 + i];
  rotate(camera, moved, seen);
  real u = seen[0] / seen[2], v = seen[1] / seen[2];
  real square = u * u + v * v;
  real distortion = 1.0 + camera[9] * square + camera[10] * square * square;
  out[0] = u * distortion * camera[6] + camera[7];
  out[1] = v * distortion * camera[6] + camera[8];
}

void reprojection(const int *size, const int *index, const double *data, const real *x, real *y) {
  int cameras = size[0], points = size[1], observations = size[2];
  const real *point = x + 11 * cameras, *weight = point + 3 * points;
  for (int i = 0; i < observations; i++) {
    real seen[2];
    project(x + 11 * index[2 * i], point + 3 * index[2 * i + 1], seen);
    y[2 * i] = weight[i] * (seen[0] - data[2 * i]);
    y[2 * i + 1] = weight[i] * (seen[1] - data[2 * i + 1]);
    y[2 * observations + i] = 1.0 - weight[i] * weight[i];
  }
}
