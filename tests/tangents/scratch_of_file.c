/* Static variables of a file that every function writes before it reads them: the derivative has its own. */
/* head: total(x)>(total) */
/* head: scaled(x)>(y) */
#include <math.h>

static double carry = 1.0, work[3];
static int count;
static const double table[2] = {0.5, 2.0};
static double steps[2] = {0.25, 4.0};

static void square(const double *x) {
  carry = x[0] * x[0];
  count = 2;
}

double total(const double x[2]) {
  square(x);
  carry += x[1];
  return carry * carry * count;
}

void scaled(const double x[3], double *y) {
  double c[3];
  for (int i = 0; i < 3; i++)
    c[i] = x[i] * table[i % 2] + steps[i / 2];
  carry = c[0] * c[1];
  count = 3;
  while (count-- > 0)
    carry = sin(carry) + c[count];
  *y = carry * c[2];
}
