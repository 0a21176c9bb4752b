/* Single and double precision: the Jacobian is of the wider.
   head: mix(f,d)>(g,e)
   tolerance: 3e-4
   says: double *restrict jacobian */
#include <math.h>

void mix(const float f[2], const double *d, float *g, double *e) {
  float t = f[0] * f[1];
  double u = t + *d * 2;
  *g = sinf(t) / f[1] + (float)u;
  *e = u * exp(f[0]) + sqrt(*d);
}
