/* Roe's flux of the two-dimensional Euler equations through a face.
 * x: density, momentum and energy on the left, then on the right. c: unit normal, ratio of specific heats. y: flux. */
#include <math.h>

void roe(const double *x, const double *c, double *y) {
  double nx = c[0], ny = c[1], g = c[2] - 1.0;
  double rl = x[0], ul = x[1] / rl, vl = x[2] / rl;
  double pl = g * (x[3] - 0.5 * rl * (ul * ul + vl * vl));
  double hl = (x[3] + pl) / rl;
  double rr = x[4], ur = x[5] / rr, vr = x[6] / rr;
  double pr = g * (x[7] - 0.5 * rr * (ur * ur + vr * vr));
  double hr = (x[7] + pr) / rr;

  double wl = sqrt(rl), wr = sqrt(rr);
  double part = wl / (wl + wr), rest = 1.0 - part;
  double density = wl * wr;
  double u = part * ul + rest * ur, v = part * vl + rest * vr, h = part * hl + rest * hr;
  double half = 0.5 * (u * u + v * v);
  double a = sqrt(g * (h - half));
  double normal = u * nx + v * ny;

  double du = ur - ul, dv = vr - vl, dp = pr - pl;
  double dn = du * nx + dv * ny;
  double slow = fabs(normal - a), middle = fabs(normal), fast = fabs(normal + a);
  double w1 = slow * (dp - density * a * dn) / (2.0 * a * a);
  double w2 = middle * (rr - rl - dp / (a * a));
  double w3 = fast * (dp + density * a * dn) / (2.0 * a * a);
  double shear = middle * density;

  double through = rl * (ul * nx + vl * ny);
  y[0] = through;
  y[1] = through * ul + pl * nx;
  y[2] = through * vl + pl * ny;
  y[3] = through * hl;
  through = rr * (ur * nx + vr * ny);
  y[0] = 0.5 * (y[0] + through - (w1 + w2 + w3));
  double jump = w1 * (u - a * nx) + w2 * u + w3 * (u + a * nx) + shear * (du - dn * nx);
  y[1] = 0.5 * (y[1] + through * ur + pr * nx - jump);
  jump = w1 * (v - a * ny) + w2 * v + w3 * (v + a * ny) + shear * (dv - dn * ny);
  y[2] = 0.5 * (y[2] + through * vr + pr * ny - jump);
  jump = w1 * (h - a * normal) + w2 * half + w3 * (h + a * normal) + shear * (u * du + v * dv - normal * dn);
  y[3] = 0.5 * (y[3] + through * hr - jump);
}

void roe_sum(int points, const double *x, const double *c, double *s) {
  double y[4];
  *s = 0.0;
  for (int i = 0; i < points; i++) {
    roe(x + 8 * i, c, y);
    *s += 0.5 * (y[0] * y[0] + y[1] * y[1] + y[2] * y[2] + y[3] * y[3]);
  }
}
