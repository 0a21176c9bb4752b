/* Memory with an alignment. */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

double products(const double *x, int n)
{
  double *a = aligned_alloc(64, 64 * ((n * sizeof(double) + 63) / 64)), sum = 0;
  for (int i = 0; i < n; i++)
    a[i] = x[i] * x[i];
  for (int i = 0; i < n; i++)
    sum += a[i] * a[n - 1 - i];
  free(a);
  return sum;
}

double square(double x)
{
  double *a, *b;
  void *c;
  if (posix_memalign((void **)&a, 32, sizeof *a))
    return 0;
  int failed = posix_memalign(&c, 32, 2 * sizeof(double));
  if (failed)
    return failed;
  b = c;
  *a = x * x;
  b[1] = *a * x;
  double out = *a + b[1];
  free(a);
  free(b);
  return out;
}

int main(void)
{
  double x[3] = {0.5, 1.5, -2};
  printf("%.17g %.17g\n", products(x, 3), square(x[1]));
  char *p = aligned_alloc(256, 1024);
  printf("%d\n", (int)((uintptr_t)p % 256));
  free(p);
  return 0;
}
