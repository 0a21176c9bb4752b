/* A polynomial's roots by Durand and Kerner's iteration: arrays of complex numbers.
   head: spread(c)>(spread)
   complex step: it computes with complex numbers itself */
#include <complex.h>

#define DEGREE 3

double spread(const double c[DEGREE])
{
  double complex r[DEGREE];
  for (int i = 0; i < DEGREE; i++)
    r[i] = cpow(0.4 + 0.9 * I, i);
  for (int step = 0; step < 40; step++)
    for (int i = 0; i < DEGREE; i++) {
      double complex value = 1, other = 1;
      for (int k = DEGREE - 1; k >= 0; k--)
        value = value * r[i] + c[k];
      for (int j = 0; j < DEGREE; j++)
        if (j != i)
          other *= r[i] - r[j];
      r[i] -= value / other;
    }
  double sum = 0;
  for (int i = 0; i < DEGREE; i++)
    sum += cabs(r[i]) + creal(r[i] * r[i]);
  return sum;
}
