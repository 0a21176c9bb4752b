/* Output in the middle stays, once, and changes nothing.
   head: reported(x)>(reported)
   size: n=4 */
#include <stdio.h>

static void report(FILE *to, const char *what, double v) { fprintf(to, "%s %.3f\n", what, v); }

double reported(int n, const double *x)
{
  double sum = 0;
  for (int i = 0; i < n; i++) {
    sum += x[i] * x[i];
    fprintf(stderr, "after %d: %g\n", i, sum);
    if (sum < 0)
      printf("negative\n");
  }
  report(stderr, "sum", sum);
  fflush(stderr);
  return sum;
}
