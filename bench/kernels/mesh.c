/* Rusanov fluxes of a gas on an unstructured mesh, gathered by edges and scattered to nodes.
 * size: nodes, edges, sweeps. x: density, momentum (two), energy of each node. index: the two nodes
 * of each edge. data: the normal of each edge. y: the state after the sweeps. */
#include "kernel.h"

static const double gamma_gas = 1.4;

static real pressure(const real *q) {
  return (gamma_gas - 1.0) * (q[3] - 0.5 * (q[1] * q[1] + q[2] * q[2]) / q[0]);
}

static void flux(const real *a, const real *b, const double *normal, real *out) {
  real pa = pressure(a), pb = pressure(b);
  real ua = (a[1] * normal[0] + a[2] * normal[1]) / a[0];
  real ub = (b[1] * normal[0] + b[2] * normal[1]) / b[0];
  double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1]);
  real speed = fmax(fabs(ua) + length * sqrt(gamma_gas * pa / a[0]),
                    fabs(ub) + length * sqrt(gamma_gas * pb / b[0]));
  out[0] = 0.5 * (a[0] * ua + b[0] * ub - speed * (b[0] - a[0]));
  for (int c = 0; c < 2; c++)
    out[1 + c] = 0.5 * (a[1 + c] * ua + b[1 + c] * ub + (pa + pb) * normal[c] -
                        speed * (b[1 + c] - a[1 + c]));
  out[3] = 0.5 * ((a[3] + pa) * ua + (b[3] + pb) * ub - speed * (b[3] - a[3]));
}

void mesh(const int *size, const int *index, const double *data, const real *x, real *y) {
  int nodes = size[0], edges = size[1];
  real *residual = RESERVE(4 * nodes);
  for (int i = 0; i < 4 * nodes; i++)
    y[i] = x[i];
  for (int t = 0; t < size[2]; t++) {
    for (int i = 0; i < 4 * nodes; i++)
      residual[i] = 0.0;
    for (int e = 0; e < edges; e++) {
      int a = 4 * index[2 * e], b = 4 * index[2 * e + 1];
      real through[4];
      flux(y + a, y + b, data + 2 * e, through);
      for (int c = 0; c < 4; c++) {
        residual[a + c] -= through[c];
        residual[b + c] += through[c];
      }
    }
    for (int i = 0; i < 4 * nodes; i++)
      y[i] += 0.01 * residual[i];
  }
  RELEASE(residual);
}
