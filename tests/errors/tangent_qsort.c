#include <stdlib.h>

static int compare(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

double smallest(int n, double *x)
{
  qsort(x, n, sizeof *x, compare);
  return x[0] * x[1];
}
