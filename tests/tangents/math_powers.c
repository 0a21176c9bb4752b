/* Powers in all their forms: variable base, variable exponent, both, whole and half exponents.
   head: powers(x,y)>(z) */
#include <math.h>

void powers(double x, double y, double *z)
{
  int n = 3;
  z[0] = pow(x, 2);
  z[1] = pow(x, y);
  z[2] = pow(2.0, y);
  z[3] = pow(x, n) + pow(x, -n);
  z[4] = pow(x, 0.5) * pow(y, -1.5);
  z[5] = pow(x * y, x - y);
  z[6] = pow(x, 0) + pow(x, 1);
  z[7] = pow(-x, 3.0) * y;
  z[8] = pow(pow(x, y), 1 / y);
  z[9] = pow(x, n - 3);
}
