#include <stdlib.h>

struct Pool { char *begin; size_t used; };

static void *take(struct Pool *pool, size_t n)
{
  void *out = pool->begin + pool->used;
  pool->used += n;
  return out;
}

double pooled(double x)
{
  struct Pool pool = {malloc(100), 0};
  double *p = take(&pool, sizeof *p);
  *p = x * x;
  double out = *p;
  free(pool.begin);
  return out;
}
