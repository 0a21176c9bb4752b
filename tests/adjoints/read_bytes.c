/* What fread fills as a whole: integers, a number that had a derivative, an element of an array.
   head: filled(x)>(filled)
   complex step: it calls 'fread', whose source is not given */
#include <stdio.h>

double filled(const double *x)
{
  int n = 3;
  double a = x[0] * x[1], b[2] = {x[1], x[0] * x[0]}, out = 0;
  for (int i = 0; i < 2; i++) {
    out += a * b[1] * n;
    FILE *zeros = fopen("/dev/zero", "rb");
    if (!zeros)
      return 0;
    if (fread(&n, sizeof n, 1, zeros) != 1 || fread(&b[0], sizeof(double), 1, zeros) != 1)
      out = 0;
    fclose(zeros);
    out += b[0] + b[1] + n;
    a *= x[0];
    n = 2;
  }
  return out;
}
