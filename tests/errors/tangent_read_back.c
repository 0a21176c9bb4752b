#include <stdio.h>

double model(double x)
{
  double y = 0;
  FILE *scratch = tmpfile();
  fprintf(scratch, "%.17g", x * x);
  rewind(scratch);
  if (fscanf(scratch, "%lf", &y) != 1)
    y = 0;
  fclose(scratch);
  return y * x;
}
