/* Steps that say what they do not use, and that end the program where something is wrong.
   head: steps(x)>(steps) */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

static void step(int i, double *u)
{
  (void)i;
  assert(*u < 100);
  if (*u < -100)
    abort();
  *u = sin(*u) + 0.1;
}

double steps(double x)
{
  double u = x;
  for (int i = 0; i < 12; i++)
    step(i, &u);
  return u * u;
}
