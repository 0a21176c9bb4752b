/* The image changes with the point before the camera by a 2 by 3 matrix; each of its rows goes back through the
 * rotation as in rodrigues.c. */
#include "hand.h"

struct rotation {
  double inverse, cosine, sine, rest, ax, ay, az, nx, ny, nz, dot;
};

static inline struct rotation turn(const double *x) {
  struct rotation r;
  double angle = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
  r.inverse = 1.0 / angle;
  r.cosine = cos(angle);
  r.sine = sin(angle);
  r.rest = 1.0 - r.cosine;
  r.ax = x[0] * r.inverse;
  r.ay = x[1] * r.inverse;
  r.az = x[2] * r.inverse;
  r.nx = r.ay * x[11] - r.az * x[10];
  r.ny = r.az * x[9] - r.ax * x[11];
  r.nz = r.ax * x[10] - r.ay * x[9];
  r.dot = r.ax * x[9] + r.ay * x[10] + r.az * x[11];
  return r;
}

/* What a change w of the result means for rotation, translation and point. */
static inline void row(const double *x, const struct rotation *r, double wx, double wy, double wz, double *out) {
  double px = x[9], py = x[10], pz = x[11], ax = r->ax, ay = r->ay, az = r->az;
  double seen = ax * wx + ay * wy + az * wz, across = r->rest * seen, along = r->rest * r->dot;
  double mx = r->sine * (py * wz - pz * wy) + along * wx + across * px;
  double my = r->sine * (pz * wx - px * wz) + along * wy + across * py;
  double mz = r->sine * (px * wy - py * wx) + along * wz + across * pz;
  double turned = r->cosine * (r->nx * wx + r->ny * wy + r->nz * wz) +
                  r->sine * (r->dot * seen - px * wx - py * wy - pz * wz) - r->inverse * (mx * ax + my * ay + mz * az);
  out[0] = turned * ax + r->inverse * mx;
  out[1] = turned * ay + r->inverse * my;
  out[2] = turned * az + r->inverse * mz;
  out[3] = wx;
  out[4] = wy;
  out[5] = wz;
  out[9] = r->cosine * wx - r->sine * (ay * wz - az * wy) + across * ax;
  out[10] = r->cosine * wy - r->sine * (az * wx - ax * wz) + across * ay;
  out[11] = r->cosine * wz - r->sine * (ax * wy - ay * wx) + across * az;
}

struct image {
  double u, v, square, distortion, depth; /* depth: -1/z */
};

static inline struct image see(const double *x, const struct rotation *r) {
  struct image i;
  double along = r->rest * r->dot;
  double px = x[9] * r->cosine + r->nx * r->sine + r->ax * along + x[3];
  double py = x[10] * r->cosine + r->ny * r->sine + r->ay * along + x[4];
  double pz = x[11] * r->cosine + r->nz * r->sine + r->az * along + x[5];
  i.depth = -1.0 / pz;
  i.u = px * i.depth;
  i.v = py * i.depth;
  i.square = i.u * i.u + i.v * i.v;
  i.distortion = 1.0 + i.square * (x[7] + x[8] * i.square);
  return i;
}

void camera_hand_j(const double *x, const double *c, double *y, double *jacobian) {
  struct rotation r = turn(x);
  struct image i = see(x, &r);
  double scale = x[6] * i.distortion, bend = 2.0 * x[6] * (x[7] + 2.0 * x[8] * i.square);
  double uu = scale + bend * i.u * i.u, uv = bend * i.u * i.v, vv = scale + bend * i.v * i.v;
  y[0] = scale * i.u - c[0];
  y[1] = scale * i.v - c[1];
  row(x, &r, uu * i.depth, uv * i.depth, (uu * i.u + uv * i.v) * i.depth, jacobian);
  row(x, &r, uv * i.depth, vv * i.depth, (uv * i.u + vv * i.v) * i.depth, jacobian + 12);
  double first = x[6] * i.square, second = first * i.square;
  jacobian[6] = i.distortion * i.u;
  jacobian[7] = first * i.u;
  jacobian[8] = second * i.u;
  jacobian[18] = i.distortion * i.v;
  jacobian[19] = first * i.v;
  jacobian[20] = second * i.v;
}

static inline void back(const double *x, double *xb, const double *c, const double *yb, double weight) {
  struct rotation r = turn(x);
  struct image i = see(x, &r);
  double scale = x[6] * i.distortion;
  double w0 = SEED(0, scale * i.u - c[0]), w1 = SEED(1, scale * i.v - c[1]);
  double both = w0 * i.u + w1 * i.v, bent = x[6] * both;
  double spread = 2.0 * bent * (x[7] + 2.0 * x[8] * i.square);
  double ub = scale * w0 + spread * i.u, vb = scale * w1 + spread * i.v;
  double change[12];
  change[6] = i.distortion * both;
  change[7] = bent * i.square;
  change[8] = bent * i.square * i.square;
  row(x, &r, ub * i.depth, vb * i.depth, (ub * i.u + vb * i.v) * i.depth, change);
  EACH(k, 0, 12)
    xb[k] += change[k];
}

ADJOINTS(camera, 12)
