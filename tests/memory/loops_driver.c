/* Arguments: which head, and how many iterations. Prints the gradient. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void kept_b(int n, double x, double *xb, double keptb);
void taped_b(int n, double x, double *xb, double tapedb);
void allocated_b(int n, double x, double *xb, double allocatedb);

int main(int argc, char **argv) {
  int n = argc > 2 ? atoi(argv[2]) : 0;
  double xb = 0;
  if (strcmp(argv[1], "kept") == 0)
    kept_b(n, 0.7, &xb, 1);
  else if (strcmp(argv[1], "taped") == 0)
    taped_b(n, 0.7, &xb, 1);
  else
    allocated_b(n, 0.7, &xb, 1);
  printf("gradient %.12g\n", xb);
  return 0;
}
