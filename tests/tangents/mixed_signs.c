/* Signed and unsigned numbers compared: no compiler warns of what is written.
   head: series(x)>(series)
   at: {"x": 0.7, "terms": 5, "offset": 3} */
#include <stddef.h>
#include <math.h>

__attribute__((weak)) double scaled(double x) { return 0.5 * x; }

double series(double x, unsigned terms, int offset)
{
  double sum = 0.0;
  for (int i = 1; i <= terms; i++)
    sum += pow(x, i) / i;
  for (size_t k = 0; k < offset; k++)
    sum += k > offset / 2 ? x : x * x;
  return sum * scaled(x);
}

double twice(double x) { return 2.0 * series(x, 5, 3); }
