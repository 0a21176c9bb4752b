/* Static locals: a table made at the first call, and the previous value.
   head: track(x)>(track)
   size: n=5 */
#include <math.h>

static double damped(double v)
{
  static double previous;
  static int calls = 0;
  static double table[8];
  if (calls++ % 5 == 0) {
    previous = 0.25;
    for (int i = 0; i < 8; i++)
      table[i] = exp(-0.5 * i);
  }
  double result = 0.7 * previous + v * table[calls % 5];
  previous = result * result;
  return result;
}

double track(int n, const double *x)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += damped(x[i]);
  return sum;
}
