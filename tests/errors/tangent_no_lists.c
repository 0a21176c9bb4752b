#include <stddef.h>

struct point { double x, y; int n; };

double total(int n, const double *values)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += values[i] * values[i];
  return sum;
}

double length(const struct point *p) { return p->x * p->x + p->y * p->y; }
