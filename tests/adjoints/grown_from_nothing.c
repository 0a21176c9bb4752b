/* realloc of what was NULL, in a loop, of numbers and of records.
   head: collect(x)>(collect)
   size: n=7 */
#include <stdlib.h>

struct pair {
  double first, second;
  int index;
};

double collect(int n, const double *x)
{
  double *all = NULL, sum = 0;
  struct pair *pairs = malloc(sizeof *pairs);
  pairs[0].first = x[0];
  pairs[0].second = 2;
  pairs[0].index = 0;
  for (int i = 0; i < n; i++) {
    all = realloc(all, (i + 1) * sizeof(double));
    all[i] = x[i] * x[0];
    pairs = realloc(pairs, (i + 2) * sizeof *pairs);
    pairs[i + 1].first = pairs[i].first * all[i];
    pairs[i + 1].second = x[i];
    pairs[i + 1].index = i;
    all[0] = all[0] * 1.5;
  }
  pairs = realloc(pairs, 3 * sizeof *pairs);
  for (int i = 0; i < 3; i++)
    sum += pairs[i].first * pairs[i].second * all[pairs[i].index];
  free(pairs);
  free(all);
  return sum;
}
