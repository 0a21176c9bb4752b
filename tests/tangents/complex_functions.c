/* complex.h: functions, parts, conjugates and mixed arithmetic.
   head: wave(x,z)>(w)
   complex step: it computes with complex numbers itself */
#include <complex.h>

void wave(double x, double complex z, double complex *w)
{
  w[0] = cexp(I * z) * x + csin(z) - ccos(x * z);
  w[1] = csqrt(z + 1) / clog(z + 2);
  w[2] = conj(z) * z + creal(z) * I + cimag(z);
  w[3] = cpow(z, 1.5) + cpow(z, z) - cabs(z) * carg(z);
  w[4] = ctanh(z) + casin(z / 3) + catan(z / 2) * csinh(z);
  w[5] = (x + I * x * x) / z;
}
